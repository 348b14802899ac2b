"""An admitted round counts one round and changes nothing else."""

from dataclasses import replace

import pytest

from goals import lifecycle
from goals.enums import Operation
from goals.errors import GoalError
from goals.values import GoalRef
from tests.goals.stories import FIRST_ID, SECOND_ID, SITUATIONS, Story, story_of, with_rounds


def refusal(story: Story, **given: object) -> str:
    with pytest.raises(GoalError) as refused:
        story.admit(**given)
    return refused.value.code


def test_an_admitted_round_counts_and_nothing_else_moves() -> None:
    story = story_of()
    before = story.goal

    after = story.admit()

    assert after == replace(before, rounds_started=1)


def test_the_source_names_goal_revision_and_round() -> None:
    story = story_of(Operation.EDIT)
    story.admit()

    admitted = lifecycle.admit_round(story.current, ref=story.ref, round_number=2)

    assert admitted.source == {"kind": "goal", "goalId": FIRST_ID, "revision": 2, "round": 2}


@pytest.mark.parametrize("number", [0, -1, 1, 3, True, 2.0, "2", None])
def test_only_the_round_that_is_due_is_admitted(number: object) -> None:
    story = story_of()
    story.admit()

    assert refusal(story, round_number=number) == "GOAL_INVALID_TRANSITION"


def test_exactly_as_many_rounds_as_the_cap_are_admitted() -> None:
    story = Story()
    story.create(max_rounds=2)
    story.admit()
    story.admit()

    assert refusal(story) == "GOAL_INVALID_TRANSITION"
    assert story.goal.rounds_started == 2


def test_a_cap_lowered_below_the_rounds_started_admits_none() -> None:
    assert refusal(with_rounds(story_of(), started=5, cap=2)) == "GOAL_INVALID_TRANSITION"


@pytest.mark.parametrize("situation", ["paused", "blocked", "complete"])
def test_only_an_active_goal_admits(situation: str) -> None:
    assert refusal(SITUATIONS[situation]()) == "GOAL_INVALID_TRANSITION"


@pytest.mark.parametrize("situation", ["none", "cleared"])
def test_no_goal_admits_nothing(situation: str) -> None:
    story = SITUATIONS[situation]()

    with pytest.raises(GoalError) as refused:
        lifecycle.admit_round(story.current, ref=story.ref, round_number=1)
    assert refused.value.code == "GOAL_NOT_FOUND"


@pytest.mark.parametrize("ref", [GoalRef(FIRST_ID, 1), GoalRef(SECOND_ID, 2)])
def test_a_reservation_of_another_revision_or_goal_is_stale(ref: GoalRef) -> None:
    assert refusal(story_of(Operation.EDIT), ref=ref) == "GOAL_STALE_REVISION"


def test_rounds_started_stay_through_every_move_and_start_at_0_for_a_fresh_goal() -> None:
    story = story_of()
    story.admit()
    story.do(Operation.PAUSE)
    story.do(Operation.RESUME)
    story.admit()
    kept = story.goal.rounds_started
    story.do(Operation.COMPLETE)
    story.create(SECOND_ID)

    assert (kept, story.goal.rounds_started) == (2, 0)
