"""The forms of controllers: a role with its limits, and the approval policy. Prices and envelopes have theirs.

Doors: each posts one request that a second person signs.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from goals.approvals import refusing
from governance.authorisations import policy
from governance.authorisations.effects.band import ask_policy
from governance.authorisations.effects.role import ask_role
from governance.enums import Role
from governance.errors import CountersignError
from governance.models import Person, Request
from governance.transactions import outermost
from governance.web.acting import acting_of
from governance.web.given import amount_or_none, end_of_day, whole, whole_or_none
from governance.web.refused_pages import status_of
from governance.web.viewer import viewer_of

Field = dict[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
def role(request: HttpRequest) -> HttpResponse:
    """Ask for a role for somebody."""
    return _door(
        request,
        "Ask for a role",
        "A second person signs it; whoever receives it cannot.",
        _role_fields,
        _ask_role,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def approval_policy(request: HttpRequest) -> HttpResponse:
    """Ask for another approval policy."""
    lead = "Requests already asked keep the policy they were asked under."
    return _door(request, "Ask for another approval policy", lead, _policy_fields, _ask_policy)


def _door(
    request: HttpRequest,
    title: str,
    lead: str,
    fields: Callable[[dict[str, str], dict[str, str]], list[Field]],
    ask: Callable[[HttpRequest], Request],
) -> HttpResponse:
    viewer, errors, status = viewer_of(request), {}, 200
    if request.method == "POST":
        try:
            asked = ask(request)
        except CountersignError as refused:
            errors, status = {refused.field or "": refused.message}, status_of(refused)
        else:
            messages.success(
                request, f"You asked for it as {asked.ref}. Nothing changes before it is signed."
            )
            return redirect("request", asked.pk)
    given = {name: str(value) for name, value in request.POST.items()}
    drawn = fields(given, errors)
    known = {one["name"] for one in drawn} | {"reason"}
    above = next((message for name, message in errors.items() if name not in known), "")
    context = {
        "current": "requests",
        "title": title,
        "lead": lead,
        "fields": drawn,
        "error": above,
        "reason": given.get("reason", ""),
        "crumbs": [{"text": "Requests", "href": "/requests/"}, {"text": title}],
        "action": request.path,
        "reason_error": errors.get("reason", ""),
        "may": viewer.has(Role.CONTROLLER),
        "why": f"You read this {viewer.as_what}; this needs the role controller.",
    }
    return render(request, "requests/controlling.html", context, status=status)


def _field(
    given: dict[str, str], errors: dict[str, str], name: str, label: str, first: str = "", **more: Any
) -> Field:
    return {
        "name": name,
        "label": label,
        "value": given.get(name, first),
        "error": errors.get(name, ""),
        **more,
    }


def _role_fields(given: dict[str, str], errors: dict[str, str]) -> list[Field]:
    people = Person.objects.filter(is_active=True).order_by("display_name")[:500]
    who = [
        ("", "Choose a person"),
        *((str(one.pk), f"{one}{', ' + one.title if one.title else ''}") for one in people),
    ]
    roles = [("", "Choose a role"), *((str(one), str(one.label)) for one in Role)]
    return [
        _field(given, errors, "person", "Person", kind="select", options=who, required=True),
        _field(given, errors, "role", "Role", kind="select", options=roles, required=True),
        _field(
            given,
            errors,
            "limit_money",
            "Limit, USD",
            inputmode="decimal",
            help="For approvers only. At the limit is inside.",
        ),
        _field(
            given, errors, "limit_tokens", "Limit, tokens", inputmode="numeric", help="For approvers only."
        ),
        _field(given, errors, "until", "Until the end of", kind="date", help="Empty: no end."),
    ]


def _ask_role(request: HttpRequest) -> Request:
    given = request.POST
    data: dict[str, Any] = {
        "person": whole(given.get("person"), field="person", label="The person"),
        "role": given.get("role", ""),
    }
    if (
        tokens := whole_or_none(given.get("limit_tokens"), field="limit_tokens", label="The limit")
    ) is not None:
        data["limit_tokens"] = tokens
    if (paid := amount_or_none(given.get("limit_money"), field="limit_money", label="The limit")) is not None:
        data["limit_money"] = paid
    if given.get("until"):
        data["until"] = end_of_day(given.get("until"), field="until", label="The end")
    with refusing.recorded(acting=acting_of(request), doing="ask for a role"), outermost():
        return ask_role(acting=acting_of(request), data=data, reason=given.get("reason", ""))


def _policy_fields(given: dict[str, str], errors: dict[str, str]) -> list[Field]:
    now = policy.current()[0]
    first = now.bands[0]
    money, tokens = _text(first.up_to_money), _text(first.up_to_tokens)
    return [
        _field(
            given,
            errors,
            "one_money",
            "One signature up to, USD",
            money,
            inputmode="decimal",
            help="Above it two people sign.",
        ),
        _field(
            given,
            errors,
            "one_tokens",
            "One signature up to, tokens",
            tokens,
            inputmode="numeric",
            help="Above it two people sign.",
        ),
        _field(
            given,
            errors,
            "answer_hours",
            "Hours to answer",
            str(now.answer_hours),
            inputmode="numeric",
            help="Then the next person is asked.",
        ),
    ]


def _text(value: Decimal | int | None) -> str:
    return "" if value is None else str(value)


def _ask_policy(request: HttpRequest) -> Request:
    given = request.POST
    one = {
        "up_to_money": amount_or_none(given.get("one_money"), field="one_money", label="The band"),
        "up_to_tokens": whole_or_none(given.get("one_tokens"), field="one_tokens", label="The band"),
        "signatures": 1,
    }
    rest = {"up_to_money": None, "up_to_tokens": None, "signatures": 2}
    bands = [rest] if one["up_to_money"] is None and one["up_to_tokens"] is None else [one, rest]
    hours = whole(given.get("answer_hours"), field="answer_hours", label="The time to answer")
    with refusing.recorded(acting=acting_of(request), doing="ask for a policy"), outermost():
        return ask_policy(
            acting=acting_of(request),
            data={"bands": bands, "answer_hours": hours},
            reason=given.get("reason", ""),
        )
