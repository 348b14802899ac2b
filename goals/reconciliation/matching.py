"""Compares the lines of an export with the posted calls. Pure after one read of the books; moves nothing.

A line that names a call is held against that call, the rest against the day and the model together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

from goals.models import Attempt
from goals.reconciliation.export_file import Line
from governance.money import ZERO

HALF_A_CENT = Decimal("0.005")


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A posted call as the books have it."""

    attempt: str
    ref: str
    where: str
    day: date
    model: str
    tokens: int
    money: Decimal
    usage_state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One call with the lines that name it."""

    call: Call
    tokens: int
    cost: Decimal | None

    @property
    def more_tokens(self) -> int:
        return self.tokens - self.call.tokens

    @property
    def more_money(self) -> Decimal:
        return ZERO if self.cost is None else self.cost - self.call.money

    @property
    def differs(self) -> bool:
        return bool(self.more_tokens) or abs(self.more_money) >= HALF_A_CENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """Everything of one day and model: the provider's sums beside ours."""

    day: date
    model: str
    theirs_tokens: int
    ours_tokens: int
    theirs_money: Decimal | None
    ours_money: Decimal

    @property
    def differs(self) -> bool:
        money = ZERO if self.theirs_money is None else self.theirs_money - self.ours_money
        return self.theirs_tokens != self.ours_tokens or abs(money) >= HALF_A_CENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The outcome. `missing` are calls we posted that the export does not have, `extra` lines that name no call."""

    days: Sequence[Day]
    pairs: Sequence[Pair]
    missing: Sequence[Call]
    extra: Sequence[Line]
    by_call: bool

    @property
    def variances(self) -> list[Pair]:
        return [pair for pair in self.pairs if pair.differs]

    @property
    def clean(self) -> bool:
        return not (self.variances or self.missing or self.extra or any(day.differs for day in self.days))


def calls(first: date, last: date) -> list[Call]:
    """Every posted call that began on these days. One query."""
    begin = datetime.combine(first, time(), UTC)
    rows = Attempt.objects.filter(
        started_at__gte=begin, started_at__lt=begin + (last - first + timedelta(days=1)), entry__isnull=False
    ).select_related("execution__goal__account")
    return [_call(row) for row in rows.order_by("started_at", "pk")]


def _call(row: Attempt) -> Call:
    number = row.execution.number
    return Call(
        attempt=str(row.pk),
        ref=row.execution.goal.account.ref,
        where=f"round {number}" if number else "a person’s turn",
        day=row.started_at.astimezone(UTC).date(),
        model=row.returned_model or row.model,
        tokens=row.tokens,
        money=row.money,
        usage_state=row.usage_state,
    )


def match(lines: Sequence[Line], posted: Sequence[Call]) -> Found:
    """Lines against calls, by id where a line has one, and by day and model in any case."""
    known = {call.attempt: call for call in posted}
    named: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        named[line.request].append(line)
    by_call = any(request for request in named)
    pairs = [_pair(known[request], found) for request, found in named.items() if request in known]
    paired = {pair.call.attempt for pair in pairs}
    return Found(
        days=_days(lines, posted),
        pairs=pairs,
        by_call=by_call,
        missing=[call for call in posted if call.attempt not in paired and call.tokens] if by_call else [],
        extra=[line for line in lines if line.request not in known] if by_call else [],
    )


def _pair(call: Call, found: Iterable[Line]) -> Pair:
    listed = list(found)
    return Pair(call=call, tokens=sum(line.tokens for line in listed), cost=_cost(listed))


def _cost(lines: Iterable[Line]) -> Decimal | None:
    costs = [line.cost for line in lines]
    return None if any(cost is None for cost in costs) else sum((cost or ZERO for cost in costs), ZERO)


def _days(lines: Sequence[Line], posted: Sequence[Call]) -> list[Day]:
    theirs: dict[tuple[date, str], list[Line]] = defaultdict(list)
    ours: dict[tuple[date, str], list[Call]] = defaultdict(list)
    for line in lines:
        theirs[(line.day, line.model)].append(line)
    for call in posted:
        ours[(call.day, call.model)].append(call)
    has_money = all(line.cost is not None for line in lines)
    return [
        Day(
            day=day,
            model=model,
            theirs_tokens=sum(line.tokens for line in theirs[(day, model)]),
            ours_tokens=sum(call.tokens for call in ours[(day, model)]),
            theirs_money=(_cost(theirs[(day, model)]) or ZERO) if has_money else None,
            ours_money=sum((call.money for call in ours[(day, model)]), ZERO),
        )
        for day, model in sorted({*theirs, *ours})
    ]
