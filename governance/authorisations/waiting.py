"""Which requests wait for whom: to be signed, or to be changed by whoever asked. Reads only; decides no authority.

Whoever was asked is waited for; so is, where two must sign, everybody whose limit holds the totals. Nobody is
waited for who asked it, gains by it, stands in for the requester, or has signed already.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from governance.enums import Act, RequestKind, RequestStatus, Role
from governance.models import Request, Signature
from governance.people import delegations, roles

TWO_PEOPLE = (RequestKind.GOAL, RequestKind.TERMS)


def givers(person: int, at: datetime) -> Subquery:
    """Ids of everybody this person stands in for now."""
    return Subquery(delegations.live(at).filter(receiver=person).values("giver"))


def for_signature(person: int, at: datetime) -> QuerySet[Request]:
    """Requests that wait for this person's signature, their own or one on behalf of somebody. One query."""
    signed = Signature.objects.filter(
        request=OuterRef("pk"), request_revision=OuterRef("revision"), person=person, act=Act.SIGN
    )
    behind = delegations.live(at).filter(giver=OuterRef("requester"), receiver=person)
    asked = Q(assigned_to=person) | Q(assigned_to__in=givers(person, at))
    either = Q(signatures_needed=2, kind__in=TWO_PEOPLE) & Q(Exists(_holding(person, at)))
    waiting = Request.objects.filter(asked | either, status=RequestStatus.PENDING)
    barred = Q(requester=person) | Q(account__owner=person, account__isnull=False)
    return waiting.exclude(barred).exclude(Exists(signed)).exclude(Exists(behind))


def to_change(person: int) -> QuerySet[Request]:
    """Requests of this person that were sent back."""
    return Request.objects.filter(requester=person, status=RequestStatus.SENT_BACK)


def _holding(person: int, at: datetime) -> QuerySet:
    """This person's grants as approver whose limit holds the totals of the outer request."""
    granted = roles.grants(at).filter(person=person, role=Role.APPROVER)
    within = Q(limit_money__gte=OuterRef("total_money"), currency=OuterRef("currency"))
    return granted.filter(limit_tokens__gte=OuterRef("total_tokens")).filter(
        within | Q(Exists(Request.objects.filter(pk=OuterRef(OuterRef("pk")), total_money=None)))
    )
