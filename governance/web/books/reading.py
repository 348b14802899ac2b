"""What the budget pages read: envelopes and spend by the ledger, in a constant number of queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Q, Sum

from governance import envelopes
from governance.enums import EntryKind
from governance.envelopes import Figures
from governance.models import CostCentre, Envelope, LedgerEntry
from governance.money import ZERO

SPENDING = (EntryKind.POST, EntryKind.OVERRUN, EntryKind.CHARGE, EntryKind.CREDIT)
_DOWN = Q(kind=EntryKind.CREDIT)


@dataclass(frozen=True, slots=True)
class Spend:
    """What the ledger says was spent: tokens, and exact money in one currency."""

    tokens: int = 0
    money: Decimal = ZERO


@dataclass(frozen=True, slots=True, kw_only=True)
class Centre:
    """One cost centre in one period. `figures` None: it keeps no envelope for it."""

    row: CostCentre
    envelope: Envelope | None
    figures: Figures | None
    posted: Spend


def spends() -> dict[str, Sum]:
    """Aggregates over entries that spend; subtract `back_*` from `out_*`."""
    return {
        "out_tokens": Sum("tokens", filter=~_DOWN, default=0),
        "back_tokens": Sum("tokens", filter=_DOWN, default=0),
        "out_money": Sum("money", filter=~_DOWN, default=ZERO),
        "back_money": Sum("money", filter=_DOWN, default=ZERO),
    }


def spend_of(row: Mapping[str, Any]) -> Spend:
    """Spend from a row that has `spends()`."""
    return Spend(row["out_tokens"] - row["back_tokens"], row["out_money"] - row["back_money"])


def posted_by_centre(period: str) -> dict[int, Spend]:
    """What the ledger of a period says, by id of the cost centre. One query."""
    entries = LedgerEntry.objects.filter(period=period, kind__in=SPENDING)
    grouped = entries.values("account__cost_centre").annotate(**spends())
    return {row["account__cost_centre"]: spend_of(row) for row in grouped}


def centres(period: str) -> list[Centre]:
    """Every cost centre in this period, by code. Four queries."""
    rows = list(CostCentre.objects.order_by("code"))
    kept = {one.cost_centre_id: one for one in Envelope.objects.filter(period=period)}
    figures = envelopes.figures_of(list(kept.values()))
    posted = posted_by_centre(period)
    return [
        Centre(
            row=row,
            envelope=kept.get(row.pk),
            posted=posted.get(row.pk, Spend()),
            figures=figures[kept[row.pk].pk] if row.pk in kept else None,
        )
        for row in rows
    ]


def known_periods(present: str) -> Sequence[str]:
    """Periods that have an envelope, and the present one; the latest first."""
    found = set(Envelope.objects.order_by().values_list("period", flat=True).distinct())
    return sorted(found | {present}, reverse=True)
