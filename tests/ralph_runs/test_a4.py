"""Appendix A.4, assertion by assertion, where the harness's run is this service's goal with its runs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from goals import operations
from goals.agent import loop
from goals.agent.prompts import Left
from goals.gate.answer import Answer
from goals.models import Execution
from goals.rounds import claiming, settlement
from goals.terms import parse
from governance.config.options import Options
from governance.errors import CountersignError, Invalid
from governance.models import Hold
from ralph_runs import prompts, results
from ralph_runs.models import RalphRun, RunRound
from ralph_runs.report import validate
from tests.cast import Cast
from tests.ralph_runs import scene as scenes
from tests.ralph_runs.reports import LIMIT, governed
from tests.ralph_runs.scene import Scene, ralph_goal

KEY = "PORTAL_API_KEY is not set."


def open_things(scene: Scene) -> tuple[int, int, int]:
    """Holds, executions and runs that are still open."""
    holds = Hold.objects.filter(status="open").count()
    live = Execution.objects.filter(state__in=Execution.LIVE).count()
    return holds, live, sum(run.outcome == "open" for run in scene.runs)


def pause(scene: Scene, reason: str) -> None:
    goal = scene.fresh()
    operations.pause(
        acting=scene.cast.acting(scene.cast.olu), goal_id=goal.pk, revision=goal.revision, reason=reason
    )


def test_a4_01_the_objective_is_trimmed_the_cap_bounds_the_children_and_a_run_closes_once(
    cast: Cast, settings: Any, tmp_path: Any
) -> None:
    with ralph_goal(cast, settings, tmp_path, objective="  Collect all.\n", max_rounds=2) as scene:
        for number in (1, 2):
            scene.round(governed(summary=f"Part {number}.", evidence=[str(number)]))
        assert scene.reserve()[1].code == "round-limit"

        assert 'Objective: "Collect all."' in scene.opening(1).splitlines()
        assert scene.goal.session.children.count() == 2
        (run,) = scene.runs
        assert (run.outcome, run.closed_at is not None) == ("budget-limited", True)
        result = results.read(run)
        assert result is not None
        assert (result.status, result.rounds_started, result.succeeded) == ("budget-limited", 2, True)
        assert scene.endpoint.call_count == 2


@pytest.mark.parametrize(
    ("plan", "outcome"),
    [
        ({"fault": "400"}, "failed"),
        ({"fault": "invalid-json"}, "failed"),
        ({"fault": "drop-half", "times": 9}, "failed"),
        ({"text": "Nothing to report."}, "failed"),
        ({"tool_calls": [{"name": "no_such_tool", "arguments": {}}], "times": 99}, "over-cap"),
    ],
)
def test_a4_06_whatever_fails_a_round_everything_it_opened_is_closed(
    scene: Scene, settings: Any, plan: dict[str, Any], outcome: str
) -> None:
    settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(
        update={"max_steps_per_round": 3, "max_attempts_per_step": 1}
    )
    scene.endpoint.plan(**plan)
    execution = scene.round()

    assert execution.state == outcome
    assert open_things(scene) == (0, 0, 0)
    assert scene.fresh().blocked_code == "round-failed"
    assert [(run.outcome, json.loads(run.result_text)) for run in scene.runs] == [
        ("round-failed", {"status": "round-failed", "roundsStarted": 1, "lastReport": None})
    ]


@pytest.mark.parametrize("reason", ["", "Month end is over."])
def test_a4_06_a_cancel_with_or_without_a_reason_closes_the_round(scene: Scene, reason: str) -> None:
    scene.round(governed("continue", KEY))
    lease = scene.admit()
    pause(scene, reason)
    execution = scene.drive(lease)

    assert (execution.state, execution.outcome) == ("cancelled", "cancelled")
    assert open_things(scene) == (0, 0, 1)
    assert (scene.fresh().phase, scene.endpoint.call_count) == ("paused", 1)


def test_a4_07_an_abort_on_the_way_ends_the_round_once_before_its_next_step(scene: Scene) -> None:
    lease = scene.admit()
    pause(scene, "stop")
    ending = loop.drive(lease)
    execution = settlement.settle(lease, ending)

    assert (ending.state, execution.state, scene.endpoint.call_count) == ("cancelled", "cancelled", 0)
    with pytest.raises(CountersignError):
        settlement.settle(lease, ending)


def test_a4_07_a_call_that_was_aborted_before_never_starts(scene: Scene) -> None:
    row, _answer = scene.reserve()
    pause(scene, "stop")

    assert claiming.claim(row.pk) is None
    assert (scene.fresh().rounds_started, RunRound.objects.count()) == (0, 0)
    assert scene.endpoint.call_count == 0


def test_a4_08_an_abort_between_admission_and_the_first_request_is_passed_on(scene: Scene) -> None:
    lease = scene.admit()
    scene.close("Not needed.")
    execution = scene.drive(lease)

    assert (execution.state, scene.endpoint.call_count) == ("cancelled", 0)
    assert open_things(scene) == (0, 0, 0)
    assert [run.outcome for run in scene.runs] == ["cancelled"]


@pytest.mark.parametrize(
    "terms",
    [
        {"objective": ""},
        {"objective": "  \n"},
        {"objective": None},
        {"max_rounds": 0},
        {"max_rounds": 1.5},
        {"max_rounds": float("nan")},
        {"max_rounds": -1},
        {"max_rounds": True},
        {"max_rounds": "8"},
        {"max_rounds": 257},
    ],
)
def test_a4_09_a_senseless_objective_or_cap_is_refused_before_anything_exists(
    cast: Cast, terms: dict[str, Any]
) -> None:
    with pytest.raises(Invalid) as caught:
        scenes.ask(cast, **terms)

    assert caught.value.field in terms
    assert RalphRun.objects.count() == 0


def test_a4_09_a_missing_objective_is_refused(cast: Cast) -> None:
    with pytest.raises(Invalid) as caught:
        parse({"strategy": "ralph", "budget_tokens": 1})
    assert caught.value.field == "objective"


def test_a4_09_the_ceiling_is_the_services_and_an_excess_is_an_error_not_a_clamp(
    cast: Cast, settings: Any
) -> None:
    settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(update={"ralph_max_rounds": 5})
    with pytest.raises(Invalid, match="A run has at most 5 rounds here; 6 are asked for"):
        scenes.ask(cast, max_rounds=6)
    assert json.loads(scenes.ask(cast, max_rounds=5).terms_text)["max_rounds"] == 5


def test_a4_10_a_provider_that_was_not_signed_for_is_refused_without_a_call(
    cast: Cast, settings: Any, tmp_path: Any
) -> None:
    with ralph_goal(cast, settings, tmp_path, endpoint="https://models.example/v1") as scene:
        execution = scene.round()

        assert (execution.outcome, scene.endpoint.call_count) == ("endpoint-not-configured", 0)
        assert scene.fresh().blocked_code == "round-failed"


@pytest.mark.parametrize("name", ["ralph_max_rounds", "ralph_max_handoff_chars", "ralph_max_result_chars"])
@pytest.mark.parametrize("value", ["0", "-1", "1.5", "NaN", "", "many"])
def test_a4_11_a_senseless_setting_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"COUNTERSIGN_{name.upper()}", value)
    with pytest.raises(ValidationError, match=name):
        Options()


def test_a4_11_the_defaults_are_the_harnesss() -> None:
    fields = Options.model_fields
    names = ("ralph_max_rounds", "ralph_max_handoff_chars", "ralph_max_result_chars")
    assert [fields[name].default for name in names] == [256, 16_384, 16_384]


def test_a4_13_a_round_that_the_gate_refuses_invents_no_run(cast: Cast, settings: Any, tmp_path: Any) -> None:
    with ralph_goal(cast, settings, tmp_path, budget_tokens=600) as scene:
        row, answer = scene.reserve()

        assert (row, answer.code) == (None, "token-budget")
        assert (RalphRun.objects.count(), RunRound.objects.count()) == (0, 0)


def test_the_floor_of_a_round_holds_its_first_request(scene: Scene) -> None:
    """The gate asks for what the round then really needs, so that no admitted round starts too poor."""
    answer: Answer = scene.reserve()[1]
    scene.round(governed("continue", KEY, summary="缺少密码。" * 300))
    scene.round(governed("continue", KEY))

    assert answer.admitted
    for number in (1, 2):
        attempt = scene.row(number).execution.attempts.get()
        assert attempt.bound_input_tokens <= scene.floors[number]


def test_a4_14_the_guidance_is_fixed_and_the_message_depends_on_its_arguments_alone() -> None:
    report = validate(governed("continue", KEY), profile="governed", limit=LIMIT)
    given: dict[str, Any] = {
        "objective": "Collect.", "number": 2, "max_rounds": 8, "left": Left(6, 1_000, 500), "profile": "governed",
        "handoff": (1, report), "told": [],
    }  # fmt: skip

    assert prompts.opening(**given) == prompts.opening(**given)
    assert prompts.opening(**given).splitlines()[:5] == [
        "<ralph_round>",
        "Round: 2/8",
        'Objective: "Collect."',
        "Left: 6 rounds after this one; 1000 tokens for the goal, 500 of them for this round.",
        "Workspace: the folder your tools work in. All rounds share it, and what you write stays.",
    ]
    assert f'Its open blockers: B1 "{KEY}"' in prompts.opening(**given).splitlines()
    assert "continue" in prompts.opening(**given | {"profile": "harness"})
    assert "submit_report" in prompts.SYSTEM
