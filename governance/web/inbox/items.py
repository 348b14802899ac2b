"""One thing that waits, and where such things come from. Sources are registered by the apps that know them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Protocol

from django.db.models import Count, QuerySet, Value

from governance.compiled import Compiled
from governance.models import Person
from governance.web.viewer import Viewer

MOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """`usd` None: no money is at stake; `usd_word` is asked, held, idle or spent. `due` None: no due time."""

    glyph: str
    kind: str
    ref: str
    objective: str
    sentence: str
    person: str
    since: datetime
    href: str
    verb: str
    usd: Decimal | None = None
    usd_word: str = ""
    due: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Something that waits for somebody else."""

    text: str
    href: str
    whom: str
    due: datetime | None


class Source(Protocol):
    """`items` and `elsewhere` are a constant number of queries each; `items` lists what `waiting` selects."""

    def waiting(self, person: int, at: datetime) -> QuerySet[Any]:
        """The rows that wait for this person, by id; both arguments are only compared with columns."""

    def items(self, viewer: Viewer, at: datetime) -> Sequence[Item]:
        """The most urgent of them, at most MOST."""

    def elsewhere(self, viewer: Viewer, at: datetime) -> Sequence[Elsewhere]:
        """What this person might wonder about and others are on; at most five."""


_SOURCES: dict[str, Source] = {}


def register(name: str, source: Source) -> None:
    """Add a source before anything is counted; the last one registered under a name holds."""
    _SOURCES[name] = source


def count(person: Person, at: datetime) -> int:
    """Everything that waits for this person. One query, whose text is made once: every page asks."""
    return sum(row["number"] for row in _COUNTED.rows(person=person.pk, at=at))


def _counted(*, person: int, at: datetime) -> QuerySet[Any, dict[str, Any]]:
    first, *others = [
        source.waiting(person, at)
        .order_by()
        .annotate(all=Value(1))
        .values("all")
        .annotate(number=Count("pk"))
        for source in _SOURCES.values()
    ]
    return first.values("number").union(*(one.values("number") for one in others), all=True)


_COUNTED = Compiled(_counted, person=int, at=datetime)


def gather(viewer: Viewer, at: datetime) -> list[Item]:
    """What waits, the soonest due first, then what has waited longest."""
    found = [item for source in _SOURCES.values() for item in source.items(viewer, at)]
    found.sort(key=lambda item: (item.due is None, item.due or item.since, item.since))
    return found[:MOST]


def elsewhere(viewer: Viewer, at: datetime) -> list[Elsewhere]:
    """What others are on, the soonest due first."""
    found = [one for source in _SOURCES.values() for one in source.elsewhere(viewer, at)]
    found.sort(key=lambda one: (one.due is None, one.due or at))
    return found[:5]
