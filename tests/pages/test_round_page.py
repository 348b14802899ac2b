"""Rounds, steps, tools, attempts: four decimals, each level equal to the one below, the raw record one click below."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goals.models import Execution, Goal, Step, ToolCall, Turn
from governance.web.format import amount, tokens
from tests.api.world import World, worked
from tests.cast import Cast
from tests.pages.goal_stories import long_goal
from tests.pages.visiting import Visitor, queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[World]:
    with worked(cast, settings, tmp_path) as found:
        yield found


def of_round(goal: Goal, number: int) -> str:
    return f"/goals/{goal.account.ref}/rounds/{number}/"


def step_of(step: Step) -> str:
    turn = step.turn
    ref = turn.execution.goal.account.ref
    return f"/goals/{ref}/executions/{turn.execution_id}/steps/{turn.number}.{step.number}/"


def test_a_round_shows_its_turns_steps_and_what_they_came_to(world: World, cast: Cast) -> None:
    one = Execution.objects.get(goal=world.goal, number=2)

    visitor = Visitor(cast.aud).get(of_round(world.goal, 2))

    assert (
        f"Steps, turns and ledger agree: {tokens(one.tokens)} tokens, USD {amount(one.money, places=4)}."
        in visitor.said
    )
    assert f"Round 2 {one.steps} steps" in visitor.said
    assert f"terms version 1, signed in {one.authorisation.request.ref}" in visitor.said
    assert [
        f"Step 1.{number}" for number in range(1, one.steps + 1) if f"Step 1.{number}" not in visitor.said
    ] == []


def test_a_persons_turn_has_its_own_page_under_its_writers_name(world: World, cast: Cast) -> None:
    turn = Execution.objects.get(goal=world.goal, kind="human")

    visitor = Visitor(cast.cy).get(f"/goals/{world.goal.account.ref}/turns/{turn.pk}/")

    assert (visitor.status, "A turn of Ben Osei of G-" in visitor.said) == (200, True)


def test_a_step_shows_tools_attempts_and_the_raw_usage_of_the_provider(world: World, cast: Cast) -> None:
    call = ToolCall.objects.filter(step__turn__execution__goal=world.goal, name="read_file").first()
    assert call is not None

    visitor = Visitor(cast.aud).get(step_of(call.step))

    assert "1 read_file" in visitor.said
    assert '"prompt_tokens":' in visitor.said
    assert "reported by the provider" in visitor.said
    attempt = call.step.attempts.get()
    assert f"Posted: entry {attempt.entry.seq}, {tokens(attempt.tokens)} tokens" in visitor.said


def test_what_a_tool_gave_back_comes_whole_as_plain_text(world: World, cast: Cast) -> None:
    call = ToolCall.objects.filter(step__turn__execution__goal=world.goal, name="read_file").first()
    assert call is not None
    assert call.result is not None

    answer = Visitor(cast.aud).client.get(f"{step_of(call.step)}tools/{call.number}/gave/")

    assert answer.content.decode() == call.result.text
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    ["rounds/99/", "rounds/0/", "turns/99999/", "executions/1/steps/9.9/", "rounds/99999999999999999999999/",
     "session/?execution=99999999999", "record/99999/", "executions/99999999999999999999999/steps/1.1/"],
)  # fmt: skip
def test_what_is_not_there_is_not_found(cast: Cast, path: str) -> None:
    goal = long_goal(cast, 1)

    assert Visitor(cast.cy).get(f"/goals/{goal.account.ref}/{path}").status == 404


def test_a_step_of_another_goal_is_not_found_under_this_one(cast: Cast) -> None:
    one, other = long_goal(cast, 1), long_goal(cast, 1, objective="Another wish")
    theirs = Step.objects.filter(turn__execution__goal=other).first()
    assert theirs is not None

    path = step_of(theirs).replace(other.account.ref, one.account.ref)

    assert Visitor(cast.cy).get(path).status == 404


def test_the_four_decimals_of_the_steps_add_up_to_the_round(cast: Cast) -> None:
    goal = long_goal(cast, 1)
    step = Step.objects.filter(turn__execution__goal=goal).first()
    assert step is not None
    _change(step, "0.0046123")

    said = Visitor(cast.cy).get(of_round(goal, 1)).said

    assert "0.0046 Step 1.2" in said
    assert "rounding" not in said


def _change(step: Step, money: str) -> None:
    """A step of another amount, and everything above it likewise."""
    difference = type(step.money)(money) - step.money
    for model, key in ((Step, step.pk), (Turn, step.turn_id), (Execution, step.turn.execution_id)):
        row = model.objects.get(pk=key)
        row.money += difference
        row.save(update_fields=["money"])


def test_a_round_whose_turns_do_not_add_up_says_so(cast: Cast) -> None:
    goal = long_goal(cast, 1)
    Turn.objects.filter(execution__goal=goal).update(tokens=299)

    assert "These do not agree: its turns say 299 tokens" in Visitor(cast.cy).get(of_round(goal, 1)).said


def test_three_hundred_steps_are_read_page_by_page_at_the_same_cost(cast: Cast) -> None:
    small, large = long_goal(cast, 1), long_goal(cast, 1, objective="A long round")
    turn = Turn.objects.get(execution__goal=large)
    Step.objects.bulk_create(
        [
            Step(turn=turn, number=number, sentence="Looked.", started_at=turn.started_at)
            for number in range(4, 301)
        ]
    )
    Execution.objects.filter(goal=large).update(steps=300)

    visitor = Visitor(cast.cy).get(of_round(large, 1))

    assert "200 steps On other pages." in visitor.said
    assert queries(cast.cy, of_round(large, 1)) == queries(cast.cy, of_round(small, 1)) <= 30
