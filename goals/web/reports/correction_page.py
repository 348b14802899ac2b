"""The form that asks for a correction of one posted call, beside what it stands at and why."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from goals.corrections import ask_correction, named_attempt
from goals.models import Attempt
from governance import clock
from governance.enums import Role
from governance.errors import Conflict, CountersignError, Invalid, NotFound
from governance.models import LedgerEntry
from governance.people import requiring
from governance.web.acting import acting_of
from governance.web.books import fields
from governance.web.books.page import Part
from governance.web.cells import Cell, Column, Row, Table
from governance.web.viewer import viewer_of


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """The form; posting it asks a second person to sign. No money moves here."""
    requiring.one_of(
        viewer_of(request).person, frozenset({Role.CONTROLLER}), clock.now(), to="ask for a correction"
    )
    given: QueryDict = request.POST if request.method == "POST" else request.GET
    refused: CountersignError | None = None
    if request.method == "POST":
        try:
            asked = ask_correction(
                acting=acting_of(request), data=_data(given), reason=given.get("reason", "")
            )
        except (Invalid, NotFound, Conflict) as error:
            refused = error
        else:
            messages.success(
                request, f"You asked {asked.assigned_to} to sign {asked.ref}. No money moved yet."
            )
            return redirect(f"/requests/{asked.ref}/")
    return render(request, "books/form.html", _context(given, refused), status=400 if refused else 200)


def _data(given: QueryDict) -> dict[str, Any]:
    tokens = given.get("tokens", "").strip().replace(",", "")
    whole: object = (
        json.loads(tokens)
        if tokens.isdecimal() and tokens.isascii() and tokens == str(int(tokens))
        else tokens
    )
    return {
        "attempt": given.get("attempt", "").strip().lower(),
        "tokens": whole,
        "money": given.get("money", "").strip(),
    }


def _context(given: QueryDict, refused: CountersignError | None) -> dict[str, Any]:
    return {
        "current": "reports",
        "title": "Ask for a correction",
        "lead": "A controller asks, a second person signs. A new entry that names the old one puts it right.",
        "crumbs": [
            {"text": "Reports", "href": reverse("reports")},
            {"text": "Reconciliation", "href": reverse("reconciliation")},
            {"text": "Correction"},
        ],
        "before": _before(given.get("attempt", "").strip().lower()),
        "form": {
            "action": reverse("correction-ask"),
            "verb": "Ask for the correction",
            "back_href": reverse("reconciliation"),
            "error": fields.elsewhere(refused, "attempt", "tokens", "money"),
            "fields": [
                fields.field(
                    "attempt", "Call", given, refused, help="Its id, as the provider got it with the request."
                ),
                fields.field(
                    "tokens", "Shall stand at, tokens", given, refused, short=True, inputmode="numeric"
                ),
                fields.field(
                    "money",
                    "Shall stand at, money",
                    given,
                    refused,
                    short=True,
                    inputmode="decimal",
                    unit="USD",
                ),
            ],
            **fields.reason(given, refused, label="Why?"),
            "note": "Nothing moves before it is signed. Who owns the goal cannot sign it.",
        },
    }


def _before(text: str) -> list[Part]:
    try:
        attempt = named_attempt(text)
    except NotFound:
        return []
    entries = list(LedgerEntry.objects.filter(corrects=attempt.entry).order_by("seq"))
    columns = [
        Column("Entry"),
        Column("Posted", "instant", on="wide"),
        Column("Tokens", "change_tokens"),
        Column("USD", "change_usd"),
    ]
    posted = attempt.tokens - sum(_signed(one) for one in entries)
    money = attempt.money - sum((_signed_money(one) for one in entries), attempt.money * 0)
    rows = [
        Row([Cell("Posted for the call", second=_of(attempt)), attempt.ended_at, posted, money]),
        *(Row([f"Corrected, entry {one.seq}", one.at, _signed(one), _signed_money(one)]) for one in entries),
        Row(["Stands at", "", attempt.tokens, attempt.money], style="total"),
    ]
    return [
        Part(
            heading="The call now",
            note=attempt.execution.goal.account.ref,
            table=Table("The call", columns, rows),
        )
    ]


def _of(attempt: Attempt) -> str:
    number = attempt.execution.number
    where = f"round {number}" if number else "a person’s turn"
    return f"{where}, {attempt.model}, usage {attempt.usage_state}"


def _signed(entry: LedgerEntry) -> int:
    return -entry.tokens if entry.kind == "credit" else entry.tokens


def _signed_money(entry: LedgerEntry) -> Any:
    return -entry.money if entry.kind == "credit" else entry.money
