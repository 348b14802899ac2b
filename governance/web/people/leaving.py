"""Deactivating somebody, and taking one role away: the page that says what it does, and the act. For controllers.

Doors: each shows what the act does and what it does not, takes a reason, and calls one verb.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from governance import clock
from governance.enums import AuthorisationStatus, EscalationStatus, RequestStatus, Role
from governance.errors import CountersignError, NotFound
from governance.models import Authorisation, Escalation, Person, Request, RoleGrant, Signature
from governance.people import leaving, requiring
from governance.web.acting import acting_of
from governance.web.format import counted
from governance.web.people.person import person_for
from governance.web.refused_pages import status_of
from governance.web.viewer import viewer_of

_CONTROL = frozenset({Role.CONTROLLER})
Confirm = dict[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
def deactivate(request: HttpRequest, number: int) -> HttpResponse:
    """Somebody leaves."""
    _controller(request, to="deactivate somebody")
    found = person_for(viewer_of(request), number)
    reason = request.POST.get("reason", "")

    def act() -> None:
        leaving.deactivate(acting=acting_of(request), person_id=number, reason=reason)

    said = f"You deactivated {found}. What waited for them was put to others."
    return _door(request, _deactivating(found), act, found, said)


@require_http_methods(["GET", "HEAD", "POST"])
def end_grant(request: HttpRequest, number: int) -> HttpResponse:
    """One role is taken away."""
    _controller(request, to="take a role away")
    grant = RoleGrant.objects.select_related("person").filter(pk=number).first()
    if grant is None:
        raise NotFound("There is no such grant.")
    reason = request.POST.get("reason", "")

    def act() -> None:
        leaving.end_grant(acting=acting_of(request), grant_id=number, reason=reason)

    said = f"{grant.person} is no longer {Role(grant.role).value}."
    return _door(request, _ending(grant), act, grant.person, said)


def _controller(request: HttpRequest, *, to: str) -> None:
    requiring.one_of(viewer_of(request).person, _CONTROL, clock.now(), to=to)


def _door(
    request: HttpRequest, confirm: Confirm, act: Callable[[], None], found: Person, said: str
) -> HttpResponse:
    status = 200
    if request.method == "POST":
        try:
            act()
        except CountersignError as refused:
            status = status_of(refused)
            confirm |= {"reason": request.POST.get("reason", "")}
            if refused.field == "reason":
                confirm["reason_error"] = refused.message
            else:
                messages.error(request, refused.message)
        else:
            messages.success(request, said)
            return redirect("person", found.pk)
    viewer = viewer_of(request)
    confirm["recorded"] = f"Recorded as {viewer.person}, {viewer.role_words.lower()}."
    context = {"current": "audit", "confirm": confirm, "title": confirm["title"]}
    return render(request, "books/confirm.html", context, status=status)


def _frame(found: Person, title: str, last: str) -> Confirm:
    here = reverse("person", args=[found.pk])
    crumbs = [
        {"text": "Access review", "href": reverse("access")}, {"text": str(found), "href": here}, {"text": last},
    ]  # fmt: skip
    return {"title": title, "crumbs": crumbs, "back_href": here, "reason_label": "Why, kept in the record"}


def _deactivating(found: Person) -> Confirm:
    waiting = _waiting(found)
    signed = Signature.objects.filter(
        person=found,
        request__in=Authorisation.objects.filter(status=AuthorisationStatus.IN_FORCE).values("request"),
    ).count()
    return {
        **_frame(found, f"Deactivate {found}", "Deactivate"),
        "will": [
            "They can no longer log in, and every role, limit and delegation of theirs ends now.",
            f"{counted(waiting, 'request or question', 'requests and questions')} that "
            f"{'waits' if waiting == 1 else 'wait'} for them {'goes' if waiting == 1 else 'go'} to the next person.",
            f"{counted(signed, 'goal')} under their signature {'is' if signed == 1 else 'are'} disarmed when "
            f"{'it asks' if signed == 1 else 'they ask'} for the next round, and others are asked to sign.",
        ],
        "will_not": [
            "A round that runs now goes on to its end, inside its hold. No money moves.",
            "Nothing is deleted: the record keeps name, role and limit as they were at each signature.",
        ],
        "action": reverse("person-deactivate", args=[found.pk]),
        "verb": f"Deactivate {found}",
    }


def _ending(grant: RoleGrant) -> Confirm:
    role = Role(grant.role).value
    return {
        **_frame(grant.person, f"Take the role {role} from {grant.person}", "Take a role away"),
        "will": [
            f"From now on {grant.person} may do nothing as {role}.",
            "What waits for them and needs this role goes to the next person.",
        ],
        "will_not": [
            "What they signed stays in the record; goals under it are disarmed when they next ask.",
            "Other roles of theirs stay. No money moves.",
        ],
        "action": reverse("grant-end", args=[grant.pk]),
        "verb": "Take the role away",
    }


def _waiting(found: Person) -> int:
    requests = Request.objects.filter(assigned_to=found, status=RequestStatus.PENDING).count()
    return requests + Escalation.objects.filter(assigned_to=found, status=EscalationStatus.OPEN).count()
