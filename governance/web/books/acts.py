"""What a controller does on the budget pages: ask for an envelope, suspend, restore, close a period.

Doors: each shows what the act does and what it does not, takes a reason, and calls one verb.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from governance import clock, cost_centres, envelopes, open_period
from governance import periods as closing
from governance.authorisations.effects.envelope import ask_envelope
from governance.errors import CountersignError, Invalid, NotFound
from governance.models import Account, CostCentre, Envelope
from governance.transactions import outermost
from governance.web.acting import acting_of
from governance.web.books import fields, periods
from governance.web.books.budgets import require_anything
from governance.web.books.cost_centre import centre_of
from governance.web.format import counted, money
from governance.web.plain_text import shown
from governance.web.viewer import controllers_only, viewer_of

_SHOW_AGAIN = (Invalid, NotFound)


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """The form for a cost centre's budget; posting it asks a second person to sign."""
    controllers_only(request, to="ask for an envelope")
    given: QueryDict = request.POST if request.method == "POST" else request.GET
    refused: CountersignError | None = None
    if request.method == "POST":
        data = {name: given.get(name, "").strip() for name in ("cost_centre", "period", "budget_money")}
        try:
            _refuse_closed(data["period"])
            with outermost():
                asked = ask_envelope(acting=acting_of(request), data=data, reason=given.get("reason", ""))
        except _SHOW_AGAIN as error:
            refused = error
        else:
            messages.success(request, f"You asked {asked.assigned_to} to sign {asked.ref}. No money moved.")
            return redirect(f"/requests/{asked.ref}/")
    return render(request, "books/form.html", _asking(given, refused), status=400 if refused else 200)


def _refuse_closed(period: str) -> None:
    closed = open_period.closed_through()
    if closed and period <= closed and periods.known(period):
        raise Invalid(f"{period} is closed; give a later period.", field="period")


def _asking(given: QueryDict, refused: CountersignError | None) -> dict[str, Any]:
    centres = [(one.code, str(one)) for one in CostCentre.objects.order_by("code")]
    return {
        "current": "budgets",
        "title": "Ask for an envelope",
        "crumbs": [{"text": "Budgets", "href": reverse("budgets")}, {"text": "Ask for an envelope"}],
        "lead": "A controller asks, a second person signs. The amount is the new total for the period.",
        "form": {
            "action": reverse("envelope-ask"),
            "verb": "Ask for the envelope",
            "back_href": reverse("budgets"),
            "error": fields.elsewhere(refused, "cost_centre", "period", "budget_money"),
            "fields": [
                fields.field("cost_centre", "Cost centre", given, refused, kind="select", options=centres),
                fields.field(
                    "period",
                    "Period",
                    given,
                    refused,
                    short=True,
                    help="A year and a month, such as 2026-12.",
                ),
                fields.field(
                    "budget_money",
                    "Budget",
                    given,
                    refused,
                    short=True,
                    inputmode="decimal",
                    help="The whole budget of the period, such as 400.00. What was brought from the period "
                    "before comes on top.",
                    unit=given.get("currency", "USD"),
                ),
            ],
            **fields.reason(given, refused, label="Why does the cost centre need it?"),
            "note": "Signing it moves no money: each goal is still signed for.",
        },
    }


@require_http_methods(["GET", "HEAD", "POST"])
def suspend(request: HttpRequest, code: str) -> HttpResponse:
    """Stop all spending of a cost centre."""
    return _switch(request, code, verb="Suspend")


@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: HttpRequest, code: str) -> HttpResponse:
    """Let it spend again."""
    return _switch(request, code, verb="Restore")


def _switch(request: HttpRequest, code: str, *, verb: str) -> HttpResponse:
    controllers_only(request, to=f"{verb.lower()} a cost centre")
    centre = centre_of(viewer_of(request), code)
    act = cost_centres.suspend if verb == "Suspend" else cost_centres.restore
    refused: CountersignError | None = None
    if request.method == "POST":
        try:
            act(acting=acting_of(request), cost_centre_id=centre.pk, reason=request.POST.get("reason", ""))
        except Invalid as error:
            refused = error
        else:
            messages.success(
                request, f"You {verb.lower()}{'ed' if verb == 'Suspend' else 'd'} {centre}. No money moved."
            )
            return redirect("cost-centre", code=centre.code)
    goals = Account.objects.filter(cost_centre=centre).count()
    will = {
        "Suspend": [
            f"No round of its {counted(goals, 'goal')} is admitted; each is disarmed when it next asks."
        ],
        "Restore": [f"Its {counted(goals, 'goal')} may ask for rounds again, within what was signed."],
    }[verb]
    will_not = {
        "Suspend": ["A round that runs now goes on to its end, inside its hold.", "No money moves."],
        "Restore": ["Nothing is armed by it: each goal is resumed by a person.", "No money moves."],
    }[verb]
    confirm = {
        "title": f"{verb} {centre}",
        "will": will,
        "will_not": will_not,
        "action": reverse(f"cost-centre-{verb.lower()}", args=[centre.code]),
        "verb": f"{verb} {centre.code}",
        "back_href": reverse("cost-centre", args=[centre.code]),
        "crumbs": _crumbs(centre, verb),
        **_why(request, refused),
    }
    return render(request, "books/confirm.html", _confirming(confirm), status=400 if refused else 200)


def _crumbs(centre: CostCentre, last: str) -> list[dict[str, str]]:
    here = reverse("cost-centre", args=[centre.code])
    return [
        {"text": "Budgets", "href": reverse("budgets")},
        {"text": centre.code, "href": here},
        {"text": last},
    ]


def _why(request: HttpRequest, refused: CountersignError | None) -> dict[str, str]:
    viewer = viewer_of(request)
    return {
        "reason_label": "Why?",
        "reason": request.POST.get("reason", ""),
        "reason_error": refused.message if refused else "",
        "recorded": f"Recorded as {viewer.person}, {viewer.role_words.lower()}.",
    }


def _confirming(confirm: dict[str, Any]) -> dict[str, Any]:
    return {"current": "budgets", "confirm": confirm, "title": confirm["title"]}


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, period: str) -> HttpResponse:
    """Close a period, after showing what moves on and what lapses."""
    controllers_only(request, to="close a period")
    require_anything(viewer_of(request))
    if not periods.known(period):
        raise NotFound("There is no such period.")
    refused: CountersignError | None = None
    if request.method == "POST":
        try:
            closing.close(acting=acting_of(request), period=period, reason=request.POST.get("reason", ""))
        except Invalid as error:
            refused = error
        else:
            messages.success(
                request,
                f"You closed {periods.long(period)}. What comes later is posted to "
                f"{periods.long(clock.period_after(period))} and flagged.",
            )
            return redirect(f"{reverse('budgets')}?period={period}")
    confirm = {
        "title": f"Close {periods.long(period)}",
        **_closing(period),
        "action": reverse("period-close", args=[period]),
        "verb": f"Close {periods.short(period)}",
        "back_href": f"{reverse('budgets')}?period={period}",
        **_why(request, refused),
        "crumbs": [{"text": "Budgets", "href": reverse("budgets")}, {"text": f"Close {period}"}],
    }
    return render(request, "books/confirm.html", _confirming(confirm), status=400 if refused else 200)


def _closing(period: str) -> dict[str, list[str]]:
    rows = list(
        Envelope.objects.filter(period=period, closed_at=None).select_related("cost_centre").order_by("pk")
    )
    known, following = envelopes.figures_of(rows), periods.long(clock.period_after(period))
    said = [
        f"{shown(row.cost_centre)}: {money(known[row.pk].encumbered)} that goals keep go on to {following}, "
        f"{money(known[row.pk].available)} lapse."
        for row in rows
    ]
    if period == clock.period_of(clock.now()):
        said.insert(
            0, f"{periods.long(period)} is not over yet: what its last days cost is posted to {following}."
        )
    return {
        "will": said or ["No envelope of this period is open; only the ledger is closed."],
        "will_not": [
            f"Usage that comes later is posted to {following} and flagged. Nothing is posted back.",
            "No goal is stopped: what was signed stays signed.",
            "It is not taken back.",
        ],
    }
