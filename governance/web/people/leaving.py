"""Deactivating somebody, and taking one role away: the page that says what it does, and the act. For controllers.

Doors: each shows what the act does and what it does not, takes a reason, and calls one verb.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from governance.enums import AuthorisationStatus, EscalationStatus, RequestStatus, Role
from governance.errors import NotFound
from governance.models import Authorisation, Escalation, Person, Request, RoleGrant, Signature
from governance.people import leaving
from governance.web.acting import acting_of
from governance.web.format import counted
from governance.web.people.confirming import Confirm, door
from governance.web.people.person import person_for
from governance.web.viewer import controllers_only, viewer_of


@require_http_methods(["GET", "HEAD", "POST"])
def deactivate(request: HttpRequest, number: int) -> HttpResponse:
    """Somebody leaves."""
    controllers_only(request, to="deactivate somebody")
    found = person_for(viewer_of(request), number)

    def act(reason: str) -> None:
        leaving.deactivate(acting=acting_of(request), person_id=number, reason=reason)

    said = f"You deactivated {found}. What waited for them was put to others."
    return door(request, _deactivating(found), act, home=_page_of(found), said=said, current="audit")


@require_http_methods(["GET", "HEAD", "POST"])
def end_grant(request: HttpRequest, number: int) -> HttpResponse:
    """One role is taken away."""
    controllers_only(request, to="take a role away")
    grant = RoleGrant.objects.select_related("person").filter(pk=number).first()
    if grant is None:
        raise NotFound("There is no such grant.")

    def act(reason: str) -> None:
        leaving.end_grant(acting=acting_of(request), grant_id=number, reason=reason)

    said = f"{grant.person} is no longer {Role(grant.role).value}."
    return door(request, _ending(grant), act, home=_page_of(grant.person), said=said, current="audit")


def _page_of(found: Person) -> str:
    return reverse("person", args=[found.pk])


def _frame(found: Person, title: str, last: str) -> Confirm:
    here = _page_of(found)
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
