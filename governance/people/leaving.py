"""Taking authority away: a role, or everything at once. Acts immediately, by a controller; never deletes.

What waited for the person goes to the next one. What they signed stays in the record under the name, role
and limit of that day, and lapses at the next admission.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Q

from governance import audit, clock, service_stream, strict, wording
from governance.actors import Acting
from governance.authorisations import assignment
from governance.enums import Role
from governance.errors import Conflict, Forbidden, NotFound
from governance.escalations import asked
from governance.models import Delegation, Person, RoleGrant
from governance.people import grants, requiring
from governance.transactions import outermost

_CONTROL = frozenset({Role.CONTROLLER})


def deactivate(*, acting: Acting, person_id: int, reason: str) -> Person:
    """Somebody leaves: no log-in, no role, no delegation; their pending items go to the next. Outermost."""
    _controller(acting, "deactivate somebody", clock.now())
    why = strict.reason(reason)
    with outermost():
        now = _alone()
        controller = _controller(acting, "deactivate somebody", now)
        if controller.pk == person_id:
            raise Forbidden("Another controller must deactivate you.", code="self-deactivation")
        leaving = _locked(person_id)
        if not leaving.is_active:
            raise Conflict(f"{leaving} has already been deactivated.", code="already-decided")
        if RoleGrant.objects.filter(person=leaving, role=Role.CONTROLLER, ended_at=None).exists():
            grants.refuse_last_controller(leaving, now)
        leaving.is_active = False
        leaving.save(update_fields=["is_active"])
        ended = _end_grants(RoleGrant.objects.filter(person=leaving), controller, now)
        Delegation.objects.filter(
            Q(giver=leaving) | Q(receiver=leaving), revoked_at=None, ends_at__gt=now
        ).update(revoked_at=now)
        passed_on = _pass_on(leaving, now)
        audit.record(
            acting=acting,
            on=leaving,
            action="person.deactivated",
            sentence=f"{controller} deactivated {leaving} because {wording.because(why)} "
            f"{wording.passed_on(passed_on)} No money moved.",
            facts={"roles": ended, "passed_on": passed_on},
        )
        return leaving


def end_grant(*, acting: Acting, grant_id: int, reason: str) -> RoleGrant:
    """Take one role away. Outermost."""
    _controller(acting, "take a role away", clock.now())
    why = strict.reason(reason)
    grant = RoleGrant.objects.filter(pk=grant_id).first()
    if grant is None:
        raise NotFound("There is no such grant.", field="grant")
    with outermost():
        now = _alone()
        controller = _controller(acting, "take a role away", now)
        person = _locked(grant.person_id)
        if grant.role == Role.CONTROLLER:
            grants.refuse_last_controller(person, now)
        if not _end_grants(RoleGrant.objects.filter(pk=grant_id), controller, now):
            raise Conflict("This role has already ended.", code="already-decided")
        passed_on = _pass_on(person, now)
        audit.record(
            acting=acting,
            on=person,
            action="grant.ended",
            sentence=f"{controller} took the role {grant.role} from {person} because {wording.because(why)} "
            f"{wording.passed_on(passed_on)} No money moved.",
            facts={"grant": grant.pk, "role": str(grant.role), "passed_on": passed_on},
        )
        grant.refresh_from_db()
        return grant


def _alone() -> datetime:
    """The instant from which nobody else takes authority away until this transaction ends."""
    service_stream.locked(service_stream.PEOPLE)
    return clock.now()


def _controller(acting: Acting, to: str, at: datetime) -> Person:
    """The controller who acts. Raises Forbidden, also for one who has just been removed by another."""
    person = requiring.named_person(acting, to=to)
    requiring.one_of(person, _CONTROL, at, to=to)
    return person


def _locked(person_id: int) -> Person:
    person = Person.objects.select_for_update(no_key=True).filter(pk=person_id).first()
    if person is None:
        raise NotFound("There is no such person.", field="person")
    return person


def _end_grants(rows: Any, by: Person, at: datetime) -> list[str]:
    standing = rows.filter(ended_at=None)
    ended = [str(role) for role in standing.order_by("pk").values_list("role", flat=True)]
    standing.update(ended_at=at, ended_by=by)
    return ended


def _pass_on(person: Person, at: datetime) -> dict[str, str]:
    return {**assignment.reassign(person, at), **asked.reassign(person, at)}
