"""The price book: which row is in force, and the one way a row gets in. Rows are never changed.

A later row supersedes an earlier one from its first instant on, also when it ends itself; what has no
row in force is unpriced, never free. A name ending in "*" prices every model that starts like it and has
no row of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from governance import canonical, clock
from governance.compiled import Compiled
from governance.errors import Invalid
from governance.models import Price, Request
from governance.prices.costing import RATE_PLACES, fits
from governance.transactions import require_transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a price row says, before it is one. Rates per million tokens, at most four places."""

    model: str
    currency: str
    effective_from: datetime
    effective_until: datetime | None = None
    input_per_million: Decimal
    cached_input_per_million: Decimal
    cache_write_per_million: Decimal
    output_per_million: Decimal
    source: str


_RATES = (
    "input_per_million", "cached_input_per_million", "cache_write_per_million", "output_per_million",
)  # fmt: skip


def price_for(model: str, *, currency: str, at: datetime) -> Price | None:
    """The row in force for this model, or None: unpriced. One query."""
    names = list(_names_for(model))
    asked = {f"name{place}": name for place, name in enumerate(names)}
    rows = [Price(**row) for row in _rows_for(len(names)).rows(currency=currency, at=at, **asked)]
    latest: dict[str, Price] = {}
    for row in rows:
        latest.setdefault(row.model, row)
    found = next((latest[name] for name in names if name in latest), None)
    if found is None or (found.effective_until is not None and found.effective_until <= at):
        return None
    return found


@lru_cache(maxsize=16)
def _rows_for(count: int) -> Compiled:
    """Rows begun under any of so many names, the latest first."""

    def build(*, currency: str, at: datetime, **names: str) -> QuerySet[Price, dict[str, Any]]:
        begun = Price.objects.filter(
            model__in=list(names.values()), currency=currency, effective_from__lte=at
        )
        return begun.order_by("-effective_from", "-pk").values(*_COLUMNS)

    return Compiled(build, currency=str, at=datetime, **{f"name{place}": str for place in range(count)})


_COLUMNS = tuple(field.attname for field in Price._meta.concrete_fields)


def add(row: Row, *, request: Request | None = None) -> Price:
    """Write a row. Composable: its use case records the event. Raises Invalid for a rate that cannot be."""
    require_transaction()
    for name in _RATES:
        rate = getattr(row, name)
        if not rate.is_finite() or rate < 0 or not fits(rate):
            raise Invalid(
                f"{name}: {rate} is not a rate. Give 0 or more with at most {RATE_PLACES} places.", field=name
            )
    if row.effective_until is not None and row.effective_until <= row.effective_from:
        raise Invalid("A price ends after it begins.", field="effective_until")
    price = Price(
        **{name: getattr(row, name) for name in Row.__dataclass_fields__},
        request=request,
        recorded_at=clock.now(),
    )
    price.digest = canonical.digest_of(price_facts(price))
    price.save()
    return price


def price_facts(price: Price) -> dict[str, object]:
    """Everything a row says, for its digest. Adding a column means a new key here."""
    return {
        "model": price.model, "currency": price.currency, "from": price.effective_from,
        "until": price.effective_until, "rates": [getattr(price, name).normalize() for name in _RATES],
        "source": price.source, "request": price.request_id, "recorded_at": price.recorded_at,
    }  # fmt: skip


def covers(price: Price) -> str:
    """How an event names the row it vouches for."""
    return f"price:{price.pk}:{price.digest}"


def _names_for(model: str) -> Iterator[str]:
    """The name itself, then ever shorter beginnings of it, cut at its hyphens: a-b-c, a-b-*, a-*."""
    yield model
    parts = model.split("-")
    for length in range(len(parts) - 1, 0, -1):
        yield f"{'-'.join(parts[:length])}-*"
