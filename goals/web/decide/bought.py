"""What the rounds bought so far, and what the asked budget would buy: tables and figures for the decision page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from goals.models import Execution, Goal
from goals.terms import Terms
from goals.web import sections
from goals.web.decide import pace
from goals.web.decide.pace import Bought, Pace
from goals.web.round_rows import ended_of, sum_of
from goals.web.spend_lines import total
from governance.money import ZERO
from governance.web.budget import BudgetFigures
from governance.web.cells import Column, Row, Table
from governance.web.format import counted, money, rounding_line, tokens
from governance.web.inbox.lately import short

SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SoFar:
    """The last rounds of a goal, oldest first, and their pace."""

    shown: Sequence[Execution]
    table: Table
    pace: Pace


def so_far(goal: Goal) -> SoFar:
    """The newest rounds as a table whose total is the goal's own. A constant number of queries."""
    newest = list(ended_of(goal).filter(kind=Execution.Kind.ROUND).order_by("-pk")[:SHOWN])
    shown = newest[::-1]
    said = sections.of(goal.strategy).said([one.pk for one in shown]) if shown else {}
    lines = [
        Row([str(one.number), short(said.get(one.pk) or one.sentence, limit=110), one.tokens, one.money])
        for one in shown
    ]
    whole, seen = sum_of(ended_of(goal)), total(shown)
    before = whole - seen
    if before.tokens or before.money:
        lines.insert(0, Row(["before", "earlier rounds and people’s turns", before.tokens, before.money]))
    carried = rounding_line([*(one.money for one in shown), before.money], whole.money)
    if carried:
        lines.append(Row(["rounding", "", "", carried]))
    if lines:
        rounds = counted(goal.rounds_started, "round")
        lines.append(Row(["Total", rounds, whole.tokens, whole.money], style="total"))
    columns = [Column("Round"), Column("Reported, not checked"), Column("Tokens", "tokens"),
               Column(goal.account.currency, "usd")]  # fmt: skip
    counted_for = [one for one in shown if one.tokens]
    table = Table("What each round reported and cost", columns, lines, empty="No round has run yet.")
    return SoFar(shown=shown, table=table, pace=pace.pace_of(counted_for))


def pace_note(known: Pace, currency: str) -> str:
    """ "at the pace of the last 3 rounds: USD 2.50 and 211,740 tokens a round"."""
    if not known.rounds:
        return "no round has run yet, so nobody knows the pace"
    last = "the last round" if known.rounds == 1 else f"the last {counted(known.rounds, 'round')}"
    return f"at the pace of {last}: {money(known.money, currency=currency)} and {tokens(known.tokens)} tokens a round"


def would_buy(goal: Goal, asked: Terms, known: Pace) -> tuple[BudgetFigures, Bought]:
    """The bar and its equation under the asked totals, with what is held counted among what is planned."""
    account = goal.account
    used_tokens, used_money = (
        account.spent_tokens + account.held_tokens,
        account.spent_money + account.held_money,
    )
    plan = pace.bought(
        known, allowed=max(0, asked.max_rounds - goal.rounds_started),
        left_tokens=asked.budget_tokens - used_tokens,
        left_money=None if asked.budget_money is None else asked.budget_money - used_money,
        now_tokens=account.available_tokens, now_money=account.available_money,
    )  # fmt: skip
    left = (
        f"{counted(plan.rounds, 'round')} left"
        if not plan.short
        else f"{counted(plan.rounds, 'round')} of {plan.allowed} left"
    )
    words = {
        "planned": f"Running, {left}" if account.held_tokens else left,
        "available": "Left over",
        "budget": "Asked",
    }
    return BudgetFigures(
        tokens_spent=account.spent_tokens, tokens_committed=0, tokens_budget=asked.budget_tokens,
        usd_spent=account.spent_money, usd_committed=ZERO, usd_budget=asked.budget_money,
        tokens_planned=plan.tokens + account.held_tokens, usd_planned=plan.money + account.held_money,
        signed_cap_usd=account.budget_money, words=words, currency=account.currency,
    ), plan  # fmt: skip


def sentence(plan: Bought, known: Pace, account: Any, asked: Terms) -> list[dict[str, str]]:
    """What the raise would pay for, in one sentence of parts: {"strong"} stands out, {"text"} does not."""
    if not known.rounds or not plan.allowed:
        return (
            [{"text": "No further round is allowed by the cap, so more budget alone buys nothing."}]
            if not plan.allowed
            else []
        )
    rounds = f"the {counted(plan.allowed, 'round')} that the cap allows"
    if plan.short:
        return [{"text": f"At this pace the asked budget pays for {plan.rounds} of {rounds}."}]
    if not plan.more_tokens and not plan.more_money:
        return [{"text": f"The budget as it stands already pays for {rounds} at this pace."}]
    first = (
        money(plan.more_money, currency=account.currency)
        if plan.more_money
        else f"{tokens(plan.more_tokens)} tokens"
    )
    also = f" and {tokens(plan.more_tokens)} tokens" if plan.more_money and plan.more_tokens else ""
    rest = f"{also} would pay for {rounds}{_more_asked(account, asked)}."
    return [{"text": "A raise of "}, {"strong": first}, {"text": rest}]


def _more_asked(account: Any, asked: Terms) -> str:
    """ "; USD 10.00 is asked", in the unit in which something is."""
    if asked.budget_money is not None and account.budget_money is not None:
        more = asked.budget_money - account.budget_money
        if more > 0:
            return f"; {money(more, currency=account.currency)} is asked"
    count = asked.budget_tokens - account.budget_tokens
    return f"; {tokens(count)} tokens are asked" if count > 0 else ""
