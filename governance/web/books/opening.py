"""The form with which a controller opens a cost centre. A door: it parses nothing itself and calls one verb."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from governance import cost_centres
from governance.errors import Conflict, CountersignError, Invalid
from governance.web.acting import acting_of
from governance.web.books import fields
from governance.web.viewer import controllers_only

NAMES = ("code", "name", "currency")


@require_http_methods(["GET", "HEAD", "POST"])
def open_one(request: HttpRequest) -> HttpResponse:
    """The empty form; posting it opens the cost centre and shows it."""
    controllers_only(request, to="open a cost centre")
    given = request.POST if request.method == "POST" else request.GET
    refused: CountersignError | None = None
    if request.method == "POST":
        data = {name: given.get(name, "").strip() for name in NAMES}
        try:
            opened = cost_centres.open_cost_centre(
                acting=acting_of(request), data=data, reason=given.get("reason", "")
            )
        except (Invalid, Conflict) as error:
            refused = error
        else:
            messages.success(request, f"You opened {opened}. It has no envelope yet. No money moved.")
            return redirect("cost-centre", code=opened.code)
    return render(request, "books/form.html", _form(given, refused), status=400 if refused else 200)


def _form(given: QueryDict, refused: CountersignError | None) -> dict[str, Any]:
    text = {"text": "Open a cost centre"}
    return {
        "current": "budgets", "title": text["text"], "crumbs": [{"text": "Budgets", "href": reverse("budgets")}, text],
        "lead": "A place that money comes from. Before its first envelope only its goals’ own caps limit it.",
        "form": {
            "action": reverse("cost-centre-open"), "verb": text["text"], "back_href": reverse("budgets"),
            "error": fields.elsewhere(refused, *NAMES), "fields": _fields(given, refused),
            **fields.reason(given, refused, label="Why is it needed?"),
            "note": "What it may spend is asked for next, as an envelope, and signed by a second person.",
        },
    }  # fmt: skip


def _fields(given: QueryDict, refused: CountersignError | None) -> list[dict[str, Any]]:
    currency = {"currency": given.get("currency") or "USD"}
    return [
        fields.field("code", "Code", given, refused, short=True, help="As in your books, such as 4210."),
        fields.field("name", "Name", given, refused, help="Such as Accounts payable."),
        fields.field(
            "currency", "Currency", currency, refused, short=True, help="Three letters, such as USD."
        ),
    ]
