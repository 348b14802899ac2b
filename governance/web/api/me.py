"""Who the caller is to Countersign, and the tokens in their name."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from governance import clock, people
from governance.enums import PersonKind, Role
from governance.models import ApiToken, Delegation
from governance.people import delegations, tokens
from governance.web.api import paths
from governance.web.api.operation import Call, Listing, Read, Write
from governance.web.api.outputs import Flag, Maybe, Money, Number, OneOf, PersonOut, Text, Tokens, When, Words


class LimitsOut(serializers.Serializer[Any]):
    tokens = Tokens()
    money = Money()
    currency = Text()


class StandsInOut(serializers.Serializer[Delegation]):
    for_person = PersonOut(source="giver")
    until = When(source="ends_at")


class WhoAmI(Read):
    """The caller: name, roles at this moment, limits to sign for, and whom they stand in for."""

    class Output(serializers.Serializer[Any]):
        id = Number(source="person.pk")
        username = Text(source="person.username")
        name = Text(source="person")
        title = Maybe(source="person.title")
        kind = OneOf(PersonKind, source="person.kind")
        method = Text()
        roles = Words()
        limits = LimitsOut(allow_null=True)
        stands_in_for = StandsInOut(many=True)
        sees_everything = Flag()

    def run(self, call: Call) -> dict[str, Any]:
        given = delegations.live(clock.now()).filter(receiver=call.person).select_related("giver")
        return {
            "person": call.person,
            "method": call.acting.method,
            "roles": [role for role in Role if role in call.sight.roles],
            "limits": people.limits(call.person),
            "stands_in_for": given.order_by("pk"),
            "sees_everything": call.sight.everything,
        }


class TokenOut(serializers.Serializer[ApiToken]):
    """A token without its secret, which nobody can read again."""

    id = Number(source="pk")
    name = Text()
    created_at = When()
    last_used_at = When(allow_null=True)
    revoked_at = When(allow_null=True)


class ListTokens(Listing):
    """The caller's own tokens. New ones are issued by `manage.py issue_token`."""

    Output = TokenOut

    def run(self, call: Call) -> QuerySet[ApiToken]:
        return call.person.api_tokens.all()


class RevokeToken(Write):
    """End one of the caller's own tokens at once."""

    asks = "revoke a token"
    Output = TokenOut

    def run(self, call: Call) -> ApiToken:
        found = call.person.api_tokens.filter(pk=paths.number(call.path["token"])).first()
        if found is None:
            raise paths.missing()
        return tokens.revoke(acting=call.acting, token_id=found.pk)
