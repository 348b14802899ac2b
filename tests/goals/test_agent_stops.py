"""Stops while a call is in flight: it is recorded in full, its round ends before the next step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.db import connection

from goals import operations
from goals.activation import is_armed
from goals.models import Attempt, Execution
from governance import freezes
from tests.cast import Cast
from tests.goals.agent_stories import Story, signed_goal

pytestmark = pytest.mark.django_db(transaction=True)
LOOK = {"name": "list_files", "arguments": {}}


@pytest.fixture
def story(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[Story]:
    with signed_goal(cast, settings, tmp_path) as story:
        yield story


def _while_called(story: Story, act: Callable[[], Any]) -> Execution:
    """Run a round whose first call is held by the provider until `act` is done."""
    story.endpoint.plan(hold=True, tool_calls=[LOOK])
    ended: list[Execution] = []

    def work() -> None:
        try:
            ended.append(story.round())
        finally:
            connection.close()

    worker = Thread(target=work)
    worker.start()
    story.endpoint.wait_for_calls(1)
    act()
    story.endpoint.release()
    worker.join()
    return ended[0]


def _recorded_and_over(story: Story, ended: Execution, phase: str) -> None:
    attempt = Attempt.objects.get()
    assert (ended.state, ended.outcome, ended.steps) == ("cancelled", "cancelled", 1)
    assert (attempt.state, attempt.usage_state, attempt.tokens) == ("recorded", "reported", ended.tokens)
    goal = story.fresh()
    assert (goal.phase, goal.rounds_started, is_armed(goal)) == (phase, 1, phase == "active")
    assert (goal.account.spent_tokens, goal.account.held_tokens) == (ended.tokens, 0)
    assert story.endpoint.call_count == 1


def test_a1_11_a_pause_during_a_step_pauses_the_goal_and_keeps_the_number_used(story: Story) -> None:
    ben = story.cast.acting(story.cast.ben)
    ended = _while_called(story, lambda: operations.pause(acting=ben, goal_id=story.goal.pk, revision=1))

    _recorded_and_over(story, ended, "paused")
    assert ended.sentence == "The goal is paused."


def test_a_goal_that_is_closed_during_a_step_ends_its_round(story: Story) -> None:
    cy = story.cast.acting(story.cast.cy)
    ended = _while_called(story, lambda: operations.clear(acting=cy, goal_id=story.goal.pk, revision=1))

    assert (ended.state, ended.sentence) == ("cancelled", "The goal was closed.")
    assert story.fresh().account.held_tokens == 0


def test_a_freeze_during_a_step_ends_its_round_and_leaves_the_goal_as_it_was(story: Story) -> None:
    olu = story.cast.acting(story.cast.olu)
    ended = _while_called(story, lambda: freezes.freeze(acting=olu, reason="something is wrong"))

    _recorded_and_over(story, ended, "active")


def test_a_person_who_completes_the_goal_during_a_step_ends_its_round(story: Story) -> None:
    ben = story.cast.acting(story.cast.ben)
    ended = _while_called(
        story,
        lambda: operations.complete(acting=ben, goal_id=story.goal.pk, revision=1, evidence="done by hand"),
    )

    _recorded_and_over(story, ended, "complete")
