"""The soft reading shows the last well-formed snapshot and never stumbles."""

from copy import deepcopy
from functools import reduce

import pytest

from goals.enums import Operation, Phase
from goals.projection import project
from tests.goals.stories import FIRST_ID, story_of


def test_there_is_nothing_to_show_before_a_create() -> None:
    assert project(None, {"type": "user/message", "data": {"source": {"kind": "user"}}}) is None


def test_the_last_snapshot_wins_as_a_whole() -> None:
    events = story_of(Operation.EDIT, Operation.BLOCK, Operation.RESUME, Operation.COMPLETE).events

    seen = reduce(project, events, None)

    assert seen is not None
    assert (seen.revision, seen.phase, seen.blocked_reason) == (5, Phase.COMPLETE, None)
    assert project(None, events[-1]) == seen


def test_there_is_nothing_to_show_after_a_clear() -> None:
    assert reduce(project, story_of(Operation.CLEAR).events, None) is None


@pytest.mark.parametrize("kind", ["agent/inbox/queued", "agent/inbox/spliced", "goal/changed"])
def test_what_waits_in_an_inbox_revives_no_cleared_goal(kind: str) -> None:
    story = story_of(Operation.CLEAR)

    assert project(None, {"type": kind, "data": story.events[0]["data"]}) is None


@pytest.mark.parametrize(
    "broken", [None, {}, {"type": "goal/change"}, {"type": "goal/change", "data": {"version": 2}}]
)
def test_a_malformed_event_leaves_the_very_same_object(broken: object) -> None:
    story = story_of()
    seen = project(None, story.events[0])
    bad = deepcopy(story.events[0])
    bad["data"]["goal"]["revision"] = True

    assert seen is not None
    assert project(seen, broken) is seen
    assert project(seen, bad) is seen


def test_rounds_lag_until_the_next_change() -> None:
    story = story_of()
    story.admit()
    lagging = reduce(project, story.events, None)
    story.do(Operation.PAUSE)
    caught_up = reduce(project, story.events, None)

    assert lagging is not None
    assert caught_up is not None
    assert (lagging.id, lagging.rounds_started, caught_up.rounds_started) == (FIRST_ID, 0, 1)
