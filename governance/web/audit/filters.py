"""Filters of the record, from the address to rows and back to fields. What nobody can read is as if it was not said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet

from governance.models import CostCentre, Escalation, Event, Person, Request
from governance.models.ledger import Account
from governance.web.audit.words import EFFECTS, GROUPS
from governance.web.numbers_in import whole_number

NAMES = ("who", "did", "to", "money", "since", "until")
SYSTEM = "0"
EVERYTHING = "all"
CALL = "attempt.posted"
"""A single call of a model; the line of its round says what all of them came to."""
_REF = re.compile(r"([GRES])-([0-9]{4,18})")
MOST_REFS = 10


@dataclass(frozen=True, slots=True)
class Filters:
    """What was asked for, as it stands in the address; "" is anything."""

    who: str = ""
    did: str = ""
    to: str = ""
    money: str = ""
    since: str = ""
    until: str = ""

    @property
    def any(self) -> bool:
        return any(getattr(self, name) for name in NAMES)

    def address(self, **more: str) -> str:
        """A query with these filters and whatever is added."""
        kept = {name: getattr(self, name) for name in NAMES if getattr(self, name)}
        return f"?{urlencode({**kept, **more})}"

    def named(self) -> list[tuple[str, str]]:
        """The filters in force as pairs of words, for an export."""
        return [(name, getattr(self, name)) for name in NAMES if getattr(self, name)]


def read(given: Mapping[str, Any]) -> Filters:
    """Filters from an address, every value cut to what could be meant."""
    return Filters(**{name: str(given.get(name, ""))[:200].strip() for name in NAMES})


def rows(events: QuerySet[Event], asked: Filters) -> QuerySet[Event]:
    """The events that match, in no order."""
    found = _by_actor(events, asked.who)
    if asked.did in GROUPS:
        found = found.filter(action__in=GROUPS[asked.did][1])
    elif asked.did != EVERYTHING:
        found = found.exclude(action=CALL)
    if asked.to:
        found = found.filter(_objects(asked.to))
    found = _by_effect(found, asked.money)
    return _in_time(found, _day(asked.since), _day(asked.until))


def _by_actor(events: QuerySet[Event], who: str) -> QuerySet[Event]:
    if who == SYSTEM:
        return events.filter(actor=None)
    number = whole_number(who)
    return events if number is None else events.filter(actor=number)


def _by_effect(events: QuerySet[Event], money: str) -> QuerySet[Event]:
    nothing = Q(effect_tokens=0, effect_money=0)
    if money == "none":
        return events.filter(nothing)
    if money == "moved":
        return events.exclude(nothing)
    if money == "more":
        return events.filter(Q(effect_tokens__gt=0) | Q(effect_money__gt=0))
    return events.filter(Q(effect_tokens__lt=0) | Q(effect_money__lt=0)) if money == "less" else events


def _in_time(events: QuerySet[Event], since: date | None, until: date | None) -> QuerySet[Event]:
    """Between the first instant of one day and the last of another; entry numbers follow time, so that both can
    be found by their ends."""
    if since is not None:
        start = datetime.combine(since, time(), tzinfo=UTC)
        first = Event.objects.filter(at__gte=start).order_by("at", "pk").values_list("pk", flat=True).first()
        events = events.filter(at__gte=start, pk__gte=(first or 0) - 1_000)
    if until is not None and until < date.max:
        end = datetime.combine(until + timedelta(days=1), time(), tzinfo=UTC)
        last = Event.objects.filter(at__lt=end).order_by("-at", "-pk").values_list("pk", flat=True).first()
        events = events.filter(at__lt=end, pk__lte=(last or 0) + 1_000)
    return events


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _objects(text: str) -> Q:
    """Any of the references that the text names; a text without one matches nothing."""
    found = Q(pk__in=[])
    for letter, digits in _REF.findall(text.upper())[:MOST_REFS]:
        found |= _about(letter, int(digits))
    for code in re.findall(r"[A-Za-z0-9._-]+", text)[:MOST_REFS]:
        if not _REF.fullmatch(code.upper()):
            centre = CostCentre.objects.filter(code=code).first()
            if centre is not None:
                found |= Q(stream=centre.stream_name) | Q(
                    account__in=Account.objects.filter(cost_centre=centre)
                )
    return found


def _about(letter: str, number: int) -> Q:
    if letter == "G":
        asked = Request.objects.filter(account=number).order_by("-pk").values_list("pk", flat=True)[:50]
        return Q(account=number) | Q(stream__in=[f"request:{one}" for one in asked])
    if letter == "R":
        account = Request.objects.filter(pk=number).values_list("account", flat=True).first()
        own = Q(stream=f"request:{number}")
        return own | Q(account=account, sentence__contains=f"R-{number:04d}") if account else own
    if letter == "E":
        account = Escalation.objects.filter(pk=number).values_list("account", flat=True).first()
        return Q(account=account, sentence__contains=f"E-{number:04d}") if account else Q(pk__in=[])
    return Q(pk__in=[])


def fields(asked: Filters) -> list[dict[str, Any]]:
    """The filters as fields of a form. One query."""
    people = Person.objects.order_by("display_name", "pk").values_list("pk", "display_name", "username")[:300]
    who = [("", "Everyone"), (SYSTEM, "Countersign"), *((str(pk), name or user) for pk, name, user in people)]
    did = [
        ("", "Anything but single calls"),
        (EVERYTHING, "Everything, each call too"),
        *((key, group[0]) for key, group in GROUPS.items()),
    ]
    money = [("", "Any effect"), *EFFECTS.items()]
    return [
        _field("who", "Who", asked.who, "select", who), _field("did", "Did", asked.did, "select", did),
        _field("to", "To (G-, R-, E- or a cost centre)", asked.to, "text", []),
        _field("money", "Money", asked.money, "select", money),
        _field("since", "From, UTC", asked.since, "date", []), _field("until", "To, UTC", asked.until, "date", []),
    ]  # fmt: skip


def _field(name: str, label: str, value: str, kind: str, options: list[tuple[str, str]]) -> dict[str, Any]:
    return {
        "name": name,
        "label": label,
        "value": value,
        "kind": kind,
        "options": options,
        "set": bool(value),
    }
