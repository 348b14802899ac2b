"""Tokens and money by cost centre, model, person and month: one grouped read of the ledger.

The period is the one an entry was posted to. Whoever wrote into a session is the person of that turn; a round
is its goal's owner's. A correction counts for the model and the person of the call it puts right.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from django.db.models import CharField, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce, Replace

from goals.models import Attempt
from goals.reports.window import Window
from governance.enums import EntryKind
from governance.models import LedgerEntry
from governance.money import ZERO

SPENDING = (EntryKind.POST, EntryKind.OVERRUN, EntryKind.CHARGE, EntryKind.CREDIT)
_DOWN = Q(kind=EntryKind.CREDIT)
OVERRUN = ":overrun"
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Tokens and exact money, with the input that was counted and how much of it came from a cache."""

    tokens: int = 0
    money: Decimal = ZERO
    input_tokens: int = 0
    cached_tokens: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            tokens=self.tokens + other.tokens, money=self.money + other.money,
            input_tokens=self.input_tokens + other.input_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One cell of the cube. `model` is empty where no call stands behind an entry."""

    period: str
    centre: int
    model: str
    person: int
    spent: Spent


def facts(window: Window) -> list[Fact]:
    """The cube of a window. One query."""
    grouped = (
        _entries(window)
        .annotate(model_name=_model(), who=_person())
        .values("period", "account__cost_centre", "model_name", "who")
        .annotate(
            **_sums(),
            input_sum=Sum("attempt__input_tokens", default=0),
            cached_sum=Sum("attempt__cached_input_tokens", default=0),
        )
        .order_by()
    )
    return [_fact(row) for row in grouped]


def total(window: Window) -> Spent:
    """The same window straight from the ledger, with nothing joined. One query; the cube is checked against it."""
    row = _entries(window).aggregate(**_sums())
    return Spent(tokens=row["up"] - row["down"], money=row["up_money"] - row["down_money"])


def by(cube: Iterable[Fact], key: Callable[[Fact], Key]) -> dict[Key, Spent]:
    """The cube added up along one side."""
    found: dict[Key, Spent] = {}
    for fact in cube:
        found[key(fact)] = found.get(key(fact), Spent()) + fact.spent
    return found


def of_all(cube: Iterable[Fact]) -> Spent:
    """The whole cube added up."""
    return sum((fact.spent for fact in cube), Spent())


def _entries(window: Window) -> QuerySet[LedgerEntry]:
    rows = LedgerEntry.objects.filter(window.accounts(), kind__in=SPENDING)
    return rows.filter(period__gte=window.first, period__lte=window.last)


def _sums() -> dict[str, Sum]:
    return {
        "up": Sum("tokens", filter=~_DOWN, default=0), "down": Sum("tokens", filter=_DOWN, default=0),
        "up_money": Sum("money", filter=~_DOWN, default=ZERO),
        "down_money": Sum("money", filter=_DOWN, default=ZERO),
    }  # fmt: skip


def _model() -> Coalesce:
    """The model of the call an entry belongs to: its own, the corrected one's, or the one it overran."""
    name = Replace(OuterRef("reference"), Value(OVERRUN), Value(""), output_field=CharField())
    overran = Attempt.objects.filter(entry__reference=name).values("model")[:1]
    return Coalesce(
        "attempt__model", "corrects__attempt__model", Subquery(overran), Value(""), output_field=CharField()
    )


def _person() -> Coalesce:
    return Coalesce("hold__execution__writer", "corrects__hold__execution__writer", "account__owner")


def _fact(row: Mapping[str, Any]) -> Fact:
    spent = Spent(
        tokens=row["up"] - row["down"], money=row["up_money"] - row["down_money"],
        input_tokens=row["input_sum"], cached_tokens=row["cached_sum"],
    )  # fmt: skip
    return Fact(
        period=row["period"], centre=row["account__cost_centre"], model=row["model_name"], person=row["who"],
        spent=spent,
    )  # fmt: skip
