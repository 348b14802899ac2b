"""What is left of goals that are not finished, at the pace they had so far. Two reads; pure arithmetic after them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext

from django.db.models import Count, Q, QuerySet, Sum

from goals.enums import Phase
from goals.models import Goal
from goals.reports.window import Window
from governance.money import ZERO

UNFINISHED = (Phase.ACTIVE, Phase.PAUSED, Phase.BLOCKED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """One goal: rounds its cap still allows, what is left of its budget, and what a round cost so far."""

    ref: str
    account: int
    objective: str
    phase: str
    rounds_done: int
    rounds_left: int
    spent_tokens: int
    tokens_left: int
    spent_money: Decimal
    money_left: Decimal | None

    @property
    def money_per_round(self) -> Decimal | None:
        return _each(self.spent_money, self.rounds_done)

    @property
    def tokens_per_round(self) -> Decimal | None:
        return _each(Decimal(self.spent_tokens), self.rounds_done)

    @property
    def pays_for(self) -> int | None:
        """Whole rounds that tokens and money still pay for at this pace; None before the first round."""
        found = [
            int(left / each)
            for left, each in (
                (self.money_left, self.money_per_round),
                (Decimal(self.tokens_left), self.tokens_per_round),
            )
            if left is not None and each
        ]
        return min(found) if found else None

    @property
    def ends_with(self) -> str:
        """What runs out first."""
        if self.pays_for is None:
            return "no round yet, so no pace"
        if self.rounds_left <= self.pays_for:
            return "the round cap"
        money, each = self.money_left, self.money_per_round
        by_money = int(money / each) if money is not None and each else None
        return "the money" if by_money is not None and by_money == self.pays_for else "the tokens"


def _each(total: Decimal, rounds: int) -> Decimal | None:
    with localcontext(prec=60):
        return total / rounds if rounds else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """All unfinished goals together."""

    goals: int
    rounds_left: int
    tokens_left: int
    money_left: Decimal
    without_cap: int


def unfinished(window: Window) -> QuerySet[Goal]:
    """Goals that may still run a round, oldest first."""
    rows = Goal.objects.filter(window.accounts(), cleared=False, phase__in=UNFINISHED)
    return rows.select_related("account").order_by("account_id")


def left_of(goal: Goal) -> Left:
    """What is left of one goal."""
    account = goal.account
    free = account.available_money
    return Left(
        ref=account.ref,
        account=account.pk,
        objective=goal.objective,
        phase=goal.phase,
        rounds_done=goal.rounds_started,
        rounds_left=max(0, goal.max_rounds - goal.rounds_started),
        spent_tokens=account.spent_tokens,
        tokens_left=account.available_tokens + account.held_tokens,
        spent_money=account.spent_money,
        money_left=None if free is None else free + account.held_money,
    )


def sums(window: Window) -> Sums:
    """The totals over every unfinished goal, also those that a page does not show. One query."""
    rows = unfinished(window).order_by()
    row = rows.aggregate(
        goals=Count("pk"),
        most=Sum("max_rounds", default=0),
        begun=Sum("rounds_started", default=0),
        tokens=Sum("account__budget_tokens", default=0),
        spent=Sum("account__spent_tokens", default=0),
        over=Sum("account__over_tokens", default=0),
        money=Sum("account__budget_money", default=ZERO),
        spent_money=Sum("account__spent_money", filter=Q(account__budget_money__isnull=False), default=ZERO),
        over_money=Sum("account__over_money", default=ZERO),
        without=Count("pk", filter=Q(account__budget_money=None)),
    )
    return Sums(
        goals=row["goals"],
        rounds_left=row["most"] - row["begun"],
        tokens_left=row["tokens"] - row["spent"] + row["over"],
        money_left=row["money"] - row["spent_money"] + row["over_money"],
        without_cap=row["without"],
    )
