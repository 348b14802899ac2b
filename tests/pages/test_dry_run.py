"""The dry run: the gate's answer check by check, with other totals if asked, and nothing is held or recorded."""

from __future__ import annotations

import pytest

from goals import operations
from governance.models import Event, Hold, Outbox
from tests.cast import Cast
from tests.goals.agent_stories import price
from tests.goals.approvals import signed_goal
from tests.pages.visiting import Visitor

pytestmark = pytest.mark.django_db


def dry_run(cast: Cast, goal: object, query: str = "", who: str = "aud") -> Visitor:
    return Visitor(getattr(cast, who)).get(f"/goals/{goal.account.ref}/admission/{query}")  # type: ignore[attr-defined]


@pytest.mark.django_db
def test_an_admission_says_what_would_be_held(cast: Cast) -> None:
    price("scripted-1")
    price("scripted-2")
    goal = signed_goal(cast, per_round_tokens=90_000)

    said = dry_run(cast, goal).said

    assert "Would round 1 of G-" in said
    assert (
        "Yes. Round 1 of 5 is admitted after all 12 checks passed; 90,000 tokens and USD 12.00 committed."
        in said
    )
    assert said.count(": yes") == 12


def test_the_first_check_that_fails_is_the_answer_and_the_rest_is_not_asked(cast: Cast) -> None:
    goal = signed_goal(cast)
    operations.pause(acting=cast.acting(cast.olu), goal_id=goal.pk, revision=1)

    said = dry_run(cast, goal).said

    assert "No. The goal is paused." in said
    assert (said.count(": yes"), said.count(": no "), said.count("not asked any more")) == (2, 1, 9)


def test_with_another_budget_the_answer_is_another(cast: Cast) -> None:
    goal = signed_goal(cast, budget_money=None, budget_tokens=100)

    assert "No. A round needs at least" in dry_run(cast, goal).said
    assert "Yes. Round 1 of 5 is admitted" in dry_run(cast, goal, "?budget_tokens=400000").said


@pytest.mark.parametrize("query", ["?budget_tokens=4e5", "?budget_tokens=-1", "?budget_money=ten"])
def test_totals_that_are_none_are_refused_at_their_field(cast: Cast, query: str) -> None:
    said = dry_run(cast, signed_goal(cast), query).said

    assert "Give a" in said


def test_it_moves_nothing(cast: Cast) -> None:
    goal = signed_goal(cast)
    before = (Event.objects.count(), Hold.objects.count(), Outbox.objects.count())

    dry_run(cast, goal, "?budget_tokens=1")

    assert (Event.objects.count(), Hold.objects.count(), Outbox.objects.count()) == before
