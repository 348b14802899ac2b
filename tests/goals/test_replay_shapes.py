"""A stored event that is malformed stops the fold, with one code and one sentence for each kind."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from goals.enums import Operation
from goals.errors import CorruptEvent
from goals.replay import Fold
from tests.goals.stories import FIRST_ID, Story, story_of

DROP = object()


def snapshot_story() -> list[Any]:
    """Two events; the second, a block, has every field a snapshot can have."""
    return story_of(Operation.BLOCK).events


def clear_story() -> list[Any]:
    return story_of(Operation.CLEAR).events


def round_story() -> list[Any]:
    story = Story()
    story.create()
    story.admit()
    return story.events


STORIES = {"snapshot": snapshot_story, "clear": clear_story, "round": round_story}


def fault(story: str, path: str, value: object) -> tuple[str, str, int]:
    """The fault that stops the fold when the field at the dotted path of the last event gets the value."""
    events = deepcopy(STORIES[story]())
    *parents, last = path.split(".")
    place = events[-1]
    for key in parents:
        place = place[key]
    if value is DROP:
        del place[last]
    else:
        place[last] = value
    with pytest.raises(CorruptEvent) as corrupt:
        Fold().read(events)
    return corrupt.value.code, corrupt.value.sentence, corrupt.value.index


UNSAFE = [0, -1, 1.0, 2**53, True, "1", None, float("nan")]
UNSAFE_FROM_0 = [-1, 0.0, 2**53, False, "0", None]

REJECTIONS: list[tuple[str, str, list[object], str]] = [
    ("snapshot", "data", [None, [], "text", 5], "change-shape"),
    ("snapshot", "data.kind", ["goal", None, 1], "change-kind"),
    ("snapshot", "data.version", [0, 2, 1.0, True, "1", None], "change-version"),
    ("snapshot", "data.operation", ["disarm", "Block", "", None, 1, ["block"]], "change-operation"),
    ("snapshot", "data.kind", [DROP], "change-keys"),
    ("snapshot", "data.version", [DROP], "change-keys"),
    ("snapshot", "data.operation", [DROP, "clear"], "change-keys"),
    ("snapshot", "data.goal", [DROP], "change-keys"),
    ("snapshot", "data.roundsStarted", [DROP], "change-keys"),
    ("snapshot", "data.createdAt", [DROP], "change-keys"),
    ("snapshot", "data.updatedAt", [DROP], "change-keys"),
    ("snapshot", "data.activation", ["armed", None], "change-keys"),
    ("snapshot", "data.roundsStarted", UNSAFE_FROM_0, "rounds-started-value"),
    ("snapshot", "data.createdAt", UNSAFE_FROM_0, "time-value"),
    ("snapshot", "data.updatedAt", UNSAFE_FROM_0, "time-value"),
    ("snapshot", "data.updatedAt", [999], "time-order"),
    ("snapshot", "data.goal", [None, [], FIRST_ID], "goal-shape"),
    ("snapshot", "data.goal.id", [DROP], "goal-keys"),
    ("snapshot", "data.goal.revision", [DROP], "goal-keys"),
    ("snapshot", "data.goal.objective", [DROP], "goal-keys"),
    ("snapshot", "data.goal.phase", [DROP], "goal-keys"),
    ("snapshot", "data.goal.maxGoalRounds", [DROP], "goal-keys"),
    ("snapshot", "data.goal.activation", ["armed"], "goal-keys"),
    ("snapshot", "data.goal.id", ["goal-1", "", 1, None, FIRST_ID.upper()], "goal-id-value"),
    ("snapshot", "data.goal.revision", UNSAFE, "revision-value"),
    (
        "snapshot",
        "data.goal.objective",
        ["", " x", "x\ufeff", "a\x07b", "\ud800", 5, None],
        "objective-value",
    ),
    ("snapshot", "data.goal.phase", ["cleared", "Active", "", None, 1, []], "phase-value"),
    ("snapshot", "data.goal.maxGoalRounds", UNSAFE, "max-rounds-value"),
    ("snapshot", "data.goal.blockedReason", [DROP], "blocked-reason-presence"),
    ("snapshot", "data.goal.phase", ["active", "paused", "complete"], "blocked-reason-presence"),
    ("snapshot", "data.goal.blockedReason", [None, [], "why", {}], "blocked-reason-value"),
    ("snapshot", "data.goal.blockedReason.code", [DROP, "Bad", "", 1, None], "blocked-reason-value"),
    ("snapshot", "data.goal.blockedReason.message", [DROP, "", " x", "x ", 1, None], "blocked-reason-value"),
    ("snapshot", "data.goal.blockedReason.more", [1], "blocked-reason-value"),
    ("clear", "data.cleared", [DROP], "change-keys"),
    ("clear", "data.clearedAt", [DROP], "change-keys"),
    ("clear", "data.goal", [{}], "change-keys"),
    ("clear", "data.operation", ["pause"], "change-keys"),
    ("clear", "data.cleared", [None, [], FIRST_ID], "cleared-shape"),
    ("clear", "data.cleared.id", [DROP], "cleared-shape"),
    ("clear", "data.cleared.revision", [DROP], "cleared-shape"),
    ("clear", "data.cleared.more", [1], "cleared-shape"),
    ("clear", "data.cleared.id", ["goal-1", None], "goal-id-value"),
    ("clear", "data.cleared.revision", UNSAFE, "revision-value"),
    ("clear", "data.clearedAt", UNSAFE_FROM_0, "time-value"),
    ("round", "data.source.goalId", [DROP], "round-source-keys"),
    ("round", "data.source.revision", [DROP], "round-source-keys"),
    ("round", "data.source.round", [DROP], "round-source-keys"),
    ("round", "data.source.more", [1], "round-source-keys"),
    ("round", "data.source.goalId", ["goal-1", None, 1], "goal-id-value"),
    ("round", "data.source.revision", UNSAFE, "revision-value"),
    ("round", "data.source.round", UNSAFE, "round-number-value"),
    ("round", "type", [None, 5, DROP], "event-shape"),
]
CASES = [
    pytest.param(story, path, value, code, id=f"{story} {path} {'absent' if value is DROP else repr(value)}")
    for story, path, values, code in REJECTIONS
    for value in values
]


@pytest.mark.parametrize(("story", "path", "value", "code"), CASES)
def test_a_malformed_event_stops_the_fold_at_its_place(
    story: str, path: str, value: object, code: str
) -> None:
    found = fault(story, path, value)

    assert (found[0], found[2]) == (code, 1)
    assert found == fault(story, path, value)


@pytest.mark.parametrize("event", [None, [], "goal/change", 7, {}])
def test_an_event_that_is_no_event_stops_the_fold(event: object) -> None:
    with pytest.raises(CorruptEvent) as corrupt:
        Fold().read([event])
    assert (corrupt.value.code, corrupt.value.index) == ("event-shape", 0)


def test_a_sentence_names_what_was_found_and_what_was_due() -> None:
    assert fault("snapshot", "data.version", 2)[1] == "Version 2 is not supported; 1 is."
    assert fault("snapshot", "data.goal.maxGoalRounds", 0)[1] == (
        "The round cap is 0, not an integer from 1 to 9007199254740991."
    )
    assert fault("clear", "data.cleared.more", 1)[1] == 'The cleared goal has the unknown keys "more".'


@pytest.mark.parametrize(
    "event",
    [
        {"type": "user/message", "data": {"source": {"kind": "user"}, "text": "hello"}},
        {"type": "user/message", "data": {"source": {"kind": "plugin", "round": 0}}},
        {"type": "user/message", "data": {"text": "no source"}},
        {"type": "user/message", "data": None},
        {"type": "user/message"},
        {"type": "goal/changed", "data": {"operation": "complete"}},
        {"type": "agent/inbox/queued", "data": {"source": {"kind": "goal", "round": 7}}},
        {"type": "assistant/message", "data": "anything"},
    ],
)
def test_events_that_do_not_concern_the_goal_are_ignored(event: object) -> None:
    events = [*round_story(), event]
    fold = Fold()

    goal = fold.read(events)

    assert goal == Fold().read(round_story())
    assert fold.cursor == 3
