"""Rounds of fresh agents, from their reservation to what they mean for run and goal."""

from __future__ import annotations

from typing import Any

import pytest

from goals.models import Claim
from goals.proofs import check_all, refold_all
from governance.models import Event
from tests.ralph_runs.reports import governed, harness
from tests.ralph_runs.scene import Scene

KEY = "PORTAL_API_KEY is not set, so the portal refused the export."


@pytest.fixture(autouse=True)
def _the_rules_hold(scene: Scene) -> Any:
    yield
    assert check_all() == []
    assert list(refold_all()) == []


def test_a_round_that_goes_on_leaves_the_goal_active_and_its_report_as_the_handoff(scene: Scene) -> None:
    execution = scene.round(governed("continue", KEY))

    assert (execution.state, execution.outcome) == ("settled", "reported-continue")
    assert (scene.fresh().phase, scene.goal.rounds_started) == ("active", 1)
    row = scene.row(1)
    assert (row.status, row.profile, row.fault) == ("continue", "governed", "")
    assert [run.outcome for run in scene.runs] == ["open"]
    assert [decision.stops for decision in scene.decisions] == [False]


def test_a_complete_report_is_a_claim_that_a_person_accepts_or_rejects(scene: Scene) -> None:
    scene.round(governed("complete", summary="All read.", evidence=["collected.csv has 40 rows"]))

    assert scene.fresh().phase == "complete"
    claim = Claim.objects.get(goal=scene.goal)
    assert (claim.claimant, claim.status) == ("The agent in round 1", "claimed")
    assert claim.evidence == "All read.\n- collected.csv has 40 rows"
    assert scene.open_causes == ["completion-claimed"]
    assert [(run.outcome, run.sentence) for run in scene.runs] == [
        ("complete", "Round 1 reported the objective complete: “All read.”; a person accepts or rejects it.")
    ]


def test_a_blocked_report_ends_the_run_at_once_and_asks(scene: Scene) -> None:
    scene.round(governed("blocked", KEY))

    assert (scene.fresh().phase, scene.goal.blocked_code) == ("blocked", "model-reported")
    assert scene.open_causes == ["model-reported"]
    assert scene.goal.blocked_message == f"Round 1 reported that nothing more can be done: “{KEY}”."
    assert [(run.outcome, run.sentence) for run in scene.runs] == [("blocked", scene.goal.blocked_message)]


def test_the_same_blocker_in_three_rounds_stops_the_goal_with_its_texts_as_evidence(scene: Scene) -> None:
    texts = (
        "[09:14:02] attempt 1: PORTAL_API_KEY is not set, the supplier portal refused the export.",
        "Still locked out of the portal (try no. 2): nobody has provided PORTAL_API_KEY.",
        "Portal export not started. It needs PORTAL_API_KEY, which a person has to supply.",
    )
    scene.blocked_by(*texts)

    assert (scene.fresh().phase, scene.goal.blocked_code) == ("blocked", "repeated-blocker")
    assert scene.goal.blocked_message.startswith("Stopped after round 3: rounds 1, 2 and 3 each reported ")
    (question,) = scene.questions
    assert (question.cause, question.stops, question.level) == ("repeated-blocker", True, 1)
    evidence = scene.evidence(question)
    assert [(each["round"], each["text"]) for each in evidence["texts"]] == list(enumerate(texts, 1))
    assert {pair["same"] for pair in evidence["pairs"]} == {True}
    assert evidence["spent_tokens"] == scene.goal.account.spent_tokens > 0
    assert [run.outcome for run in scene.runs] == ["stopped-by-convergence"]
    assert scene.runs[0].sentence == scene.decisions[-1].sentence == scene.goal.blocked_message


def test_the_last_round_with_work_left_ends_the_run_as_budget_limited_and_the_gate_blocks(
    scene: Scene,
) -> None:
    scene.change(max_rounds=9)
    for number in range(9):
        scene.round(governed(summary=f"Read part {number}.", evidence=[f"part {number}"]))
    row, answer = scene.reserve()

    assert (row, answer.code) == (None, "round-limit")
    assert (scene.fresh().phase, scene.goal.blocked_code) == ("blocked", "round-limit")
    assert [(run.outcome, run.sentence) for run in scene.runs] == [
        ("budget-limited", "All 9 rounds are used after round 9 and work is left.")
    ]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("null", "null"),
        ("[]", "array"),
        ('{"status": "continue", "status": "complete"}', "duplicate-key"),
        ('{"result": {"status": "continue"}}', "nested"),
        ('"{\\"status\\": \\"continue\\"}"', "stringified"),
        ("I am done: {}", "json-in-prose"),
        ("", "empty"),
    ],
)
def test_a_submission_that_is_no_report_fails_the_round_loudly(scene: Scene, raw: str, code: str) -> None:
    scene.round(governed("continue", summary="Good."))
    execution = scene.round(raw)

    assert (execution.state, execution.outcome) == ("failed", "invalid-report")
    row = scene.row(2)
    assert (row.fault.split(":")[0], row.raw_text, row.report_text, row.status) == (code, raw, "", "")
    assert (scene.fresh().phase, scene.goal.blocked_code) == ("blocked", "round-failed")
    assert scene.goal.blocked_message.endswith("; the handoff of round 1 is kept.")
    assert scene.open_causes == ["round-failed"]
    assert (execution.tokens, len(scene.decisions)) == (600, 1)


def test_a_report_with_the_blocker_of_before_that_is_invalid_is_never_no_blockers(scene: Scene) -> None:
    scene.blocked_by(KEY, KEY)
    scene.round(governed("complete", KEY))

    assert scene.fresh().blocked_code == "round-failed"
    assert [run.outcome for run in scene.runs] == ["round-failed"]
    assert len(scene.decisions) == 2


def test_a_huge_report_fails_its_round_by_its_number(scene: Scene) -> None:
    execution = scene.round(governed("continue", *(f"Blocker {n} stands." for n in range(600))))

    assert execution.outcome == "invalid-report"
    assert scene.row(1).fault.startswith("oversized: The report has ")
    assert scene.fresh().blocked_message.endswith("; there is no handoff yet.")


def test_a_round_that_ends_without_a_report_fails(scene: Scene) -> None:
    scene.endpoint.plan(text="I have done what I could.")
    execution = scene.round()

    assert (execution.state, execution.outcome) == ("failed", "missing-report")
    assert scene.fresh().blocked_message == (
        "Round 1 failed: Round 1 ended without a report; there is no handoff yet."
    )


def test_a_provider_that_fails_fails_the_round_and_is_not_asked_again(scene: Scene) -> None:
    scene.endpoint.plan(fault="400")
    execution = scene.round()

    assert execution.state == "failed"
    assert scene.endpoint.call_count == 1
    assert scene.fresh().blocked_code == "round-failed"
    assert [run.outcome for run in scene.runs] == ["round-failed"]


def test_a_report_cut_off_by_the_output_limit_is_no_report(scene: Scene) -> None:
    scene.plan(governed("continue", KEY), finish="length")
    execution = scene.round()

    assert (execution.state, scene.row(1).report_text) == ("failed", "")
    assert scene.fresh().blocked_code == "round-failed"


def test_only_the_first_submission_of_a_round_counts(scene: Scene) -> None:
    call = {"name": "submit_report", "arguments": governed("continue")}
    again = {"name": "submit_report", "arguments": governed("complete")}
    scene.endpoint.plan(tool_calls=[call, again])
    execution = scene.round()

    assert execution.outcome == "reported-continue"
    assert scene.row(1).status == "continue"
    assert scene.endpoint.call_count == 1


def test_an_agent_that_claims_completion_in_words_alone_has_not_completed(scene: Scene) -> None:
    scene.round(governed(summary="Task complete! EXIT_SIGNAL: true. No errors, not blocked."))

    assert scene.fresh().phase == "active"


def test_six_rounds_that_go_on_with_new_evidence_are_not_stopped(scene: Scene) -> None:
    for number in range(6):
        scene.round(governed(summary="Read another statement.", evidence=[f"statement {number}"]))

    assert (scene.fresh().phase, scene.goal.rounds_started) == ("active", 6)
    assert scene.open_causes == []


def test_every_change_of_a_round_is_told_once_in_one_sentence(scene: Scene) -> None:
    scene.round(governed("blocked", KEY))

    told = Event.objects.filter(account=scene.goal.account_id).order_by("seq")
    assert [event.action for event in told][1:] == [
        "run.opened", "round.admitted", "attempt.posted", "report.stored", "blocker.judged", "run.closed",
        "round.settled", "goal.stopped",
    ]  # fmt: skip
    assert all(event.sentence.endswith(".") for event in told)


@pytest.mark.parametrize(
    ("report", "phase", "outcome"),
    [
        (harness("continue"), "active", "open"),
        (harness("complete"), "complete", "complete"),
        (harness("blocked", KEY), "blocked", "blocked"),
        (harness("continue", KEY), "blocked", "round-failed"),
        (governed("continue", KEY), "blocked", "round-failed"),
    ],
)
def test_under_the_harness_profile_the_strict_contract_holds(
    scene: Scene, report: dict[str, Any], phase: str, outcome: str
) -> None:
    scene.change(report_profile="harness", budget_tokens=450_000)
    scene.round(report)

    assert scene.fresh().phase == phase
    assert [run.outcome for run in scene.runs] == [outcome]
    offered = scene.endpoint.calls[0].request["tools"][-1]["function"]["parameters"]["properties"]
    assert sorted(offered) == ["blocker", "evidence", "nextSteps", "status", "summary"]
