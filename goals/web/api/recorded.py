"""The books and the record: a goal's statement, its counted refusals, and events as sentences."""

from __future__ import annotations

from typing import Annotated, Any

from django.db.models import QuerySet
from rest_framework import serializers

from goals.web.api import paths
from goals.web.api.signed import GoalName
from governance.enums import EntryKind, UsageState
from governance.models import Event, LedgerEntry, Refusal
from governance.strict.fields import Instant, matching
from governance.web.api.inputs import Page, QueryNumber, Word
from governance.web.api.operation import Call, Listing, Read
from governance.web.api.outputs import Facts, Maybe, Money, Number, OneOf, Text, Tokens, When, Words

StreamName = Annotated[str, matching(r"[a-z-]{1,20}:[a-z0-9-]{1,30}", "account:412")]


class BalanceOut(serializers.Serializer[LedgerEntry]):
    """What stood right after the entry."""

    budget_tokens = Tokens(source="budget_tokens_after")
    committed_tokens = Tokens(source="held_tokens_after")
    spent_tokens = Tokens(source="spent_tokens_after")
    budget_money = Money(source="budget_money_after", allow_null=True)
    committed_money = Money(source="held_money_after")
    spent_money = Money(source="spent_money_after")


class EntryOut(serializers.Serializer[LedgerEntry]):
    """One movement in the books of a goal. Never edited; a correction names the entry it corrects."""

    seq = Number()
    kind = OneOf(EntryKind)
    tokens = Tokens()
    money = Money()
    currency = Text(source="account.currency")
    reference = Maybe()
    corrects = Number(source="corrects.seq", allow_null=True)
    price = Number(source="price_id", allow_null=True)
    usage_state = OneOf(UsageState, allow_null=True)
    flags = Words()
    period = Text()
    balance = BalanceOut(source="*")
    digest = Text()
    at = When()


class RefusalOut(serializers.Serializer[Refusal]):
    """The same refusal, counted."""

    id = Number(source="pk")
    actor = Text(source="actor_name")
    code = Text()
    terms_version = Number()
    goal_revision = Number()
    count = Number()
    first_at = When()
    last_at = When()
    event = Number(source="event_id")


class ActorOut(serializers.Serializer[Event]):
    """Who did it: a person with an id, or the service itself with none."""

    id = Number(source="actor_id", allow_null=True)
    name = Text(source="actor_name")


class EventOut(serializers.Serializer[Event]):
    """Who did what to what, why, with what effect on money, in one sentence."""

    id = Number(source="pk")
    stream = Text()
    seq = Number()
    action = Text()
    actor = ActorOut(source="*")
    goal = Text(source="account.ref", allow_null=True)
    sentence = Text()
    effect_tokens = Tokens()
    effect_money = Money()
    available_tokens = Tokens(allow_null=True)
    available_money = Money(allow_null=True)
    currency = Text(source="account.currency", allow_null=True)
    at = When()


class EventDetailOut(EventOut):
    """An event with its place in the chain and the text that its hash covers."""

    previous = Text()
    hash = Text()
    body = Facts()


class ShowStatement(Listing):
    """The goal's ledger from its first entry, with the balance after each."""

    Output = EntryOut
    order = "seq"

    def run(self, call: Call) -> QuerySet[LedgerEntry]:
        return paths.goal(call).account.entries.select_related("account", "corrects")


class ListRefusals(Listing):
    """What the gate refused for this goal, identical refusals counted."""

    Output = RefusalOut

    def run(self, call: Call) -> QuerySet[Refusal]:
        return paths.goal(call).account.refusals.all()


class ListEvents(Listing):
    """The record, the latest first. `since` is inside, `until` is outside."""

    Output = EventOut

    class Query(Page):
        goal: GoalName | None = None
        actor: QueryNumber | None = None
        action: Word | None = None
        stream: StreamName | None = None
        since: Instant | None = None
        until: Instant | None = None

    def run(self, call: Call) -> QuerySet[Event]:
        asked = call.query
        account = None if asked.goal is None else paths.named_goal(asked.goal).account_id
        wanted: dict[str, Any] = {
            "account": account, "actor": asked.actor, "action": asked.action, "stream": asked.stream,
            "at__gte": asked.since, "at__lt": asked.until,
        }  # fmt: skip
        given = {name: value for name, value in wanted.items() if value is not None}
        return call.sight.events().filter(**given).select_related("account")


class ShowEvent(Read):
    """One event with its hashed text."""

    Output = EventDetailOut

    def run(self, call: Call) -> Event:
        wanted = paths.number(call.path["event"])
        found = call.sight.events().select_related("account").filter(pk=wanted).first()
        if found is None:
            raise paths.missing()
        return found
