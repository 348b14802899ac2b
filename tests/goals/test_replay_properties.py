"""The events of any legal story fold to its goal, and no field of them can be altered unseen."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from goals import values
from goals.enums import Operation
from goals.errors import CorruptEvent, GoalError
from goals.lifecycle import Current, GoalState
from goals.projection import project
from goals.replay import Fold
from tests.goals.stories import Story

OBJECTIVES = st.sampled_from(["Reconcile July", "Reconcile August", "Zwei\nZeilen", "对账"])
CAPS = st.integers(1, 4)
STEPS = st.one_of(
    st.tuples(st.just("create"), OBJECTIVES, CAPS),
    st.tuples(st.just("edit"), st.none() | OBJECTIVES, st.none() | CAPS),
    st.tuples(st.just("block"), st.sampled_from(["round-limit", "x-1"]), st.just("Why")),
    st.tuples(st.just("reopen"), st.just("No"), st.none()),
    st.tuples(st.sampled_from(["pause", "resume", "complete", "clear"]), st.none(), st.none()),
    st.tuples(st.just("admit"), st.none(), st.none()),
    st.tuples(st.just("clock"), st.integers(-5_000, 5_000), st.none()),
    st.tuples(st.just("human"), st.none(), st.none()),
)
HUMAN = {"type": "user/message", "data": {"source": {"kind": "user"}, "text": "hello"}}


def take(story: Story, step: tuple[str, Any, Any]) -> None:
    name, first, second = step
    match name:
        case "create":
            story.create(values.new_goal_id(), objective=first, max_rounds=second)
        case "edit":
            story.do(Operation.EDIT, objective=first, max_rounds=second)
        case "block":
            story.do(Operation.BLOCK, reason={"code": first, "message": second})
        case "reopen":
            story.do(Operation.REOPEN, message=first)
        case "admit" if isinstance(story.current, GoalState):
            story.admit()
        case "clock":
            story.now_ms = max(0, story.now_ms + first)
        case "human":
            story.events.append(HUMAN)
        case "pause" | "resume" | "complete" | "clear":
            story.do(Operation(name))


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """A goal and up to 25 attempted steps; those the domain refuses leave no event."""
    story = Story()
    story.create(values.new_goal_id(), max_rounds=draw(CAPS))
    for step in draw(st.lists(STEPS, max_size=25)):
        try:
            take(story, step)
        except GoalError:
            continue
    return story


def trace(events: list[Any]) -> list[Current]:
    """The state after each event."""
    fold, states = Fold(), []
    for event in events:
        fold.extend([event])
        states.append(fold.current)
    return states


def leaves(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    if not isinstance(value, dict):
        return [path]
    return [path, *[leaf for key in value for leaf in leaves(value[key], (*path, key))]]


def altered(events: list[Any], place: int, path: tuple[str, ...], value: object) -> list[Any]:
    events = deepcopy(events)
    holder = events[place]
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return events


def original(events: list[Any], place: int, path: tuple[str, ...]) -> Any:
    value = events[place]
    for key in path:
        value = value[key]
    return value


def no_op_edit_or_resume(events: list[Any], place: int, path: tuple[str, ...], value: object) -> bool:
    """An edit to the same text and a resume of an active goal leave the same goal: only the name differs."""
    return path == ("data", "operation") and {events[place]["data"]["operation"], value} == {"edit", "resume"}


@given(stories())
def test_the_events_of_any_story_fold_to_its_goal(story: Story) -> None:
    fold = Fold()
    fold.read(story.events)

    assert fold.current == story.current
    assert fold.cursor == len(story.events)


@given(stories())
def test_the_soft_reading_differs_from_the_strict_one_only_in_lagging_rounds(story: Story) -> None:
    seen = None
    for event in story.events:
        seen = project(seen, event)

    strict = Fold().read(story.events)
    assert (seen is None) == (strict is None)
    if seen is not None and strict is not None:
        assert (seen.ref, seen.phase, seen.objective) == (strict.ref, strict.phase, strict.objective)
        assert seen.rounds_started <= strict.rounds_started


REPLACEMENTS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 9),
    st.sampled_from(
        [2**53, 1.0, "", " x", "x", "goal", "user", "goal/change", "user/message", "other/event"]
    ),
    st.sampled_from([operation.value for operation in Operation]),
    st.sampled_from(["active", "paused", "blocked", "round-limit", "completion-rejected", "Why", "No"]),
    st.integers(0, 200_000),
    st.just({}),
)


@given(stories(), st.data())
def test_one_altered_field_is_rejected_or_tells_another_story(story: Story, data: st.DataObject) -> None:
    events = [event for event in story.events if event is not HUMAN]
    place = data.draw(st.integers(0, len(events) - 1))
    read = {key: value for key, value in events[place]["data"].items() if key != "text"}
    path = data.draw(st.sampled_from(leaves({"type": events[place]["type"], "data": read})[1:]))
    before = original(events, place, path)
    value = data.draw(
        REPLACEMENTS.filter(lambda new: type(new) is not type(before) or new != before)
        if not isinstance(before, int) or isinstance(before, bool)
        else REPLACEMENTS.filter(lambda new: type(new) is not int or new != before)
        | st.sampled_from([before + 1, before - 1, float(before)])
    )

    try:
        told = trace(altered(events, place, path, value))
    except CorruptEvent:
        return
    if not no_op_edit_or_resume(events, place, path, value):
        assert told != trace(events)


def is_rejected(events: list[Any]) -> bool:
    try:
        trace(events)
    except CorruptEvent:
        return True
    return False


@given(stories(), st.data())
def test_one_event_told_twice_or_before_its_predecessor_is_rejected(
    story: Story, data: st.DataObject
) -> None:
    events = [event for event in story.events if event is not HUMAN]
    place = data.draw(st.integers(0, len(events) - 1))

    assert is_rejected([*events[: place + 1], *events[place:]])
    if place > 0:
        assert is_rejected([*events[: place - 1], events[place], events[place - 1], *events[place + 1 :]])


@given(stories(), st.data())
def test_one_event_left_out_is_rejected_or_its_state_is_never_reached(
    story: Story, data: st.DataObject
) -> None:
    events = [event for event in story.events if event is not HUMAN]
    place = data.draw(st.integers(0, len(events) - 1))
    rest = events[:place] + events[place + 1 :]

    assert is_rejected(rest) or trace(events)[place] not in trace(rest)
