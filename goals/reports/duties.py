"""Segregation of duties: rules that the verbs keep, checked again on the rows, and roles that come close together.

Each rule lists its exceptions as sentences; a rule without any says so. Reads only, one query a rule.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q

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
    exceptions: Callable[[datetime, datetime], list[str]]


def own_request(first: datetime, before: datetime) -> list[str]:
    signed = _signed(first, before).filter(Q(person=F("requester")) | Q(on_behalf_of=F("requester")))
    return [f"{one.person_name} signed {one.request.ref}, which they asked for." for one in signed[:MOST]]


def above_limit(first: datetime, before: datetime) -> list[str]:
    over = Q(limit_tokens__lt=F("request__total_tokens")) | Q(limit_money__lt=F("request__total_money"))
    return [
        f"{one.person_name} signed {one.request.ref} above the limit they had."
        for one in _signed(first, before).filter(over)[:MOST]
    ]


def one_of_two(first: datetime, before: datetime) -> list[str]:
    short = Request.objects.filter(
        status=RequestStatus.APPROVED, decided_at__gte=first, decided_at__lt=before
    )
    signers = Count("signatures__person", distinct=True, filter=Q(signatures__act=Act.SIGN,
                    signatures__request_revision=F("revision")))  # fmt: skip
    found = short.annotate(n=signers).filter(n__lt=F("signatures_needed")).exclude(kind="")
    return [
        f"{one.ref} took effect with {one.n} of {one.signatures_needed} signatures." for one in found[:MOST]
    ]


def own_completion(first: datetime, before: datetime) -> list[str]:
    rows = Claim.objects.filter(
        decided_at__gte=first, decided_at__lt=before, decided_by=F("goal__account__owner")
    )
    return [
        f"{one.decided_by} decided on the completion of {one.goal.account.ref}, which is their own."
        for one in rows.select_related("decided_by", "goal__account")[:MOST]
    ]


def own_question(first: datetime, before: datetime) -> list[str]:
    rows = Escalation.objects.filter(
        status=EscalationStatus.ANSWERED,
        answered_at__gte=first,
        answered_at__lt=before,
        answered_by=F("account__owner"),
    )
    return [
        f"{one.answered_by} answered {one.ref} about {one.account.ref}, which is their own."
        for one in rows.select_related("answered_by", "account")[:MOST]
    ]


def service_signs(first: datetime, before: datetime) -> list[str]:
    rows = _signed(first, before).filter(person__kind=PersonKind.SERVICE)
    return [f"The service account {one.person_name} signed {one.request.ref}." for one in rows[:MOST]]


def each_other(first: datetime, before: datetime) -> list[str]:
    pairs: dict[tuple[int, int], int] = defaultdict(int)
    names: dict[int, str] = {}
    rows = _signed(first, before).values("person", "requester", "person_name", "requester__display_name")
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


def roles_together(first: datetime, before: datetime) -> list[str]:
    held: dict[int, set[str]] = defaultdict(set)
    names: dict[int, str] = {}
    for grant in roles.grants(before).select_related("person"):
        held[grant.person_id].add(grant.role)
        names[grant.person_id] = str(grant.person)
    return [
        f"{names[who]} is {one.label.lower()} and {other.label.lower()}: {why}."
        for who, has in sorted(held.items())
        for one, other, why in ASKS_AND_SIGNS
        if {one, other} <= has
    ][:MOST]


def granted_without_request(first: datetime, before: datetime) -> list[str]:
    rows = RoleGrant.objects.filter(
        request=None, valid_from__gte=first, valid_from__lt=before
    ).select_related("person")
    return [f"{one.person} became {one.role} without a request, by {one.granted_by}." for one in rows[:MOST]]


def frozen_and_lifted(first: datetime, before: datetime) -> list[str]:
    rows = Freeze.objects.filter(lifted_at__gte=first, lifted_at__lt=before, lifted_by=F("frozen_by"))
    return [
        f"{one.frozen_by} lifted the freeze they had placed."
        for one in rows.select_related("frozen_by")[:MOST]
    ]


def superusers(first: datetime, before: datetime) -> list[str]:
    rows = Person.objects.filter(is_superuser=True, is_active=True)
    return [f"{one} is a superuser; it gives no business authority here." for one in rows[:MOST]]


def _signed(first: datetime, before: datetime):  # type: ignore[no-untyped-def]
    rows = Signature.objects.filter(act=Act.SIGN, at__gte=first, at__lt=before)
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
