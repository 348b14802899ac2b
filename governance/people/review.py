"""Who could do what at an instant: grants, delegations, tokens and departures as their dated rows have them.

Reads only. What a role was later given or lost changes nothing of an earlier day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.db.models import Prefetch, Q, QuerySet

from governance.enums import Act, PersonKind, Role
from governance.models import ApiToken, Delegation, Event, Person, RoleGrant, Signature
from governance.people import roles

LEFT = "person.deactivated"
READERS = frozenset({Role.CONTROLLER, Role.AUDITOR})
"""Who grants, and who checks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """When somebody was deactivated, and the sentence of the record that says by whom and why."""

    at: datetime
    by: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Everything as it stood at `at`. `people` are those known by then, by name; `grants` are theirs."""

    at: datetime
    people: Sequence[Person]
    grants: Sequence[RoleGrant]
    delegations: Sequence[Delegation]
    tokens: Sequence[ApiToken]
    departures: dict[int, Departure]

    def without_role(self) -> list[Person]:
        """Those who were there and could do nothing."""
        held = {grant.person_id for grant in self.grants}
        return [one for one in self.people if one.pk not in held and one.pk not in self.departures]


def at(instant: datetime) -> Review:
    """The review of an instant. Six queries, however many people there are."""
    grants = list(in_force(instant).order_by("person__display_name", "person_id", "role", "pk"))
    people = Person.objects.filter(Q(date_joined__lte=instant) | Q(pk__in=[one.person_id for one in grants]))
    lent = Delegation.objects.filter(starts_at__lte=instant, ends_at__gt=instant)
    lent = lent.filter(Q(revoked_at=None) | Q(revoked_at__gt=instant)).select_related("giver", "receiver")
    tokens = ApiToken.objects.filter(created_at__lte=instant).select_related("person")
    return Review(
        at=instant, people=list(people.order_by("display_name", "pk")), grants=grants,
        delegations=list(lent.order_by("starts_at", "pk")),
        tokens=list(tokens.filter(Q(revoked_at=None) | Q(revoked_at__gt=instant)).order_by("person_id", "pk")),
        departures=departures(instant),
    )  # fmt: skip


def in_force(instant: datetime) -> QuerySet[RoleGrant]:
    """Grants that had begun and not ended, of people alone where a role is for people alone."""
    return with_signers(
        RoleGrant.objects.filter(
            Q(valid_from__lte=instant)
            & (Q(valid_until=None) | Q(valid_until__gt=instant))
            & (Q(ended_at=None) | Q(ended_at__gt=instant))
            & (Q(person__kind=PersonKind.PERSON) | ~Q(role__in=roles.FOR_PEOPLE_ONLY))
        )
    )


def with_signers(grants: QuerySet[RoleGrant]) -> QuerySet[RoleGrant]:
    """With who asked for each and who signed, in two queries."""
    signed = Signature.objects.filter(act=Act.SIGN).order_by("pk")
    return grants.select_related("person", "ended_by", "request__requester").prefetch_related(
        Prefetch("request__signatures", signed)
    )


def asked_by(grant: RoleGrant) -> str:
    """Who asked for it; "" for the grants of the first day, which nobody asked for."""
    return str(grant.request.requester) if grant.request else ""


def signers(grant: RoleGrant) -> list[str]:
    """Who signed the revision that gave it."""
    request = grant.request
    if request is None:
        return []
    given = [one for one in request.signatures.all() if one.request_revision == request.revision]
    return [one.person_name for one in given]


def departures(instant: datetime) -> dict[int, Departure]:
    """Who had been deactivated by then, from the record."""
    left = {one.stream_name: one.pk for one in Person.objects.filter(is_active=False)}
    told = Event.objects.filter(stream__in=left, action=LEFT, at__lte=instant).order_by("pk")
    return {left[one.stream]: Departure(at=one.at, by=one.actor_name, sentence=one.sentence) for one in told}


def lends(review: Review, given: Delegation) -> RoleGrant | None:
    """The grant that a delegation passed on; None where its giver had none, so that it passed on nothing."""
    mine = (one for one in review.grants if one.person_id == given.giver_id and one.role == given.role)
    return next(mine, None)


def end_of(day: date | None, now: datetime) -> datetime:
    """The last second of a day in UTC, never later than now; now for no day."""
    if day is None or day >= now.astimezone(UTC).date():
        return now
    return datetime.combine(day, time(23, 59, 59), tzinfo=UTC)
