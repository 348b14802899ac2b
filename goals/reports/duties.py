"""Segregation of duties: rules that the verbs keep, checked again on the rows, and roles that come close together.

Each rule lists its exceptions as sentences; a rule without any says so. Reads only, one query a rule.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Count, F, Q, QuerySet

from goals.models import Claim
from governance.enums import Act, EscalationStatus, PersonKind, RequestStatus, Role
from governance.models import Escalation, Freeze, Person, Request, RoleGrant, Signature
from governance.people import roles

MOST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What must not be, and whether it can be at all: `kept` rules are refused by the database or a verb."""

    name: str
    says: str
    kept: bool
    exceptions: Callable[[Span], list[str]]


@dataclass(frozen=True)
class Span:
    """From an instant to another, without the last. What several rules need is read once."""

    first: datetime
    before: datetime

    @cached_property
    def suspicious(self) -> list[Signature]:
        """Signatures that a rule of the service should have refused; usually none. One query."""
        own = Q(person=F("requester")) | Q(on_behalf_of=F("requester"))
        over = Q(limit_tokens__lt=F("request__total_tokens")) | Q(limit_money__lt=F("request__total_money"))
        found = _signed(self).filter(own | over | Q(person__kind=PersonKind.SERVICE))
        return list(found.select_related("request", "person")[:MOST])


def own_request(span: Span) -> list[str]:
    return [
        f"{one.person_name} signed {one.request.ref}, which they asked for."
        for one in span.suspicious
        if one.requester_id in (one.person_id, one.on_behalf_of_id)
    ]


def above_limit(span: Span) -> list[str]:
    return [
        f"{one.person_name} signed {one.request.ref} above the limit they had."
        for one in span.suspicious
        if (one.limit_tokens is not None and one.limit_tokens < one.request.total_tokens)
        or (one.limit_money is not None and one.limit_money < (one.request.total_money or 0))
    ]


def service_signs(span: Span) -> list[str]:
    return [
        f"The service account {one.person_name} signed {one.request.ref}."
        for one in span.suspicious
        if one.person.kind == PersonKind.SERVICE
    ]


def one_of_two(span: Span) -> list[str]:
    short = Request.objects.filter(
        status=RequestStatus.APPROVED, decided_at__gte=span.first, decided_at__lt=span.before
    )
    signers = Count("signatures__person", distinct=True, filter=Q(signatures__act=Act.SIGN,
                    signatures__request_revision=F("revision")))  # fmt: skip
    found = short.annotate(n=signers).filter(n__lt=F("signatures_needed")).exclude(kind="")
    return [
        f"{one.ref} took effect with {one.n} of {one.signatures_needed} signatures." for one in found[:MOST]
    ]


def own_completion(span: Span) -> list[str]:
    rows = Claim.objects.filter(
        decided_at__gte=span.first, decided_at__lt=span.before, decided_by=F("goal__account__owner")
    )
    return [
        f"{one.decided_by} decided on the completion of {one.goal.account.ref}, which is their own."
        for one in rows.select_related("decided_by", "goal__account")[:MOST]
    ]


def own_question(span: Span) -> list[str]:
    rows = Escalation.objects.filter(
        status=EscalationStatus.ANSWERED,
        answered_at__gte=span.first,
        answered_at__lt=span.before,
        answered_by=F("account__owner"),
    )
    return [
        f"{one.answered_by} answered {one.ref} about {one.account.ref}, which is their own."
        for one in rows.select_related("answered_by", "account")[:MOST]
    ]


def each_other(span: Span) -> list[str]:
    pairs: dict[tuple[int, int], int] = defaultdict(int)
    names: dict[int, str] = {}
    rows = _signed(span).values("person", "requester", "person_name", "requester__display_name")
    for row in rows.annotate(n=Count("pk")).order_by():
        pairs[(row["person"], row["requester"])] += row["n"]
        names[row["person"]], names[row["requester"]] = row["person_name"], row["requester__display_name"]
    return [
        f"{names[a]} signed {n} of {names[b]}’s requests, and {names[b]} {pairs[(b, a)]} of {names[a]}’s."
        for (a, b), n in pairs.items()
        if a < b and pairs.get((b, a))
    ][:MOST]


ASKS_AND_SIGNS = (
    (Role.REQUESTER, Role.APPROVER, "asks for goals and signs others’"),
    (Role.CONTROLLER, Role.APPROVER, "sets prices and envelopes and signs"),
    (Role.AUDITOR, Role.APPROVER, "reviews what they sign"),
    (Role.AUDITOR, Role.CONTROLLER, "reviews what they control"),
)


def roles_together(span: Span) -> list[str]:
    held: dict[int, set[str]] = defaultdict(set)
    names: dict[int, str] = {}
    for grant in roles.grants(span.before).select_related("person"):
        held[grant.person_id].add(grant.role)
        names[grant.person_id] = str(grant.person)
    return [
        f"{names[who]} is {one.label.lower()} and {other.label.lower()}: {why}."
        for who, has in sorted(held.items())
        for one, other, why in ASKS_AND_SIGNS
        if {one, other} <= has
    ][:MOST]


def granted_without_request(span: Span) -> list[str]:
    rows = RoleGrant.objects.filter(
        request=None, valid_from__gte=span.first, valid_from__lt=span.before
    ).select_related("person")
    return [f"{one.person} became {one.role} without a request, by {one.granted_by}." for one in rows[:MOST]]


def frozen_and_lifted(span: Span) -> list[str]:
    rows = Freeze.objects.filter(
        lifted_at__gte=span.first, lifted_at__lt=span.before, lifted_by=F("frozen_by")
    )
    return [
        f"{one.frozen_by} lifted the freeze they had placed."
        for one in rows.select_related("frozen_by")[:MOST]
    ]


def superusers(span: Span) -> list[str]:
    rows = Person.objects.filter(is_superuser=True, is_active=True)
    return [f"{one} is a superuser; it gives no business authority here." for one in rows[:MOST]]


def _signed(span: Span) -> QuerySet[Signature]:
    rows = Signature.objects.filter(act=Act.SIGN, at__gte=span.first, at__lt=span.before)
    return rows.select_related("request")


RULES = (
    Rule(name="Nobody signs what they asked for", says="Requester and signer differ, also through delegation.",
         kept=True, exceptions=own_request),
    Rule(name="Nobody signs above their limit", says="Tokens and money lie within what was granted then.",
         kept=True, exceptions=above_limit),
    Rule(name="Two signatures are two people", says="A request takes effect with all its signatures.",
         kept=True, exceptions=one_of_two),
    Rule(name="Service accounts do not sign", says="Only people do.", kept=True, exceptions=service_signs),
    Rule(name="Somebody else accepts completion", says="The owner of a goal does not certify it.",
         kept=False, exceptions=own_completion),
    Rule(name="Somebody else answers", says="The owner of a goal does not answer the questions about it.",
         kept=False, exceptions=own_question),
    Rule(name="People do not sign for each other in turn", says="A signs for B and B for A.",
         kept=False, exceptions=each_other),
    Rule(name="Roles that belong to two people", says="As they are held at the end of this time.",
         kept=False, exceptions=roles_together),
    Rule(name="Roles are granted by request", says="The first people of a service are one recorded act.",
         kept=False, exceptions=granted_without_request),
    Rule(name="Who freezes does not lift", says="A second person looks before admissions go on.",
         kept=False, exceptions=frozen_and_lifted),
    Rule(name="No superusers", says="They could change rows behind the record’s back; verify would show it.",
         kept=False, exceptions=superusers),
)  # fmt: skip
