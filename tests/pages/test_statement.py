"""The statement: opening minus lines minus rest is zero, exactly; one sheet carries to the next."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goals import approvals, operations
from goals.models import Goal
from goals.web import statement_lines
from goals.web.statement_lines import Move, Parts
from governance.money import ZERO
from governance.web.format import rounded
from governance.web.sheets import split
from tests.api.world import worked
from tests.cast import Cast
from tests.goals.approvals import asked, signed, signed_goal
from tests.goals.terms_stories import terms
from tests.pages.goal_stories import long_goal
from tests.pages.visiting import Visitor, queries

AT = datetime(2026, 6, 1, 9, 41, tzinfo=UTC)
AMOUNTS = st.decimals(min_value=0, max_value=500, places=10)


def parts(budget: Decimal, spends: list[Decimal], *, change: Decimal = ZERO, capped: bool = True) -> Parts:
    moves = [
        Move(AT + timedelta(hours=at), f"Round {at}", "", -10, -one) for at, one in enumerate(spends, start=1)
    ]
    left = budget + change - sum(spends, ZERO)
    rest = Move(None, "", "Available", -(1_000 - 10 * len(spends)), -left)
    changes = [Move(AT + timedelta(minutes=90), "", "Budget raised", 0, change)] if change else []
    return Parts(
        opening=Move(AT, "", "Budget signed", 1_000, budget), changes=changes, spends=moves, rest=[rest],
        spent_words="Spent", total_words="Accounted for", ended=False, capped=capped,
    )  # fmt: skip


@settings(max_examples=200)
@given(budget=AMOUNTS, spends=st.lists(AMOUNTS, max_size=12), change=AMOUNTS)
def test_whatever_was_spent_the_account_comes_to_zero_and_its_lines_add_up(
    budget: Decimal, spends: list[Decimal], change: Decimal
) -> None:
    made = parts(budget, spends, change=change)
    lines = statement_lines.lines(made)

    assert statement_lines.comes_to_zero(made)
    at = next(place for place, line in enumerate(lines) if line.style == "subtotal")
    of_rounds = [line for line in lines[1:at] if line.strong or line.entry == "rounding"]
    assert sum(rounded(line.usd or ZERO, places=2) for line in of_rounds) == rounded(
        lines[at].usd or ZERO, places=2
    )
    beside = [line for line in lines[1:at] if line.entry == "Budget raised"]
    below = [lines[at], *beside, *lines[at + 1 : -1]]
    assert sum(rounded(line.usd or ZERO, places=2) for line in below) == rounded(
        lines[-1].usd or ZERO, places=2
    )
    assert (lines[-1].tokens_balance, lines[-1].usd_balance) == (0, ZERO)


def test_an_account_that_does_not_come_to_zero_is_found() -> None:
    made = parts(Decimal(20), [Decimal("4.42")])

    assert not statement_lines.comes_to_zero(replace(made, rest=[replace(made.rest[0], tokens=-1)]))
    assert not statement_lines.comes_to_zero(replace(made, rest=[replace(made.rest[0], money=ZERO)]))


def test_without_a_cap_money_is_told_and_has_no_balance() -> None:
    lines = statement_lines.lines(parts(ZERO, [Decimal("4.42")], capped=False))

    assert [line.usd for line in lines] == [None, Decimal("-4.42"), Decimal("-4.42"), None, None]
    assert {line.usd_balance for line in lines} == {None}


def test_a_long_account_carries_its_balance_from_sheet_to_sheet() -> None:
    lines = statement_lines.lines(parts(Decimal(200), [Decimal("1.5")] * 60))
    sheets = split(lines)

    assert [sheet.carried for sheet in sheets[:-1]] == [sheet.brought for sheet in sheets[1:]]
    assert sheets[-1].carried is None


def statement(who: Any, goal: Goal) -> Visitor:
    return Visitor(who).get(f"/goals/{goal.account.ref}/statement/")


@pytest.mark.django_db
def test_a_goal_that_was_accepted_is_told_from_its_signature_to_its_release(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with worked(cast, settings, tmp_path) as world:
        path = f"/goals/{world.goal.account.ref}/completion/"
        Visitor(cast.cy).post(path, answer="accept", reason="Compared with my own sample.")
        said = statement(cast.aud, world.goal).said
        account = world.story.fresh().account

    assert "Complete and accepted." in said
    assert "Budget signed by Cy Lindholm" in said
    assert "Spent in 3 rounds and 1 human turn" in said
    assert "Released to 4210 on acceptance" in said
    assert f"Rounds, turns, steps and ledger agree: {account.spent_tokens:,} tokens" in said
    assert "The account comes to zero." in said
    assert "Chain whole," in said


@pytest.mark.django_db
def test_raised_and_narrowed_budgets_are_lines_of_their_own(cast: Cast) -> None:
    goal = signed_goal(cast)
    wider = terms(budget_tokens=600_000, budget_money="18.00")
    more = approvals.ask_change(
        acting=cast.acting(cast.ben), goal_id=goal.pk, terms=wider, base_digest=goal.account.terms.digest,
        reason="More suppliers.",
    )  # fmt: skip
    signed(cast, more, by=cast.dee)
    goal.account.refresh_from_db()
    approvals.narrow(
        acting=cast.acting(cast.ben), goal_id=goal.pk, terms=terms(budget_tokens=500_000, budget_money="15.00"),
        base_digest=goal.account.terms.digest, reason="Fewer after all.",
    )  # fmt: skip

    said = statement(cast.aud, goal).said

    assert "Budget signed by Cy Lindholm" in said
    assert "Budget signed by Dee Okafor" in said
    assert "+200,000 600,000 +6.00 18.00" in said
    assert "Budget narrowed" in said
    assert "−100,000 500,000 −3.00 15.00" in said
    assert "The account comes to zero." in said


@pytest.mark.django_db
def test_a_closed_goal_says_by_whom_and_where_the_rest_went(cast: Cast) -> None:
    goal = signed_goal(cast)
    operations.clear(acting=cast.acting(cast.cy), goal_id=goal.pk, revision=1, reason="Not needed any more.")

    said = statement(cast.ben, goal).said

    assert "Closed by Cy Lindholm on" in said
    assert "Released to 4210 at its close" in said


@pytest.mark.django_db
def test_three_hundred_rounds_are_two_hundred_lines_and_one(cast: Cast) -> None:
    goal = long_goal(cast, 300)

    said = statement(cast.aud, goal).said

    assert "Before round 101 rounds and people’s turns, in one line" in said
    assert (
        "Rounds, turns, steps and ledger agree: 90,000 tokens, USD 4.14. The account comes to zero." in said
    )


@pytest.mark.django_db
def test_it_costs_the_same_with_one_round_and_with_thirty(cast: Cast) -> None:
    few, many = long_goal(cast, 1), long_goal(cast, 30, objective="Another goal of thirty rounds")

    counts = [queries(cast.aud, f"/goals/{goal.account.ref}/statement/") for goal in (few, many)]

    assert counts[0] == counts[1] <= 30


@pytest.mark.django_db
def test_a_goal_without_a_cap_has_a_statement_in_tokens(cast: Cast) -> None:
    signed(cast, asked(cast, budget_money=None))

    said = statement(cast.aud, Goal.objects.get()).said

    assert "400,000 tokens, no money cap" in said or "400,000 tokens no money cap" in said
    assert "The account comes to zero." in said
