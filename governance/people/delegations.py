"""Standing in for an approver who is away, up to a date. It never launders self-approval (see eligibility)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from governance import audit, clock, strict, wording
from governance.actors import Acting
from governance.enums import PersonKind, Role
from governance.errors import Conflict, Forbidden, Invalid, NotFound
from governance.models import Delegation, Person
from governance.people import requiring, roles
from governance.transactions import outermost

LONGEST = timedelta(days=92)


def live(at: datetime) -> QuerySet[Delegation]:
    """Delegations that have begun, not ended, and were not revoked."""
    return Delegation.objects.filter(starts_at__lte=at, ends_at__gt=at, revoked_at=None)


def stands_in(person: Person, *, giver: Person, role: Role, at: datetime) -> bool:
    """Whether this person may act for the giver in this role now. An auditor never: they change nothing."""
    lent = live(at).filter(receiver=person, giver=giver, role=role, receiver__is_active=True)
    return lent.exists() and not roles.may(person, Role.AUDITOR, at)


def receivers(giver_id: int, at: datetime) -> frozenset[int]:
    """Ids of everybody who stands in for this person now, in whatever role."""
    return frozenset(live(at).filter(giver_id=giver_id).values_list("receiver_id", flat=True))


def delegate(
    *, acting: Acting, receiver: Person, ends_at: datetime, reason: str, starts_at: datetime | None = None
) -> Delegation:
    """Let somebody sign on one's own behalf until `ends_at`. Outermost.

    Only the approver's own authority can be passed on: what was received cannot be delegated further.
    """
    giver = requiring.named_person(acting, to="delegate a signature")
    why, now = strict.reason(reason), clock.now()
    begins = starts_at or now
    _refuse_unfit(giver, receiver, begins, ends_at, now)
    requiring.one_of(giver, frozenset({Role.APPROVER}), now, to="delegate a signature")
    with outermost():
        stream = Person.objects.select_for_update(no_key=True).get(pk=giver.pk)
        given = Delegation.objects.create(
            giver=giver, receiver=receiver, starts_at=begins, ends_at=ends_at, reason=why
        )
        audit.record(
            acting=acting,
            on=stream,
            action="delegation.given",
            sentence=f"{giver} let {receiver} sign on their behalf from {begins:%d %b %Y} to "
            f"{ends_at:%d %b %Y, %H:%M} UTC because {wording.because(why)} No money moved.",
            facts={"delegation": given.pk, "receiver": receiver.pk, "from": begins, "until": ends_at},
        )
        return given


def revoke(*, acting: Acting, delegation_id: int, reason: str) -> Delegation:
    """End a delegation early, by its giver or a controller. Outermost. What was signed stays signed."""
    person = requiring.named_person(acting, to="revoke a delegation")
    why, now = strict.reason(reason), clock.now()
    given = Delegation.objects.select_related("giver", "receiver").filter(pk=delegation_id).first()
    if given is None:
        raise NotFound("There is no such delegation.", field="delegation")
    if person != given.giver:
        requiring.one_of(person, frozenset({Role.CONTROLLER}), now, to="revoke somebody else's delegation")
    with outermost():
        stream = Person.objects.select_for_update(no_key=True).get(pk=given.giver_id)
        if not Delegation.objects.filter(pk=given.pk, revoked_at=None).update(revoked_at=now):
            raise Conflict("This delegation was already revoked.", code="already-revoked")
        audit.record(
            acting=acting,
            on=stream,
            action="delegation.revoked",
            sentence=f"{person} ended the delegation of {given.giver} to {given.receiver} because "
            f"{wording.because(why)} No money moved.",
            facts={"delegation": given.pk},
        )
        given.revoked_at = now
        return given


def _refuse_unfit(giver: Person, receiver: Person, begins: datetime, ends: datetime, now: datetime) -> None:
    if receiver == giver:
        raise Invalid("Delegate to somebody else than yourself.", field="receiver")
    if receiver.kind == PersonKind.SERVICE:
        raise Forbidden("A service account may never sign.", code="service-account", field="receiver")
    if not receiver.is_active:
        raise Invalid(f"{receiver} has left and cannot stand in.", field="receiver")
    if roles.may(receiver, Role.AUDITOR, now):
        raise Invalid(
            f"{receiver} audits, and an auditor changes nothing; name somebody else.", field="receiver"
        )
    if begins < now - timedelta(minutes=1):
        raise Invalid("A delegation cannot begin in the past.", field="starts_at")
    if not begins < ends <= begins + LONGEST:
        raise Invalid(
            f"A delegation ends after it begins, at most {LONGEST.days} days later.", field="ends_at"
        )
