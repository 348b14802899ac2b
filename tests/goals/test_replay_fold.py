"""The fold reads forward, stops for good at the first bad event, and can judge one before it is stored."""

from copy import deepcopy
from typing import Any

import pytest

from goals.enums import Operation
from goals.errors import CorruptEvent
from goals.lifecycle import Tombstone
from goals.replay import Fold
from tests.goals.stories import SECOND_ID, THIRD_ID, Story, perform, story_of

EDIT, PAUSE, RESUME, CLEAR = Operation.EDIT, Operation.PAUSE, Operation.RESUME, Operation.CLEAR


def fault(fold: Fold, events: list[Any]) -> tuple[str, str, int]:
    with pytest.raises(CorruptEvent) as corrupt:
        fold.read(events)
    return corrupt.value.code, corrupt.value.sentence, corrupt.value.index


def spoilt(events: list[Any], place: int) -> list[Any]:
    events = deepcopy(events)
    events[place]["data"]["version"] = 2
    return events


def test_an_empty_history_has_no_goal() -> None:
    fold = Fold()

    assert (fold.read([]), fold.current, fold.cursor) == (None, None, 0)


def test_a_canonical_history_folds_to_the_goal_it_tells() -> None:
    story = story_of(EDIT)
    story.admit()
    story.admit()
    perform(story, PAUSE)
    perform(story, RESUME)
    story.admit()

    assert Fold().read(story.events) == story.goal
    assert story.goal.rounds_started == 3


def test_a_cleared_goal_folds_to_its_tombstone_and_no_goal() -> None:
    story = story_of(CLEAR)
    fold = Fold()

    assert fold.read(story.events) is None
    assert isinstance(fold.current, Tombstone)
    assert fold.current == story.current


def test_goals_one_after_the_other_fold_to_the_last() -> None:
    story = story_of(CLEAR)
    story.create(SECOND_ID)
    perform(story, Operation.COMPLETE)
    story.create(THIRD_ID)

    assert Fold().read(story.events) == story.goal


def test_a_fold_reads_only_what_is_new() -> None:
    story = story_of()
    fold = Fold()
    fold.read(story.events)
    perform(story, PAUSE)

    assert fold.read(spoilt(story.events, 0)) == story.goal
    assert fold.cursor == 2


def test_the_tail_alone_continues_a_fold() -> None:
    story = story_of(EDIT, PAUSE)
    fold = Fold()
    fold.extend(story.events[:1])

    assert fold.extend(iter(story.events[1:])) == story.goal


def test_a_corrupt_event_is_reported_identically_every_time_and_the_valid_prefix_stays() -> None:
    story = story_of(EDIT)
    before = story.goal
    perform(story, PAUSE)
    perform(story, RESUME)
    fold = Fold()

    bad = spoilt(story.events, 2)
    first, second = fault(fold, bad), fault(fold, bad)

    assert first == second == ("change-version", "Version 2 is not supported; 1 is.", 2)
    assert (fold.current, fold.cursor) == (before, 2)
    assert first == fault(Fold(), bad)


def test_a_fault_outlives_the_mending_of_its_event() -> None:
    story = story_of(EDIT, PAUSE)
    fold = Fold()
    first = fault(fold, spoilt(story.events, 1))

    assert fault(fold, story.events) == first
    assert fault(fold, []) == first
    with pytest.raises(CorruptEvent):
        fold.extend([])
    assert Fold().read(story.events) == story.goal


def test_a_bad_event_among_new_ones_keeps_the_good_ones_before_it() -> None:
    story = story_of()
    fold = Fold()
    fold.read(story.events)
    perform(story, PAUSE)
    paused = story.goal
    perform(story, RESUME)

    assert fault(fold, spoilt(story.events, 2))[2] == 2
    assert fold.current == paused


def test_a_history_that_shrank_is_a_fault_of_its_own() -> None:
    story = story_of(EDIT, PAUSE)
    fold = Fold()
    fold.read(story.events)

    assert fault(fold, story.events[:1]) == (
        "history-shrunk",
        "The history has 1 events; 3 were read before.",
        1,
    )


def test_a_malformed_change_is_refused_before_commit_and_the_fold_stays_usable() -> None:
    story = story_of()
    fold = Fold()
    fold.read(story.events)
    perform(story, PAUSE)
    bad = spoilt(story.events, 1)[1]

    with pytest.raises(CorruptEvent) as corrupt:
        fold.check(bad)

    assert (corrupt.value.code, corrupt.value.index) == ("change-version", 1)
    assert fold.fault is None
    fold.check(story.events[1])
    assert fold.cursor == 1
    assert fold.read(story.events) == story.goal


def test_a1_51_existing_rounds_are_reconstructed_and_the_next_one_accepted() -> None:
    story = story_of()
    story.admit()
    story.admit()
    fold = Fold()
    fold.read(story.events)
    story.admit()

    fold.check(story.events[-1])
    with pytest.raises(CorruptEvent) as corrupt:
        fold.check(story.events[-2])
    assert corrupt.value.code == "round-order"


@pytest.mark.parametrize(("operation", "code"), [(PAUSE, "round-not-active"), (CLEAR, "round-without-goal")])
def test_a1_53_a_round_without_an_active_goal_is_refused_before_commit(
    operation: Operation, code: str
) -> None:
    story = story_of(operation)
    fold = Fold()
    fold.read(story.events)
    source = {"kind": "goal", "goalId": story.ref.id, "revision": story.ref.revision, "round": 1}

    with pytest.raises(CorruptEvent) as corrupt:
        fold.check({"type": "user/message", "data": {"source": source}})
    assert corrupt.value.code == code


def test_a1_54_a_bad_stored_prefix_is_what_a_late_check_reports() -> None:
    story = story_of(EDIT, PAUSE)
    fold = Fold()
    stored = fault(fold, spoilt(story.events, 1))

    with pytest.raises(CorruptEvent) as corrupt:
        fold.check(story.events[2])
    assert (corrupt.value.code, corrupt.value.sentence, corrupt.value.index) == stored


def test_the_record_knows_no_activation() -> None:
    story = Story()
    for _ in range(2):
        story.create(SECOND_ID if story.events else "goal-00000000-0000-4000-8000-000000000001")
        perform(story, PAUSE)
        perform(story, RESUME)
        perform(story, Operation.COMPLETE)

    assert "armed" not in repr(story.events)
    assert "activation" not in repr(story.events)
