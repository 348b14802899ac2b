"""The counters of a goal: what the pages show without adding up its rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goals.models import Attempt, GoalTotals
from goals.proofs import check_all
from governance.money import ZERO
from tests.cast import Cast
from tests.goals.agent_stories import signed_goal

pytestmark = pytest.mark.django_db


def test_rounds_and_turns_are_counted_as_they_are_posted(cast: Cast, settings: Any, tmp_path: Path) -> None:
    with signed_goal(cast, settings, tmp_path, script="echo") as story:
        story.round()
        story.says("What is left?")

    totals, account = GoalTotals.objects.get(goal=story.goal), story.fresh().account
    attempts = Attempt.objects.filter(execution__goal=story.goal)
    assert (totals.tokens, totals.money) == (account.spent_tokens, account.spent_money)
    assert totals.input_tokens == sum(one.input_tokens or 0 for one in attempts)
    assert (totals.attempts, totals.doubtful_attempts, totals.doubtful_tokens, totals.doubtful_money) == (
        len(attempts), 0, 0, ZERO,
    )  # fmt: skip
    assert _broken() == []


def test_what_the_provider_did_not_report_is_counted_as_doubtful(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with signed_goal(cast, settings, tmp_path, script="echo") as story:
        story.endpoint.plan(usage="absent")
        story.round()

    totals = GoalTotals.objects.get(goal=story.goal)
    assert totals.doubtful_attempts == totals.attempts > 0
    assert totals.doubtful_tokens == totals.tokens > 0
    assert _broken() == []


def test_a_counter_that_is_off_breaks_a_rule(cast: Cast, settings: Any, tmp_path: Path) -> None:
    with signed_goal(cast, settings, tmp_path, script="echo") as story:
        story.round()
    GoalTotals.objects.filter(goal=story.goal).update(tokens=1)

    assert len(_broken()) == 1


def _broken() -> list[str]:
    """What breaks the rule of totals; the story makes its goal without events, which other rules see."""
    return [found.sentence for found in check_all() if found.rule == "I3"]
