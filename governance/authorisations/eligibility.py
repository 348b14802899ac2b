"""Who may sign a request. Everything that keeps one from signing for oneself is decided here, for every door.

Not the requester; not whoever stands in for the requester; not on behalf of the requester; not whoever
gains by the request. A program never. Within the limit at that moment, and at the limit is inside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from governance import wording
from governance.authorisations import kinds
from governance.enums import PersonKind, Role
from governance.errors import Forbidden, SelfApproval
from governance.models import Person, Request, RoleGrant
from governance.people import delegations, roles
from governance.people.roles import Limits


@dataclass(frozen=True, slots=True)
class Authority:
    """By which right somebody acts: as what, up to how much, and for whom if not for themselves."""

    holder: Person
    role: Role
    limits: Limits | None
    on_behalf_of: Person | None


def authority(person: Person, request: Request, *, on_behalf_of: Person | None, at: datetime) -> Authority:
    """The right by which this person decides this request. Raises SelfApproval or Forbidden with the numbers."""
    for somebody in (person, on_behalf_of):
        if somebody is not None:
            _refuse_interest(somebody, request, at)
    holder = person
    if on_behalf_of is not None:
        holder = on_behalf_of
        if not delegations.stands_in(person, giver=holder, role=Role.APPROVER, at=at):
            raise Forbidden(f"{person} does not stand in for {holder} today.", code="no-delegation")
    return _covering(holder, request, on_behalf_of, at)


def eligible(request: Request, at: datetime) -> list[Person]:
    """Everybody who could sign in their own right, the first to ask first: manager, then the lowest limit, and
    whoever is away last."""
    barred = _barred(request, at)
    rights = roles.covering(
        kinds.of(request.kind).signers,
        tokens=request.total_tokens,
        money=request.total_money,
        currency=request.currency,
        at=at,
    )
    able = [grant.person for grant in rights if grant.person_id not in barred]
    able.sort(key=lambda person: (person.away_at(at), person.pk != request.requester.manager_id))
    return list(dict.fromkeys(able))


def widest(request: Request, at: datetime) -> list[Limits]:
    """The limits of everybody who could sign if the totals were lower, highest first."""
    barred = _barred(request, at)
    found = [roles.limits_of(grant) for grant in _grants(request, at) if grant.person_id not in barred]
    return sorted(
        (limits for limits in found if limits), key=lambda one: (one.tokens, one.money), reverse=True
    )


def _refuse_interest(person: Person, request: Request, at: datetime) -> None:
    requester = request.requester
    if person == requester:
        raise SelfApproval(f"{requester} asked for this, and nobody signs for their own request.")
    if person.pk in kinds.of(request.kind).beneficiaries(request):
        raise SelfApproval(f"{person} gains by this request, and nobody signs for themselves.")
    if person.pk in delegations.receivers(requester.pk, at):
        raise SelfApproval(
            f"{person} stands in for {requester}, who asked for this. Somebody else must sign."
        )


def _barred(request: Request, at: datetime) -> frozenset[int]:
    own = {request.requester_id, *kinds.of(request.kind).beneficiaries(request)}
    return frozenset(own) | delegations.receivers(request.requester_id, at)


def _grants(request: Request, at: datetime) -> Iterable[RoleGrant]:
    signers = kinds.of(request.kind).signers
    people = roles.grants(at).filter(person__kind=PersonKind.PERSON)
    return people.filter(role__in=signers).select_related("person").order_by("pk")


def _covers(grant: RoleGrant, request: Request) -> bool:
    limits = roles.limits_of(grant)
    return limits is None or limits.cover(
        tokens=request.total_tokens, money=request.total_money, currency=request.currency
    )


def _covering(holder: Person, request: Request, on_behalf_of: Person | None, at: datetime) -> Authority:
    grants = [grant for grant in _grants(request, at) if grant.person_id == holder.pk]
    if not grants:
        needed = " or ".join(sorted(role.value for role in kinds.of(request.kind).signers))
        raise Forbidden(f"{holder} may not sign this: it needs the role {needed}.", code="role-missing")
    for grant in grants:
        if _covers(grant, request):
            return Authority(holder, Role(grant.role), roles.limits_of(grant), on_behalf_of)
    limits = roles.limits_of(grants[0])
    assert limits is not None
    raise Forbidden(
        f"{holder} may sign up to {wording.totals(limits.tokens, limits.money, limits.currency)}; this asks for "
        f"{wording.totals(request.total_tokens, request.total_money, request.currency)}.",
        code="over-limit",
        limit_tokens=limits.tokens,
        limit_money=limits.money,
        asked_tokens=request.total_tokens,
        asked_money=request.total_money,
        currency=request.currency,
    )
