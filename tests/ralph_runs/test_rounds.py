"""Rounds of fresh agents, from their reservation to what they mean for the goal."""

from __future__ import annotations

from tests.ralph_runs.reports import governed
from tests.ralph_runs.scene import Scene


def test_a_round_that_goes_on_leaves_the_goal_active_and_its_report_as_the_handoff(scene: Scene) -> None:
    execution = scene.round(governed("continue", "The portal key is missing."))

    assert (execution.state, execution.outcome) == ("settled", "reported-continue")
    assert (scene.fresh().phase, scene.goal.rounds_started) == ("active", 1)
    row = scene.row(1)
    assert (row.status, row.profile, row.fault) == ("continue", "governed", "")
    assert [run.outcome for run in scene.runs] == ["open"]
    assert [decision.stops for decision in scene.decisions] == [False]
