"""The record itself: every event, with its place in the chain."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from governance.admin.base import Column, ReadOnly
from governance.admin.differences import Difference, between
from governance.admin.looks import Look
from governance.audit import place
from governance.audit.verifying import verify
from governance.models import Event, Refusal

MOST_PROVED = 20_000


@admin.register(Event)
class Events(ReadOnly):
    """Newest first. A row shows what changed, and whether the chain holds there."""

    look = Look(
        actors=("actor",),
        action="action",
        objects={"G": "account_id", "R": "stream=request:{}", "P": "stream=person:{}", "stream": "stream"},
        when="at",
        in_order=True,
    )
    columns = (
        Column("When", lambda row: row.at),
        Column("Actor", lambda row: row.actor_name),
        Column("Action", lambda row: row.action),
        Column("Sentence", lambda row: row.sentence),
        Column("Tokens", lambda row: row.effect_tokens, number=True),
        Column("Money", lambda row: row.effect_money, number=True),
        Column("Stream", lambda row: f"{row.stream} {row.seq}"),
    )

    def title_of(self, row: Event) -> str:
        return f"Event {row.seq} of {row.stream}"

    def before_after(self, row: Event) -> Sequence[Difference]:
        """What was available before and after, and the facts beside those of the same kind of event before it."""
        earlier = (
            Event.objects.filter(stream=row.stream, action=row.action, seq__lt=row.seq)
            .order_by("-seq")
            .first()
        )
        return [*between(_available_before(row), _available(row)), *between(_facts(earlier), _facts(row))]

    def standing(self, request: HttpRequest, row: Event) -> Sequence[str]:
        """The chain at this event, and on request the whole stream up to its end."""
        faults = [str(fault) for fault in place.faults(row)]
        said = faults or ["The chain holds here: this event is as it was written, between its neighbours."]
        if "prove" not in request.GET:
            return said
        if row.seq > MOST_PROVED:
            return [*said, f"This stream is long; run `manage.py verify_audit --stream {row.stream}`."]
        verdict = verify([row.stream])
        told = f"{verdict.word}: {verdict.events:,} events of {row.stream} and the rows they vouch for."
        return [*said, told, *(str(fault) for fault in verdict.faults[:20])]


@admin.register(Refusal)
class Refusals(ReadOnly):
    """What was refused, with how often."""

    look = Look(action="code", objects={"G": "account_id"}, when="last_at")
    columns = (
        Column("Last", lambda row: row.last_at),
        Column("Account", lambda row: row.account.ref),
        Column("Actor", lambda row: row.actor_name),
        Column("Code", lambda row: row.code),
        Column("Times", lambda row: row.count, number=True),
        Column("Sentence", lambda row: row.event.sentence),
    )
    related = ("account", "event")


def _available(row: Event) -> dict[str, Any]:
    return {"available tokens": row.available_tokens, "available money": row.available_money}


def _available_before(row: Event) -> dict[str, Any]:
    tokens, money = row.available_tokens, row.available_money
    return {
        "available tokens": None if tokens is None else tokens - row.effect_tokens,
        "available money": None if money is None else money - row.effect_money,
    }


def _facts(row: Event | None) -> dict[str, Any]:
    if row is None:
        return {}
    try:
        facts = json.loads(row.body)["facts"]
    except (ValueError, KeyError, TypeError):
        return {}
    return facts if isinstance(facts, dict) else {}
