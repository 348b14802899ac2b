"""A goal that changes its strategy by a signature, and people who speak in a goal of fresh agents."""

from __future__ import annotations

from goals import human_turns
from goals.agent import loop
from goals.agent.endings import Ending
from goals.models import Execution
from goals.proofs import check_all, refold_all
from goals.rounds import claiming, settlement
from tests.ralph_runs.reports import governed
from tests.ralph_runs.scene import Scene

KEY = "PORTAL_API_KEY is not set."


def test_a_round_in_flight_ends_under_the_strategy_it_was_admitted_with(scene: Scene) -> None:
    lease = scene.admit()
    scene.plan(governed("continue", KEY))
    ending = loop.drive(lease)
    scene.change(strategy="same-session", budget_tokens=450_000)
    execution = settlement.settle(lease, ending)

    assert execution.outcome == "reported-continue"
    assert len(scene.decisions) == 1


def test_a_same_session_goal_may_go_on_as_ralph(scene: Scene) -> None:
    scene.change(strategy="same-session")
    scene.endpoint.plan(text="Looked around.")
    lease = scene.admit()
    scene.change(strategy="ralph", budget_tokens=450_000)
    first = settlement.settle(lease, loop.drive(lease))
    second = scene.round(governed("continue", KEY))

    assert (first.outcome, second.outcome) == ("completed", "reported-continue")
    assert "Previous handoff: none." in scene.opening(2).splitlines()
    assert b"Looked around." not in (scene.endpoint.calls[-1].body or b"")
    assert [(run.number, run.opened_for) for run in scene.runs] == [(1, "start")]
    assert check_all() == []
    assert list(refold_all()) == []


def test_a_persons_turn_is_no_round_and_disturbs_no_count(scene: Scene) -> None:
    scene.blocked_by(KEY, KEY)
    written = human_turns.write(
        acting=scene.cast.acting(scene.cast.ben), goal_id=scene.goal.pk, text="Hello?"
    )
    scene.endpoint.plan(text="Hello.")
    lease = claiming.claim(written.outbox_id)
    assert lease is not None
    turn = settlement.settle(lease, loop.drive(lease))
    scene.blocked_by(KEY)

    assert (turn.kind, turn.session) == (Execution.Kind.HUMAN, None)
    assert scene.fresh().blocked_message.startswith("Stopped after round 3: rounds 1, 2 and 3 ")


def test_a_round_that_fails_after_its_goal_was_closed_is_settled_all_the_same(scene: Scene) -> None:
    lease = scene.admit()
    scene.close("Not needed.")
    failing = Ending(state="failed", outcome="500", sentence="The provider failed.")
    execution = settlement.settle(lease, failing)

    assert execution.state == "failed"
    assert [run.outcome for run in scene.runs] == ["cancelled"]
    assert scene.open_causes == []


def test_a_completion_reported_while_the_goal_was_paused_is_a_handoff_and_no_claim(scene: Scene) -> None:
    lease = scene.admit()
    scene.plan(governed("complete", summary="All read."))
    scene.drive_and(lease, scene.pause)

    assert (scene.fresh().phase, scene.open_causes) == ("paused", [])
    scene.resume()
    scene.round(governed("complete", summary="All read, checked again."))
    assert "All read." in scene.opening(2)
    assert scene.fresh().phase == "complete"


def test_a_completion_under_an_objective_that_was_changed_meanwhile_is_no_claim(scene: Scene) -> None:
    lease = scene.admit()
    scene.plan(governed("complete", summary="All read."))
    scene.drive_and(lease, lambda: scene.change(objective="Collect only August"))

    assert (scene.fresh().phase, scene.open_causes) == ("active", [])
