"""Who signs for me while I am away, for whom I sign, and being away. Doors: each takes a reason and calls one verb."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from governance import clock
from governance.enums import PersonKind, Role
from governance.errors import CountersignError, Forbidden, Invalid, NotFound
from governance.models import Delegation, Person
from governance.people import absence, delegations
from governance.web import moments
from governance.web.acting import acting_of
from governance.web.books.page import Page, respond
from governance.web.given import end_of_day, start_of_day
from governance.web.numbers_in import whole_number
from governance.web.people import lending
from governance.web.people.confirming import door
from governance.web.people.lending import Given, Refused
from governance.web.refused_pages import status_of
from governance.web.viewer import Viewer, viewer_of


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Delegations given and received, and the forms."""
    return _page(request)


@require_POST
def delegate(request: HttpRequest) -> HttpResponse:
    """Let somebody sign for me from a day to the end of another."""
    return _carry_out(request, _delegate, "lend")


@require_POST
def away(request: HttpRequest) -> HttpResponse:
    """Say until when I am away."""
    return _carry_out(request, _away, "away")


@require_POST
def back(request: HttpRequest) -> HttpResponse:
    """I am back before that."""
    return _carry_out(request, _back, "away")


@require_http_methods(["GET", "HEAD", "POST"])
def end(request: HttpRequest, number: int) -> HttpResponse:
    """The page before a delegation is ended, and the end of it: by its giver, or a controller."""
    viewer, given = viewer_of(request), _delegation(request, number)
    home = _home(viewer, given)

    def act(reason: str) -> None:
        delegations.revoke(acting=acting_of(request), delegation_id=number, reason=reason)

    said = f"{given.receiver} signs no longer for {given.giver}. What was signed stays signed."
    return door(request, _ending(given, home), act, home=home, said=said)


def _delegation(request: HttpRequest, number: int) -> Delegation:
    viewer = viewer_of(request)
    found = Delegation.objects.select_related("giver", "receiver").filter(pk=number).first()
    mine = found is not None and viewer.person in (found.giver, found.receiver)
    if found is None or not (mine or viewer.has(Role.CONTROLLER, Role.AUDITOR)):
        raise NotFound("There is no such delegation, or it is not yours to see.")
    if viewer.person != found.giver and not viewer.has(Role.CONTROLLER):
        raise Forbidden(
            f"{found.giver}, who gave it, or a controller ends this delegation.", code="wrong-person"
        )
    return found


def _home(viewer: Viewer, given: Delegation) -> str:
    own = viewer.person in (given.giver, given.receiver)
    return reverse("standing-in") if own else reverse("person", args=[given.giver_id])


def _ending(given: Delegation, home: str) -> dict[str, Any]:
    title = f"End the delegation of {given.giver} to {given.receiver}"
    return {
        "title": title, "action": reverse("delegation-end", args=[given.pk]), "verb": "End it now", "back_href": home,
        "crumbs": [{"text": "Standing in", "href": home}, {"text": "End a delegation"}],
        "lead": f"It runs until {moments.full(given.ends_at)}: “{given.reason}”",
        "will": [f"From now on {given.receiver} signs nothing for {given.giver}."],
        "will_not": ["What was signed under it stays signed. No money moves."],
        "reason_label": "Why, kept in the record",
    }  # fmt: skip


def _carry_out(request: HttpRequest, act: Callable[[HttpRequest], str], form: str) -> HttpResponse:
    try:
        said = act(request)
    except CountersignError as refused:
        return _page(request, given=request.POST, refused=refused, form=form)
    messages.success(request, said)
    return redirect("standing-in")


def _delegate(request: HttpRequest) -> str:
    given = request.POST
    number = whole_number(given.get("receiver"))
    receiver = Person.objects.filter(pk=number, kind=PersonKind.PERSON).first() if number else None
    if receiver is None:
        raise Invalid("Choose a person from the list.", field="receiver")
    starts = now = clock.now()
    if given.get("starts_at"):
        first = start_of_day(given.get("starts_at"), field="starts_at", label="The first day")
        starts = now if first.date() == now.date() else first
    made = delegations.delegate(
        acting=acting_of(request), receiver=receiver, starts_at=starts, reason=given.get("reason", ""),
        ends_at=end_of_day(given.get("ends_at"), field="ends_at", label="The last day"),
    )  # fmt: skip
    until = moments.full(made.ends_at)
    return f"{receiver} may sign for you until {until}, within your limit and never what you asked for."


def _away(request: HttpRequest) -> str:
    until = end_of_day(request.POST.get("until"), field="until", label="The last day")
    person = absence.go(
        acting=acting_of(request), person_id=viewer_of(request).person.pk, until=until,
        reason=request.POST.get("reason", ""),
    )  # fmt: skip
    return f"You are away until {moments.full(until)}. What waited for {person} is put to others first."


def _back(request: HttpRequest) -> str:
    absence.end(acting=acting_of(request), person_id=viewer_of(request).person.pk)
    return "You are back: new things are put to you again."


def _page(
    request: HttpRequest, *, given: Given | None = None, refused: Refused = None, form: str = ""
) -> HttpResponse:
    viewer, now = viewer_of(request), clock.now()
    if refused is not None and refused.field not in {"receiver", "starts_at", "ends_at", "until", "reason"}:
        messages.error(request, refused.message)
    typed = {form: (given or {}, refused)}
    page = Page(
        name="standing-in", current="", title="Standing in and absence", exports=False, drawn_at=now,
        lead="A delegation lends your signature, not your limit to exceed: nobody signs for what you asked for.",
        rows=[[part] for part in lending.parts(viewer, now, typed)], foot_left="Every delegation ends on a date.",
    )  # fmt: skip
    return respond(request, page, status=status_of(refused) if refused else 200)
