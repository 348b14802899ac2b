"""A.4's integration assertions: one goal each, from its first round to the end of its run."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ralph_runs import bounds, outcomes, results
from ralph_runs.faults import MalformedResult
from tests.ralph_runs.reports import governed, harness
from tests.ralph_runs.scene import Scene

KEY = "PORTAL_API_KEY is not set."
FIRST = governed("continue", KEY, summary="Read the first statement.")


def value(scene: Scene, run: int = 0) -> Any:
    return json.loads(scene.runs[run].result_text)


def test_a4_15_children_have_empty_beginnings_and_one_workspace(scene: Scene) -> None:
    scene.endpoint.plan(tool_calls=[{"name": "write_file", "arguments": {"path": "a.md", "content": "one"}}])
    scene.round(FIRST)
    scene.endpoint.plan(tool_calls=[{"name": "list_files", "arguments": {}}])
    scene.round(FIRST)

    sent = [call.request["messages"] for call in scene.endpoint.calls]
    assert [len(messages) for messages in sent] == [2, 4, 2, 4]
    assert "a.md" in sent[3][3]["content"]
    assert scene.workspace.read("a.md", most=100)[0] == b"one"


def test_a4_15_a_failed_round_keeps_the_last_handoff(scene: Scene) -> None:
    scene.round(FIRST)
    scene.round("null")

    assert value(scene) == {"status": "round-failed", "roundsStarted": 2, "lastReport": FIRST}
    scene.answer("round-failed", "resume", "Once more.")
    scene.round(governed())
    assert f"Previous handoff, from round 1: {bounds.compact(FIRST)}" in scene.opening(3).splitlines()


def test_a4_15_blocked_is_a_result(scene: Scene) -> None:
    scene.round(FIRST)
    scene.round(governed("blocked", KEY))

    assert value(scene) == {"status": "blocked", "roundsStarted": 2, "report": governed("blocked", KEY)}
    result = results.read(scene.runs[0])
    assert result is not None
    assert result.succeeded
    assert results.text(scene.runs[0]).startswith("The agent reports that it is blocked: Summed up")


def test_a4_15_budget_limited_is_a_result(scene: Scene) -> None:
    scene.change(max_rounds=9)
    for number in range(9):
        scene.round(governed(summary=f"Part {number}.", evidence=[str(number)]))

    assert value(scene)["status"] == "budget-limited"
    assert value(scene)["roundsStarted"] == 9
    assert value(scene)["report"]["summary"] == "Part 8."


@pytest.mark.parametrize(
    ("report", "code"),
    [
        (governed(summary=" Not trimmed."), "blank-or-untrimmed"),
        (governed(nextSteps=[]), "contradiction"),
        (governed(summary="x" * 16_384), "oversized"),
        (harness(), "missing-field"),
    ],
)
def test_a4_15_what_breaks_the_contract_fails_the_round(
    scene: Scene, report: dict[str, Any], code: str
) -> None:
    scene.round(FIRST)
    scene.round(report)

    assert scene.row(2).fault.split(":")[0] == code
    assert value(scene) == {"status": "round-failed", "roundsStarted": 2, "lastReport": FIRST}


def test_a4_15_a_real_cancel_comes_to_rest(scene: Scene) -> None:
    scene.round(FIRST)
    lease = scene.admit()
    scene.close("Enough.")
    execution = scene.drive(lease)

    assert (execution.state, scene.fresh().cleared) == ("cancelled", True)
    assert [(run.outcome, run.result_text) for run in scene.runs] == [("cancelled", "")]
    assert scene.goal.account.held_tokens == 0
    assert scene.reserve()[1].code == "stale-revision"


def test_each_later_run_counts_its_own_rounds(scene: Scene) -> None:
    scene.round(FIRST)
    scene.round("null")
    scene.answer("round-failed", "resume", "Once more.")
    scene.round("null")

    assert value(scene, 1) == {"status": "round-failed", "roundsStarted": 1, "lastReport": None}


def test_a_stored_result_is_checked_again_when_it_is_read(scene: Scene) -> None:
    scene.round(governed("complete"))
    run = scene.runs[0]
    run.result_text = run.result_text.replace('"roundsStarted":1', '"roundsStarted":9')

    with pytest.raises(MalformedResult):
        results.read(run)
    assert outcomes.WORDING["complete"] in results.text(scene.runs[0])
