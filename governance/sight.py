"""Who may see what. One table for every door: roles that see everything, roles that see their own, nobody else.

Seeing is not doing: what may be done is decided by each verb, again, with its own words.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from governance import clock
from governance.compiled import Compiled
from governance.enums import Role
from governance.models import Account, Delegation, Escalation, Event, Person, Request, RoleGrant
from governance.people import delegations, roles

EVERYTHING = frozenset({Role.APPROVER, Role.CONTROLLER, Role.OPERATOR, Role.AUDITOR})
THEIR_OWN = frozenset({Role.REQUESTER})
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Sight:
    """What one person sees at this moment. Somebody without a role sees nothing of anybody."""

    person: Person
    roles: frozenset[Role]
    stands_in: bool

    @property
    def everything(self) -> bool:
        """Every goal, request and event; so does whoever stands in for an approver."""
        return self.stands_in or bool(self.roles & EVERYTHING)

    @property
    def anything(self) -> bool:
        """At least what is one's own, and what is common to all: prices, freezes, the driver."""
        return self.everything or bool(self.roles & THEIR_OWN)

    def accounts(self) -> QuerySet[Account]:
        """Accounts this person may see: all, or those they own or asked something of."""
        rows = Account.objects.all()
        if self.everything:
            return rows
        asked = Request.objects.filter(account=OuterRef("pk"), requester=self.person)
        return self._own(rows, Q(owner=self.person) | Q(Exists(asked)))

    def requests(self) -> QuerySet[Request]:
        """Requests: all, or those this person asked and those about accounts they own."""
        rows = Request.objects.all()
        if self.everything:
            return rows
        return self._own(rows, Q(requester=self.person) | Q(account__owner=self.person))

    def escalations(self) -> QuerySet[Escalation]:
        """Questions about the accounts this person may see, and those put to them."""
        rows = Escalation.objects.all()
        if self.everything:
            return rows
        return self._own(rows, Q(account__in=self.accounts()) | Q(assigned_to=self.person))

    def events(self) -> QuerySet[Event]:
        """The record: all of it, or what tells of this person's own accounts and acts."""
        rows = Event.objects.all()
        if self.everything:
            return rows
        return self._own(rows, Q(account__in=self.accounts()) | Q(actor=self.person))

    def _own(self, rows: QuerySet[Row], own: Q) -> QuerySet[Row]:
        return rows.filter(own) if self.anything else rows.none()


def of(person: Person) -> Sight:
    """What this person sees now. Two queries."""
    at = clock.now()
    held = frozenset(Role(grant["role"]) for grant in _HELD.rows(person=person.pk, at=at))
    return Sight(person, held, _STANDING_IN.first(person=person.pk, at=at) is not None)


def _held(person: int, at: datetime) -> QuerySet[RoleGrant, Any]:
    return roles.grants(at).filter(person=person).values("role")


def _standing_in(person: int, at: datetime) -> QuerySet[Delegation, Any]:
    return delegations.live(at).filter(receiver=person, receiver__is_active=True).values("pk")[:1]


_HELD = Compiled(_held, person=int, at=datetime)
_STANDING_IN = Compiled(_standing_in, person=int, at=datetime)
