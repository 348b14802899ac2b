"""The form that asks for a row of the price book. What looks wrong about it must be read before it is asked for."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from governance import clock, prices, strict
from governance.authorisations.effects.price import PriceAsked, ask_price
from governance.enums import Role
from governance.errors import CountersignError, Invalid
from governance.people import requiring
from governance.prices import plausibility
from governance.transactions import outermost
from governance.web.acting import acting_of
from governance.web.books import fields
from governance.web.books.page import Part
from governance.web.books.price_pages import EXAMPLE_IN, EXAMPLE_OUT, RATES, Example
from governance.web.format import money
from governance.web.viewer import viewer_of

_CONTROL = frozenset({Role.CONTROLLER})


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
        "model": given.get("model", "").strip(),
        "currency": given.get("currency", "").strip() or "USD",
        "effective_from": from_instant,
        **{rate: given.get(rate, "").strip() for rate in RATES},
    }


def _doubts(data: dict[str, Any]) -> list[str]:
    asked = strict.parse(PriceAsked, data, noun="The price's fields")
    return plausibility.warnings(asked, model=asked.model, currency=asked.currency, at=asked.effective_from)


_LABELS = {
    "input_per_million": "Input",
    "cached_input_per_million": "Cached input",
    "cache_write_per_million": "Cache write",
    "output_per_million": "Output",
}


def _asking(given: QueryDict, refused: CountersignError | None, doubts: list[str]) -> dict[str, Any]:
    rates = [
        fields.field(
            rate,
            f"{label}, per million tokens",
            given,
            refused,
            short=True,
            inputmode="decimal",
            unit=given.get("currency") or "USD",
        )
        for rate, label in _LABELS.items()
    ]
    seen = (
        [fields.field("seen", "I have read this and the figures are right.", {}, None, kind="checkbox")]
        if doubts
        else []
    )
    return {
        "current": "budgets",
        "title": "Ask for a price",
        "crumbs": [
            {"text": "Budgets", "href": reverse("budgets")},
            {"text": "Prices", "href": reverse("prices")},
            {"text": "Ask for a price"},
        ],
        "lead": "A controller asks, a second person signs. What was admitted keeps its price.",
        "before": _before(given, refused, doubts),
        "form": {
            "action": reverse("price-ask"),
            "back_href": reverse("prices"),
            "verb": "Ask for this price all the same" if doubts else "Ask for the price",
            "error": fields.elsewhere(refused, "model", "currency", "effective_from", *RATES),
            "fields": [
                fields.field(
                    "model",
                    "Model",
                    given,
                    refused,
                    help="As the provider writes it; claude-* prices a family.",
                ),
                fields.field(
                    "effective_from",
                    "In force from",
                    given,
                    refused,
                    kind="date",
                    short=True,
                    help="From 00:00 UTC.",
                ),
                *rates,
                *seen,
            ],
            **fields.reason(given, refused, label="Where does the price come from?"),
            "note": "Signing it moves no money.",
        },
    }


def _before(given: QueryDict, refused: CountersignError | None, doubts: list[str]) -> list[Part]:
    if refused is not None or not doubts:
        return []
    asked = strict.parse(PriceAsked, _data(given), noun="The price's fields")
    cost = money(prices.cost(asked, Example()), currency=asked.currency, places=4)
    example = f"A round of {EXAMPLE_IN:,} tokens in and {EXAMPLE_OUT:,} out would cost {cost}."
    doubtful = [{"glyph": "over", "text": one} for one in doubts]
    notes = [*doubtful, {"glyph": "open", "text": example}]
    return [Part(heading="Does this look right?", note="nothing was asked yet", notes=notes)]
