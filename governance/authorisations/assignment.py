"""Whom a request waits for. Only names the person to ask: whoever is eligible may sign at any time."""

from __future__ import annotations

from datetime import datetime

from governance import audit, wording
from governance.actors import COUNTERSIGN
from governance.authorisations import eligibility
from governance.enums import RequestStatus, Role
from governance.models import Person, Request
from governance.notifications import signatures
from governance.people import roles
from governance.transactions import require_transaction


def next_to_ask(request: Request, at: datetime) -> Person | None:
    """The first eligible person beside the one who was asked; failing that a controller, who can find one."""
    able = [person for person in eligibility.eligible(request, at) if person.pk != request.assigned_to_id]
    if able:
        return able[0]
    others = [person for person in roles.holders(Role.CONTROLLER, at) if person.pk != request.assigned_to_id]
    return next((person for person in others if person.pk != request.requester_id), None)


def ask_next(request: Request, person: Person, *, due_at: datetime) -> None:
    """Put a locked request to the next person, with time to answer."""
    require_transaction()
    before = request.assigned_to
    request.level, request.assigned_to, request.due_at = request.level + 1, person, due_at
    request.save(update_fields=["level", "assigned_to", "due_at"])
    signatures.wanted(request, [person])
    audit.record(
        acting=COUNTERSIGN,
        on=request,
        account=request.account,
        action="request.escalated",
        sentence=f"Countersign put {request.ref}, {wording.quoted(request.title)}, to {person} because "
        f"{before or 'nobody'} did not answer in time. No money moved.",
        facts={"request": request.ref, "level": request.level, "asked": person.pk, "due_at": due_at},
    )


def reassign(leaving: Person, at: datetime, *, absent: bool = False) -> dict[str, str]:
    """Put everything that waited for this person to the next one; of somebody who still may sign, only where they
    are absent and another can. Composable, without an event of its own: returns who is asked now, by the reference
    of the request, for the event of the change that caused it."""
    require_transaction()
    waiting = Request.objects.select_for_update(no_key=True, of=("self",)).filter(
        assigned_to=leaving, status__in=[RequestStatus.PENDING, RequestStatus.SENT_BACK]
    )
    moved = {}
    for request in waiting.order_by("pk"):
        following = _following(request, leaving, at, absent=absent)
        if following != leaving:
            request.assigned_to = following
            request.save(update_fields=["assigned_to"])
            signatures.wanted(request, [following])
            moved[request.ref] = str(following) if following else "nobody"
    return moved


def _following(request: Request, leaving: Person, at: datetime, *, absent: bool) -> Person | None:
    able = eligibility.eligible(request, at)
    if leaving not in able:
        return next_to_ask(request, at)
    others = [person for person in able if person != leaving]
    return others[0] if absent and others else leaving
