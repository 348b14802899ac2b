"""Filters by actor, action, object and time: from the address to rows and back to fields.

Each table says where it keeps these four. What cannot be read finds nothing; it never fails and never
means "everything".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import or_
from typing import TypeVar
from urllib.parse import urlencode

from django.db.models import Model, Q, QuerySet

from governance.models import Person

Row = TypeVar("Row", bound=Model)
NAMES = ("actor", "action", "object", "since", "until")
SYSTEM = "Countersign"
LONGEST = 200
LONGEST_NUMBER = 18
MOST_PEOPLE = 50
SLACK = 1_000
"""How far row numbers and instants of writers at the same moment may be apart."""
_REF = re.compile(r"([A-Z])-0*([1-9][0-9]{0,17})")
NOTHING = Q(pk__in=[])


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Where a table keeps the four. `objects` maps the letter of a reference, or a noun, to a lookup.

    `in_order` says that row numbers follow `when`, which has an index: old days are then found by their ends.
    """

    actors: tuple[str, ...] = ()
    action: str = ""
    objects: Mapping[str, str] = field(default_factory=dict)
    when: str = ""
    in_order: bool = False

    @property
    def names(self) -> list[str]:
        """The filters that make sense for this table."""
        there = {"actor": self.actors, "action": self.action, "object": self.objects, "since": self.when,
                 "until": self.when}  # fmt: skip
        return [name for name in NAMES if there[name]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for; "" is anything."""

    values: Mapping[str, str]

    @classmethod
    def read(cls, given: Mapping[str, str], look: Look) -> Asked:
        values = {name: str(given.get(name, "")).replace("\x00", "\ufffd") for name in look.names}
        return cls({name: value[:LONGEST].strip() for name, value in values.items()})

    def address(self, **more: object) -> str:
        """A query with these filters and what is added."""
        kept = {name: value for name, value in self.values.items() if value}
        return f"?{urlencode({**kept, **more})}"

    def named(self) -> list[tuple[str, str]]:
        """The filters in force, for an export's foot."""
        return [(name, value) for name, value in self.values.items() if value]


def rows(found: QuerySet[Row], look: Look, asked: Asked) -> QuerySet[Row]:
    """The rows that match all of it, in no order."""
    makers = {
        "actor": _by_actor,
        "action": _by_action,
        "object": _by_object,
        "since": _since,
        "until": _until,
    }
    try:
        for name, value in asked.values.items():
            if value:
                found = found.filter(makers[name](look, value))
                if look.in_order and name in ("since", "until"):
                    found = found.filter(_near(found.model, look, name, value))
    except ValueError:
        return found.none()  # a word where a number is kept
    return found


def _near(model: type[Model], look: Look, name: str, text: str) -> Q:
    """Row numbers that can lie on this side of an instant: those from the row at it, and some more."""
    at = _instant(text, end=name == "until")
    if at is None:
        return NOTHING
    rows_there = model._default_manager.values_list("pk", flat=True)
    if name == "since":
        first = rows_there.filter(**{f"{look.when}__gte": at}).order_by(look.when).first()
        return NOTHING if first is None else Q(pk__gte=first - SLACK)
    last = rows_there.filter(**{f"{look.when}__lt": at}).order_by(f"-{look.when}").first()
    return NOTHING if last is None else Q(pk__lte=last + SLACK)


def _by_actor(look: Look, name: str) -> Q:
    """People of this user name, or whose name holds these letters; or the service itself."""
    if name.casefold() == SYSTEM.casefold():
        return _any(Q(**{f"{column}__isnull": True}) for column in look.actors)
    people = Person.objects.filter(Q(username=name) | Q(display_name__icontains=name))
    found = list(people.values_list("pk", flat=True)[:MOST_PEOPLE])
    return _any(Q(**{f"{column}__in": found}) for column in look.actors)


def _by_action(look: Look, word: str) -> Q:
    """Exactly this word, or every word that begins like "round."."""
    lookup = "startswith" if word.endswith((".", "-")) else "exact"
    return Q(**{f"{look.action}__{lookup}": word})


def _by_object(look: Look, text: str) -> Q:
    """References such as G-0412, all of which must be this table's; or "noun:value"."""
    found = NOTHING
    noun, _, value = text.partition(":")
    if value and noun in look.objects:
        too_large = value.isdigit() and len(value) > LONGEST_NUMBER
        return NOTHING if too_large else Q(**{look.objects[noun]: value})
    for letter, digits in _REF.findall(text.upper()):
        if letter in look.objects:
            found |= _one(look.objects[letter], int(digits))
    return found


def _one(lookup: str, number: int) -> Q:
    column, _, template = lookup.partition("=")
    return Q(**{column: template.format(number) if template else number})


def _since(look: Look, text: str) -> Q:
    at = _instant(text, end=False)
    return NOTHING if at is None else Q(**{f"{look.when}__gte": at})


def _until(look: Look, text: str) -> Q:
    at = _instant(text, end=True)
    return NOTHING if at is None else Q(**{f"{look.when}__lt": at})


def _instant(text: str, *, end: bool) -> datetime | None:
    """A day (its beginning, or its end) or an instant; without a zone it is UTC."""
    try:
        at = datetime.fromisoformat(text)
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
        return at + timedelta(days=1) if end and len(text) == len("2026-08-31") else at
    except (ValueError, OverflowError):
        return None


def _any(parts: Iterable[Q]) -> Q:
    return reduce(or_, parts, NOTHING)
