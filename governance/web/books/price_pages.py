"""The price book as people read it: what is in force, what an ordinary round costs by it, and a form for a new row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from governance import clock, prices, strict
from governance.authorisations.effects.price import PriceAsked, ask_price
from governance.enums import Role
from governance.errors import CountersignError, Invalid
from governance.models import Price
from governance.people import requiring
from governance.prices import plausibility
from governance.transactions import outermost
from governance.web import moments
from governance.web.acting import acting_of
from governance.web.books import fields
from governance.web.books.budgets import require_anything
from governance.web.books.page import Page, Part, respond
from governance.web.cells import Cell, Column, Kind, Row, Table
from governance.web.format import money
from governance.web.viewer import Viewer, viewer_of

MOST_ROWS = 500
EXAMPLE_IN, EXAMPLE_OUT = 20_000, 2_000
RATES = ("input_per_million", "cached_input_per_million", "cache_write_per_million", "output_per_million")
_CONTROL = frozenset({Role.CONTROLLER})


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
        name="prices", current="budgets", title="Prices", drawn_at=at,
        lead="Rates per million tokens. A model without a row in force is unpriced, never free.",
        crumbs=[{"text": "Budgets", "href": reverse("budgets")}, {"text": "Prices"}],
        filters=_filters(wanted, everything), asked=[("Rows", said), *([("Model", wanted)] if wanted else [])],
        actions=_actions(viewer), rows=[[_table(found, at)]],
        foot_left=f"Drawn {moments.full(at)}. Rows are never changed; a later one takes their place.",
    )  # fmt: skip
    return respond(request, page)


def _actions(viewer: Viewer) -> list[dict[str, Any]]:
    return [{"text": "Ask for a price", "href": reverse("price-ask")}] if viewer.has(Role.CONTROLLER) else []


def _filters(wanted: str, everything: bool) -> dict[str, Any]:
    model = {"name": "model", "label": "Model", "kind": "search", "value": wanted, "set": bool(wanted)}
    options = [("", "In force and ahead"), ("all", "Every row")]
    rows = {"name": "rows", "label": "Rows", "kind": "select", "options": options,
            "value": "all" if everything else "", "set": everything}  # fmt: skip
    return {"action": reverse("prices"), "fields": [model, rows],
            "clear_href": reverse("prices") if wanted or everything else ""}  # fmt: skip


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
        Column("Model"), Column("Standing", on="wide"), Column("From", "day", on="wide"), Column("Input", fine),
        Column("Cached", fine, on="full"), Column("Cache write", fine, on="full"), Column("Output", fine),
        Column("Example round", "usd4"),
    ]  # fmt: skip
    rows = [
        Row([
            Cell(row.model, second=f"{row.source}, {row.currency}", under=f"{standing}, from {moments.day(row.effective_from)}"),
            Cell(standing, glyph=GLYPHS[standing], second=_until(row)), row.effective_from,
            *(getattr(row, rate) for rate in RATES), prices.cost(row, Example()),
        ])
        for row, standing in found
    ]  # fmt: skip
    return Part(
        heading="Price book", note="per million tokens",
        table=Table("Price book", columns, rows, empty="No row matches."),
        under=f"An example round takes {EXAMPLE_IN:,} tokens in, none of them cached, and {EXAMPLE_OUT:,} out. "
        "A name that ends in * prices every model that starts like it and has no row of its own.",
    )  # fmt: skip


def _until(row: Price) -> str:
    return f"until {moments.day(row.effective_until)}" if row.effective_until else ""


def _cents(rate: Decimal) -> bool:
    return rate == rate.quantize(Decimal("0.01"))


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """The form for a row; what looks wrong about it must be seen before it is asked for."""
    requiring.one_of(viewer_of(request).person, _CONTROL, clock.now(), to="ask for a price")
    given: QueryDict = request.POST if request.method == "POST" else request.GET
    refused: CountersignError | None = None
    doubts: list[str] = []
    if request.method == "POST":
        try:
            data = _data(given)
            doubts = _doubts(data)
            if not doubts or given.get("seen"):
                with outermost():
                    asked = ask_price(acting=acting_of(request), data=data, reason=given.get("reason", ""))
                messages.success(
                    request, f"You asked {asked.assigned_to} to sign {asked.ref}. No money moved."
                )
                return redirect(f"/requests/{asked.ref}/")
        except Invalid as error:
            refused = error
    return render(request, "books/form.html", _asking(given, refused, doubts), status=400 if refused else 200)


def _data(given: QueryDict) -> dict[str, Any]:
    day = given.get("effective_from", "").strip()
    from_instant = f"{day}T00:00:00Z" if len(day) == 10 else day
    return {
        "model": given.get("model", "").strip(), "currency": given.get("currency", "").strip() or "USD",
        "effective_from": from_instant, **{rate: given.get(rate, "").strip() for rate in RATES},
    }  # fmt: skip


def _doubts(data: dict[str, Any]) -> list[str]:
    asked = strict.parse(PriceAsked, data, noun="The price's fields")
    return plausibility.warnings(asked, model=asked.model, currency=asked.currency, at=asked.effective_from)


_LABELS = {"input_per_million": "Input", "cached_input_per_million": "Cached input",
           "cache_write_per_million": "Cache write", "output_per_million": "Output"}  # fmt: skip


def _asking(given: QueryDict, refused: CountersignError | None, doubts: list[str]) -> dict[str, Any]:
    rates = [
        fields.field(rate, f"{label}, per million tokens", given, refused, short=True, inputmode="decimal",
                     unit=given.get("currency") or "USD")
        for rate, label in _LABELS.items()
    ]  # fmt: skip
    seen = (
        [fields.field("seen", "I have read this and the figures are right.", {}, None, kind="checkbox")]
        if doubts
        else []
    )
    return {
        "current": "budgets", "title": "Ask for a price",
        "crumbs": [{"text": "Budgets", "href": reverse("budgets")}, {"text": "Prices", "href": reverse("prices")},
                   {"text": "Ask for a price"}],
        "lead": "A controller asks, a second person signs. Rounds already admitted keep the price they were admitted at.",
        "before": _before(given, refused, doubts),
        "form": {
            "action": reverse("price-ask"), "back_href": reverse("prices"),
            "verb": "Ask for this price all the same" if doubts else "Ask for the price",
            "error": fields.elsewhere(refused, "model", "currency", "effective_from", *RATES),
            "fields": [
                fields.field("model", "Model", given, refused, help="As the provider writes it; claude-* prices a family."),
                fields.field("effective_from", "In force from", given, refused, kind="date", short=True, help="From 00:00 UTC."),
                *rates, *seen,
            ],
            **fields.reason(given, refused, label="Where does the price come from?"),
            "note": "Signing it moves no money.",
        },
    }  # fmt: skip


def _before(given: QueryDict, refused: CountersignError | None, doubts: list[str]) -> list[Part]:
    if refused is not None or not doubts:
        return []
    asked = strict.parse(PriceAsked, _data(given), noun="The price's fields")
    cost = money(prices.cost(asked, Example()), currency=asked.currency, places=4)
    example = f"A round of {EXAMPLE_IN:,} tokens in and {EXAMPLE_OUT:,} out would cost {cost}."
    notes = [{"glyph": "over", "text": one} for one in doubts] + [{"glyph": "open", "text": example}]
    return [Part(heading="Does this look right?", note="nothing was asked yet", notes=notes)]
