"""Which rounds are counted together: what neither adds nor breaks, what goes on, and what begins anew."""

from __future__ import annotations

import pytest

from goals import activation
from goals.models import DriverLease
from governance import clock
from tests.cast import Cast
from tests.ralph_runs.reports import governed
from tests.ralph_runs.scene import Scene, ralph_goal, signed_goal

KEY = "PORTAL_API_KEY is not set, so the portal refused the export."
AGAIN = "The export was refused: PORTAL_API_KEY is missing."
THIRD = "Nobody has provided PORTAL_API_KEY yet."


def stopped(scene: Scene) -> bool:
    return scene.fresh().blocked_code == "repeated-blocker"


def test_a_pause_and_a_resume_between_rounds_2_and_3_do_not_reset_the_count(scene: Scene) -> None:
    scene.blocked_by(KEY, AGAIN)
    scene.pause()
    scene.resume()
    scene.blocked_by(THIRD)

    assert stopped(scene)
    assert [run.number for run in scene.runs] == [1]


def test_a_deploy_between_rounds_2_and_3_does_not_reset_the_count(scene: Scene) -> None:
    scene.blocked_by(KEY, AGAIN)
    DriverLease.objects.update(lease_until=clock.db_now())
    activation.hold_lease("the driver after the deploy", seconds=600)
    assert scene.reserve()[1].code == "goal-disarmed"
    scene.resume()
    scene.blocked_by(THIRD)

    assert stopped(scene)


def test_a_cancelled_round_in_between_neither_adds_nor_breaks(scene: Scene) -> None:
    scene.blocked_by(KEY, AGAIN)
    lease = scene.admit()
    scene.pause()
    cancelled = scene.drive(lease)
    scene.resume()
    scene.blocked_by(THIRD)

    assert (cancelled.state, cancelled.outcome) == ("cancelled", "cancelled")
    assert stopped(scene)
    assert scene.goal.blocked_message.startswith("Stopped after round 4: rounds 1, 2 and 4 each reported ")
    assert [run.number for run in scene.runs] == [1]


def test_a_failed_round_whose_stop_was_answered_begins_a_new_window(scene: Scene) -> None:
    scene.blocked_by(KEY, AGAIN)
    scene.round("null")
    scene.answer("round-failed", "resume", "Try again.")
    scene.blocked_by(THIRD)

    assert not stopped(scene)
    assert [(run.number, run.outcome, run.opened_for) for run in scene.runs] == [
        (1, "round-failed", "start"),
        (2, "open", "answer"),
    ]


def test_a_round_without_the_blocker_breaks_the_count(scene: Scene) -> None:
    scene.blocked_by(KEY, AGAIN)
    scene.round(governed(summary="The key arrived.", evidence=["the key"]))
    scene.blocked_by(KEY, AGAIN)

    assert not stopped(scene)


def test_an_answered_stop_begins_a_new_window_and_a_new_run(scene: Scene) -> None:
    scene.blocked_by(KEY, AGAIN, THIRD)
    question = scene.answer("repeated-blocker", "resume", "PORTAL_API_KEY = kx-2291-aa")
    scene.blocked_by(KEY, AGAIN)

    assert not stopped(scene)
    assert [(run.opened_for, run.after_escalation_id, run.outcome) for run in scene.runs] == [
        ("start", None, "stopped-by-convergence"),
        ("answer", question.pk, "open"),
    ]


def test_a_second_stop_on_the_same_blocker_cites_the_answer_and_goes_a_level_up(scene: Scene) -> None:
    scene.blocked_by(KEY, AGAIN, THIRD)
    first = scene.answer("repeated-blocker", "resume", "The key is in the vault now.")
    scene.blocked_by(KEY, AGAIN, THIRD)

    assert stopped(scene)
    assert scene.goal.blocked_message.startswith("Stopped after round 6: rounds 4, 5 and 6 each reported ")
    assert scene.goal.blocked_message.endswith(
        f"It stopped the goal before, and Cy Lindholm answered {first.ref}: “The key is in the vault now.”."
    )
    second = scene.questions[-1]
    assert (second.earlier_id, second.level) == (first.pk, 2)


def test_a_second_stop_on_another_blocker_cites_nothing(scene: Scene) -> None:
    scene.blocked_by(KEY, AGAIN, THIRD)
    scene.answer("repeated-blocker", "resume", "The key is in the vault now.")
    scene.blocked_by(*["The file suppliers/2026-08.csv does not exist."] * 3)

    assert stopped(scene)
    assert (scene.questions[-1].earlier_id, scene.questions[-1].level) == (None, 1)


def test_a_second_blocked_report_about_the_same_thing_cites_the_answer_too(scene: Scene) -> None:
    scene.round(governed("blocked", KEY))
    first = scene.answer("model-reported", "resume", "The key is in the vault now.")
    scene.round(governed("blocked", AGAIN))

    assert scene.fresh().blocked_code == "model-reported"
    assert scene.questions[-1].earlier_id == first.pk


def test_another_signed_objective_begins_a_new_window(scene: Scene) -> None:
    scene.blocked_by(KEY, AGAIN)
    scene.change(objective="Collect only the statements of August")
    scene.blocked_by(THIRD)

    assert not stopped(scene)
    assert [(run.number, run.outcome, run.opened_for) for run in scene.runs] == [
        (1, "cancelled", "start"),
        (2, "open", "objective"),
    ]


def test_a_signed_change_of_the_budget_begins_no_new_window(scene: Scene) -> None:
    scene.blocked_by(KEY, AGAIN)
    scene.change(budget_tokens=500_000)
    scene.blocked_by(THIRD)

    assert stopped(scene)


def test_a_plain_resume_after_blocked_goes_on_in_the_same_window(scene: Scene) -> None:
    scene.blocked_by(KEY)
    scene.round(governed("blocked", AGAIN))
    scene.resume(reason="try once more")
    scene.blocked_by(THIRD)

    assert stopped(scene)
    assert [(run.number, run.outcome, run.opened_for) for run in scene.runs] == [
        (1, "blocked", "start"),
        (2, "stopped-by-convergence", "resume"),
    ]


def test_a_stop_that_a_pause_kept_from_blocking_is_found_by_the_gate(scene: Scene) -> None:
    scene.blocked_by(KEY, AGAIN)
    lease = scene.admit()
    scene.plan(governed("continue", THIRD))
    execution = scene.drive_and(lease, scene.pause)
    assert (execution.outcome, scene.fresh().phase) == ("reported-continue", "paused")
    scene.resume()
    row, answer = scene.reserve()

    assert (row, answer.code) == (None, "repeated-blocker")
    assert stopped(scene)
    assert scene.endpoint.call_count == 3
    assert [each["round"] for each in scene.evidence(scene.questions[-1])["texts"]] == [1, 2, 3]
    scene.answer("repeated-blocker", "resume", "The key is there now.")
    scene.blocked_by(KEY)
    assert [(run.outcome, run.opened_for) for run in scene.runs] == [
        ("stopped-by-convergence", "start"),
        ("open", "answer"),
    ]


@pytest.mark.parametrize("threshold", [2, 3, 5])
def test_the_threshold_is_the_goals_own(
    cast: Cast, settings: object, tmp_path: object, threshold: int
) -> None:
    with ralph_goal(cast, settings, tmp_path, blocker_threshold=threshold) as scene:  # type: ignore[arg-type]
        for number in range(1, threshold):
            scene.blocked_by((KEY, AGAIN, THIRD)[number % 3])
            assert not stopped(scene)
        scene.blocked_by(KEY)
        assert stopped(scene)
        assert scene.goal.rounds_started == threshold


def test_two_goals_are_counted_apart(scene: Scene, cast: Cast) -> None:
    other = Scene(cast, signed_goal(cast, objective="Another objective"), scene.endpoint)
    for blocker in (KEY, AGAIN):
        scene.blocked_by(blocker)
        other.blocked_by(blocker)

    assert (stopped(scene), stopped(other)) == (False, False)
    scene.blocked_by(THIRD)
    assert (stopped(scene), stopped(other)) == (True, False)


def test_renaming_the_structured_object_is_no_escape_and_a_reference_can_add_a_stop(scene: Scene) -> None:
    scene.round(governed("continue", {"text": KEY, "object": "PORTAL_API_KEY"}))
    scene.round(governed("continue", {"text": "Login fails.", "object": "the portal", "ref": "B1"}))
    scene.round(governed("continue", {"text": "Cannot log in to it.", "ref": "B1"}))

    assert stopped(scene)
