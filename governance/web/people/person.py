"""One person: what they may do now and did earlier, for whom they stand in, what waits for them. A door that reads."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from governance import clock
from governance.enums import EscalationStatus, PersonKind, RequestStatus, Role
from governance.errors import NotFound
from governance.models import ApiToken, Delegation, Escalation, Person, Request, RoleGrant
from governance.people import review
from governance.people.review import READERS
from governance.web import moments
from governance.web.books.page import Page, Part, respond
from governance.web.cells import Cell, Column, Row, Table
from governance.web.people import tables
from governance.web.plain_text import shown
from governance.web.viewer import Viewer, viewer_of

MOST = 200


@require_safe
def show(request: HttpRequest, number: int) -> HttpResponse:
    """The page of one person, for themselves and for whoever reads the access review."""
    viewer, now = viewer_of(request), clock.now()
    found = person_for(viewer, number)
    page = Page(
        name=f"person-{found.pk}", current="audit" if viewer.has(*READERS) else "", title=str(found), summed=False,
        crumbs=_crumbs(viewer, found), state=_state(found, now), asked=[("Person", str(found))],
        actions=_actions(viewer, found), rows=[[part] for part in _parts(viewer, found, now)], drawn_at=now,
        foot_left=f"{found.username}, drawn {moments.full(now)}.",
    )  # fmt: skip
    return respond(request, page)


def person_for(viewer: Viewer, number: int) -> Person:
    """Raises NotFound for what the viewer may not see, in the words of what is not there."""
    found = Person.objects.filter(pk=number).first()
    if found is None or not (viewer.has(*READERS) or found == viewer.person):
        raise NotFound("There is no such person, or it is not yours to see.")
    return found


def _crumbs(viewer: Viewer, found: Person) -> list[dict[str, str]]:
    first = [{"text": "Access review", "href": reverse("access")}] if viewer.has(*READERS) else []
    return [*first, {"text": str(found)}]


def _state(found: Person, now: datetime) -> dict[str, str]:
    what = "service account" if found.kind == PersonKind.SERVICE else found.title or "a person"
    if not found.is_active:
        left = review.departures(now).get(found.pk)
        since = f" since {moments.full(left.at)}, by {left.by}" if left else ""
        return {"glyph": "refused", "word": "Deactivated", "text": f"{since}. The record keeps the name."}
    if found.away_at(now):
        assert found.away_until is not None
        until = moments.full(found.away_until)
        return {
            "glyph": "paused",
            "word": "Away",
            "text": f" until {until}; what waits is put to others first.",
        }
    superuser = f" {tables.NO_AUTHORITY}" if found.is_superuser else ""
    return {"glyph": "settled", "word": "Here", "text": f": {what}.{superuser}"}


def _actions(viewer: Viewer, found: Person) -> list[dict[str, Any]]:
    actions = [{"text": "What they did", "href": f"{reverse('audit')}?who={found.pk}", "kind": "quiet"}]
    if found == viewer.person:
        actions.insert(0, {"text": "Standing in and absence", "href": reverse("standing-in")})
    elif viewer.has(Role.CONTROLLER) and found.is_active:
        actions.insert(0, {"text": "Deactivate", "href": reverse("person-deactivate", args=[found.pk])})
    return actions


def _parts(viewer: Viewer, found: Person, now: datetime) -> list[Part]:
    lent = Delegation.objects.filter(Q(giver=found) | Q(receiver=found)).select_related("giver", "receiver")
    given = tables.delegation_table(
        "Standing in", list(lent.order_by("-starts_at", "-pk")[:MOST]), now=now,
        may_end=viewer.has(Role.CONTROLLER), empty="Nobody stands in for them, and they for nobody.",
    )  # fmt: skip
    return [
        Part(heading="Roles and limits", note="now and earlier, the newest first", table=_roles(viewer, found, now)),
        Part(heading="Standing in", table=given),
        Part(heading="What waits for them", table=_waiting(found)),
        Part(heading="Tokens for programs", table=_tokens(found),
             under="A token proves who calls and adds nothing to what its person may do."),
    ]  # fmt: skip


def _roles(viewer: Viewer, found: Person, now: datetime) -> Table:
    grants = review.with_signers(RoleGrant.objects.filter(person=found)).order_by("-valid_from", "-pk")[:MOST]
    rows = [Row(tables.grant_cells(one, until=_until(viewer, one, now))) for one in grants]
    return Table("Roles and limits", tables.COLUMNS, rows, empty="Never had a role.")


def _until(viewer: Viewer, grant: RoleGrant, now: datetime) -> Cell:
    if grant.ended_at is not None:
        return Cell(
            moments.full(grant.ended_at), second=f"ended by {shown(grant.ended_by)}" if grant.ended_by else ""
        )
    if grant.valid_until is not None and grant.valid_until <= now:
        return Cell(moments.full(grant.valid_until), second="ran out")
    standing = moments.full(grant.valid_until) if grant.valid_until else "no end"
    if viewer.has(Role.CONTROLLER) and grant.person.is_active:
        return Cell(f"{standing}: take it away", href=reverse("grant-end", args=[grant.pk]))
    return Cell(standing)


def _waiting(found: Person) -> Table:
    columns = [Column("What"), Column("About"), Column("Due, UTC", "instant")]
    asked = Request.objects.filter(assigned_to=found, status=RequestStatus.PENDING).order_by("due_at", "pk")
    open_ones = Escalation.objects.filter(assigned_to=found, status=EscalationStatus.OPEN)
    rows = [
        Row([Cell(one.ref, href=reverse("request", args=[one.pk])), shown(one.title, limit=160), one.due_at])
        for one in asked[:MOST]
    ]  # fmt: skip
    rows += [
        Row([Cell(one.ref, href=f"/escalations/{one.ref}/"), shown(one.sentence, limit=160), one.due_at])
        for one in open_ones.order_by("due_at", "pk")[:MOST]
    ]  # fmt: skip
    return Table("What waits for them", columns, rows, empty="Nothing is put to them.")


def _tokens(found: Person) -> Table:
    columns = [
        Column("Name"), Column("Issued, UTC", "instant"), Column("Last used, UTC", "instant", on="wide"),
        Column("Revoked, UTC", "instant"),
    ]  # fmt: skip
    rows = [
        Row([one.name, one.created_at, one.last_used_at or "never", one.revoked_at or "in force"])
        for one in ApiToken.objects.filter(person=found).order_by("-pk")[:MOST]
    ]
    return Table("Tokens for programs", columns, rows, empty="No token was ever issued.")
