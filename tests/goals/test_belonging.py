"""An account that stands on another's signature, and a hold that its entries do not make, are found by the proofs."""

from __future__ import annotations

import pytest
from django.db import connection

from goals.gate import admission
from goals.models import Goal
from goals.proofs import check_all
from goals.rounds import reservations
from governance import triggers
from governance.actors import COUNTERSIGN
from governance.models import Account, Hold
from tests.cast import Cast
from tests.goals.approvals import signed_goal

pytestmark = pytest.mark.django_db


def _admitted(goal: Goal) -> None:
    waiting, answer = reservations.reserve(acting=COUNTERSIGN, goal_id=goal.pk)
    assert waiting is not None, answer.sentence
    assert admission.admit(waiting.pk, worker="a story").lease is not None


@pytest.fixture
def two(cast: Cast) -> tuple[Goal, Goal]:
    limits = {"budget_money": None, "per_round_money": None}
    return signed_goal(cast, **limits), signed_goal(cast, **limits)


def test_nothing_is_said_of_books_that_are_right(cast: Cast, two: tuple[Goal, Goal]) -> None:
    _admitted(two[0])

    assert check_all() == []


@pytest.mark.parametrize("column", ["authorisation_id", "terms_id"])
def test_an_account_that_stands_on_what_another_signed(two: tuple[Goal, Goal], column: str) -> None:
    mine, other = (goal.account for goal in two)
    Account.objects.filter(pk=mine.pk).update(**{column: getattr(other, column)})

    assert [(found.rule, found.sentence.startswith(f"{mine.ref} stands on")) for found in check_all()] == [
        ("I8", True)
    ]


def test_a_hold_that_was_widened_by_what_nobody_posted(two: tuple[Goal, Goal]) -> None:
    _admitted(two[0])
    held = Hold.objects.get()
    triggers.remove(connection)
    Hold.objects.filter(pk=held.pk).update(tokens=held.tokens + 500, posted_tokens=held.posted_tokens + 500)

    assert [found.rule for found in check_all()] == ["I6", "I6"]
