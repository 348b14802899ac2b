"""The budget of a goal as its bar and equation show it, straight from the account's counters. Never adds spend up."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from goals.models import Execution, Goal
from goals.web.facts import Facts
from goals.web.five_answers import Books
from goals.web.gathering import totals_of
from governance.web.bars import MOST_SPLITS
from governance.web.budget import BudgetFigures, RoundSpend
from governance.web.format import tokens


def figures(goal: Goal, shown: Sequence[Execution] = (), *, whole: bool = False) -> BudgetFigures:
    """Spent, committed and budget. Where all rounds are in hand, the spent part is split by them."""
    account = goal.account
    return BudgetFigures(
        tokens_spent=account.spent_tokens, tokens_committed=account.held_tokens,
        tokens_budget=account.budget_tokens, usd_spent=account.spent_money, usd_committed=account.held_money,
        usd_budget=account.budget_money, currency=account.currency,
        rounds=_splits(shown) if whole else (),
    )  # fmt: skip


def _splits(shown: Sequence[Execution]) -> tuple[RoundSpend, ...]:
    if len(shown) > MOST_SPLITS:
        return ()
    return tuple(RoundSpend(str(one.number or ""), one.tokens, one.money) for one in shown)


def books(goal: Goal) -> Books:
    """What the five answers say about money."""
    account, totals = goal.account, totals_of(goal)
    return Books(
        tokens=account.spent_tokens, money=account.spent_money, budget_tokens=account.budget_tokens,
        cap=account.budget_money, over=figures(goal).over, attempts=totals.attempts,
        doubtful=totals.doubtful_attempts, doubtful_tokens=totals.doubtful_tokens,
        doubtful_money=Decimal(totals.doubtful_money),
    )  # fmt: skip


def held_for(facts: Facts, budget: BudgetFigures) -> str:
    """What the committed part is held for, in one sentence."""
    numbered = " Numbers in the bar are rounds." if budget.rounds else ""
    if facts.live is None:
        return f"Nothing is committed.{numbered}" if budget.tokens_committed == 0 else numbered.strip()
    if facts.live.uncertain:
        return f"Committed is the bound of a call of {facts.live.name} whose answer was lost.{numbered}"
    used = (
        f" It has used {tokens(facts.live.tokens)} tokens so far, which are in Spent."
        if facts.live.tokens
        else ""
    )
    held = f"Committed is held for {facts.live.name}; what it does not use is released at its end."
    return f"{held}{used}{numbered}"
