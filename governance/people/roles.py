"""Who may do what, and up to which amount, at an instant. Reads only.

Being a superuser plays no part here. A service account never has a role that signs, arms or decides,
whatever its rows say.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Q, QuerySet

from governance import clock
from governance.enums import PersonKind, Role
from governance.models import Person, RoleGrant

FOR_PEOPLE_ONLY = frozenset({Role.APPROVER, Role.CONTROLLER, Role.OPERATOR})
"""Roles that sign, decide, stop or lift: only a human being can hold them."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What an approver may sign for: tokens, and money in one currency. At the limit is inside."""

    tokens: int
    money: Decimal
    currency: str

    def cover(self, *, tokens: int, money: Decimal | None, currency: str) -> bool:
        """Whether these totals lie within. Without a money cap only the tokens are measured."""
        return tokens <= self.tokens and (
            money is None or (currency == self.currency and money <= self.money)
        )


def in_force(at: datetime) -> Q:
    """Grants that have begun and not ended at this instant, of people who are still here."""
    return (
        Q(valid_from__lte=at, person__is_active=True)
        & (Q(valid_until=None) | Q(valid_until__gt=at))
        & (Q(ended_at=None) | Q(ended_at__gt=at))
        & (Q(person__kind=PersonKind.PERSON) | ~Q(role__in=FOR_PEOPLE_ONLY))
    )


def grants(at: datetime) -> QuerySet[RoleGrant]:
    """Every grant in force at this instant."""
    return RoleGrant.objects.filter(in_force(at))


def may(person: Person, role: Role, at: datetime | None = None) -> bool:
    """Whether this person has this role at an instant, by default now."""
    return grants(at or clock.now()).filter(person=person, role=role).exists()


def held(person: Person, at: datetime | None = None) -> frozenset[Role]:
    """Every role this person has at an instant, by default now."""
    mine = grants(at or clock.now()).filter(person=person)
    return frozenset(Role(role) for role in mine.values_list("role", flat=True))


def limits(person: Person, at: datetime | None = None) -> Limits | None:
    """The approver's limits at an instant, by default now; None for somebody who signs nothing."""
    grant = grants(at or clock.now()).filter(person=person, role=Role.APPROVER).first()
    return limits_of(grant) if grant else None


def limits_of(grant: RoleGrant) -> Limits | None:
    """The limits a grant carries; None where the role has none."""
    if grant.limit_tokens is None or grant.limit_money is None:
        return None
    return Limits(grant.limit_tokens, grant.limit_money, grant.currency)


def covering(
    allowed: frozenset[Role], *, tokens: int, money: Decimal | None, currency: str, at: datetime
) -> list[RoleGrant]:
    """Grants of these roles whose limits hold these totals, lowest limit first; roles without limits last."""
    found = grants(at).filter(role__in=allowed, person__kind=PersonKind.PERSON).select_related("person")
    able = [
        grant
        for grant in found
        if (limit := limits_of(grant)) is None or limit.cover(tokens=tokens, money=money, currency=currency)
    ]
    return sorted(
        able, key=lambda grant: (grant.limit_tokens is None, grant.limit_tokens or 0, grant.person_id)
    )


def holders(role: Role, at: datetime) -> list[Person]:
    """Who has this role now, oldest grant first."""
    found = grants(at).filter(role=role).select_related("person").order_by("valid_from", "pk")
    return [grant.person for grant in found]
