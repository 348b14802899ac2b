"""The price book as people read it: what is in force and what an ordinary round costs by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from governance import clock, prices
from governance.enums import Role
from governance.models import Price
from governance.web import moments
from governance.web.books.budgets import require_anything
from governance.web.books.page import Page, Part, respond
from governance.web.cells import Cell, Column, Kind, Row, Table
from governance.web.viewer import Viewer, viewer_of

MOST_ROWS = 500
EXAMPLE_IN, EXAMPLE_OUT = 20_000, 2_000
RATES = ("input_per_million", "cached_input_per_million", "cache_write_per_million", "output_per_million")


@dataclass(frozen=True, slots=True)
class Example:
    """What an ordinary round uses, nothing of it from the cache."""

    input_tokens: int = EXAMPLE_IN
    cached_input_tokens: int | None = None
    cache_write_tokens: int | None = None
    output_tokens: int = EXAMPLE_OUT


@require_safe
def price_book(request: HttpRequest) -> HttpResponse:
    """Rows of the price book: those in force and ahead, or with `all` every one."""
    viewer, at = viewer_of(request), clock.now()
    require_anything(viewer)
    wanted, everything = request.GET.get("model", "").strip()[:120], request.GET.get("rows") == "all"
    found = _found(wanted, everything=everything, at=at)
    said = "every row" if everything else "rows in force and ahead"
    page = Page(
        name="prices",
        current="budgets",
        title="Prices",
        drawn_at=at,
        lead="Rates per million tokens. A model without a row in force is unpriced, never free.",
        crumbs=[{"text": "Budgets", "href": reverse("budgets")}, {"text": "Prices"}],
        filters=_filters(wanted, everything),
        asked=[("Rows", said), *([("Model", wanted)] if wanted else [])],
        actions=_actions(viewer),
        rows=[[_table(found, at)]],
        foot_left=f"Drawn {moments.full(at)}. Rows are never changed; a later one takes their place.",
    )
    return respond(request, page)


def _actions(viewer: Viewer) -> list[dict[str, Any]]:
    return [{"text": "Ask for a price", "href": reverse("price-ask")}] if viewer.has(Role.CONTROLLER) else []


def _filters(wanted: str, everything: bool) -> dict[str, Any]:
    model = {"name": "model", "label": "Model", "kind": "search", "value": wanted, "set": bool(wanted)}
    options = [("", "In force and ahead"), ("all", "Every row")]
    rows = {
        "name": "rows",
        "label": "Rows",
        "kind": "select",
        "options": options,
        "value": "all" if everything else "",
        "set": everything,
    }
    return {
        "action": reverse("prices"),
        "fields": [model, rows],
        "clear_href": reverse("prices") if wanted or everything else "",
    }


def _found(wanted: str, *, everything: bool, at: datetime) -> list[tuple[Price, str]]:
    """Rows with how they stand, by model, the latest first."""
    rows = Price.objects.select_related("request").order_by("model", "currency", "-effective_from", "-pk")
    if wanted:
        rows = rows.filter(model__icontains=wanted)
    found: list[tuple[Price, str]] = []
    taken: set[tuple[str, str]] = set()
    for row in rows[:MOST_ROWS]:
        standing = _standing(row, at, taken)
        if everything or standing != "superseded":
            found.append((row, standing))
    return found


def _standing(row: Price, at: datetime, taken: set[tuple[str, str]]) -> str:
    """Which row is in force: the latest that has begun. `taken` remembers the models that have theirs."""
    if row.effective_from > at:
        return "ahead"
    if (row.model, row.currency) in taken:
        return "superseded"
    taken.add((row.model, row.currency))
    return "in force" if row.effective_until is None or row.effective_until > at else "ended"


GLYPHS = {"in force": "settled", "ahead": "open", "superseded": "disarmed", "ended": "expired"}


def _table(found: Sequence[tuple[Price, str]], at: datetime) -> Part:
    fine: Kind = "usd" if all(_cents(getattr(row, rate)) for row, _ in found for rate in RATES) else "usd4"
    columns = [
        Column("Model"),
        Column("Standing", on="wide"),
        Column("From", "day", on="wide"),
        Column("Input", fine),
        Column("Cached", fine, on="full"),
        Column("Cache write", fine, on="full"),
        Column("Output", fine),
        Column("Example round", "usd4"),
    ]
    rows = [
        Row(
            [
                Cell(
                    row.model,
                    second=f"{row.source}, {row.currency}",
                    under=f"{standing}, from {moments.day(row.effective_from)}",
                ),
                Cell(standing, glyph=GLYPHS[standing], second=_until(row)),
                row.effective_from,
                *(getattr(row, rate) for rate in RATES),
                prices.cost(row, Example()),
            ]
        )
        for row, standing in found
    ]
    return Part(
        heading="Price book",
        note="per million tokens",
        table=Table("Price book", columns, rows, empty="No row matches."),
        under=f"An example round takes {EXAMPLE_IN:,} tokens in, none of them cached, and {EXAMPLE_OUT:,} out. "
        "A name that ends in * prices every model that starts like it and has no row of its own.",
    )


def _until(row: Price) -> str:
    return f"until {moments.day(row.effective_until)}" if row.effective_until else ""


def _cents(rate: Decimal) -> bool:
    return rate == rate.quantize(Decimal("0.01"))
