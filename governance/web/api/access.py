"""The access review over REST: who could do what at the end of a day, for controllers and auditors."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from rest_framework import serializers

from governance import clock
from governance.enums import PersonKind, Role
from governance.errors import Invalid
from governance.models import ApiToken, Delegation, Person, RoleGrant
from governance.people import review
from governance.people.review import READERS, Review
from governance.strict.fields import matching
from governance.web.api import paths
from governance.web.api.inputs import Body
from governance.web.api.operation import Call, Read
from governance.web.api.outputs import Flag, Maybe, Money, Number, OneOf, PersonOut, Text, Tokens, When

Day = Annotated[str, matching(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", "2026-06-30")]


class GrantOut(serializers.Serializer[RoleGrant]):
    """A role as it was held, with who asked for it and who signed it; nobody, for those of the first day."""

    id = Number(source="pk")
    person = PersonOut()
    role = OneOf(Role)
    limit_tokens = Tokens(allow_null=True)
    limit_money = Money(allow_null=True)
    currency = Text()
    valid_from = When()
    valid_until = When(allow_null=True)
    asked_by = serializers.SerializerMethodField()
    signed_by = serializers.SerializerMethodField()
    request = Text(source="request.ref", allow_null=True)
    granted_by = Text()

    def get_asked_by(self, grant: RoleGrant) -> str:
        return review.asked_by(grant)

    def get_signed_by(self, grant: RoleGrant) -> list[str]:
        return review.signers(grant)


class LentOut(serializers.Serializer[Delegation]):
    id = Number(source="pk")
    giver = PersonOut()
    receiver = PersonOut()
    role = OneOf(Role)
    starts_at = When()
    ends_at = When()
    reason = Text()


class KnownOut(serializers.Serializer[Person]):
    """Somebody known by then. `is_superuser` is as of now, and gives no business authority."""

    id = Number(source="pk")
    name = Text(source="*")
    username = Text()
    title = Maybe()
    kind = OneOf(PersonKind)
    is_superuser = Flag()
    deactivated_at = When(allow_null=True, source="left_at")


class LiveTokenOut(serializers.Serializer[ApiToken]):
    id = Number(source="pk")
    name = Text()
    person = PersonOut()
    created_at = When()


class ShowAccess(Read):
    """Who could do what at the end of a day, by default now: roles, limits, delegations, tokens, departures."""

    class Query(Body):
        on: Day | None = None

    class Output(serializers.Serializer[Any]):
        as_of = When(source="at")
        people = KnownOut(many=True)
        grants = GrantOut(many=True)
        delegations = LentOut(many=True)
        tokens = LiveTokenOut(many=True)

    def run(self, call: Call) -> dict[str, Any]:
        if not call.sight.roles & READERS:
            raise paths.missing()
        found = review.at(review.end_of(_day(call.query.on), clock.now()))
        return _parts(found)


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Invalid(f"{text} is no day of the calendar.", field="on") from None


def _parts(found: Review) -> dict[str, Any]:
    people = list(found.people)
    for one in people:
        left = found.departures.get(one.pk)
        one.left_at = left.at if left else None  # type: ignore[attr-defined]
    return {
        "at": found.at, "people": people, "grants": found.grants, "delegations": found.delegations,
        "tokens": found.tokens,
    }  # fmt: skip
