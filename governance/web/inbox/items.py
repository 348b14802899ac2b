"""One thing that waits, and where such things come from. Sources are registered by the apps that know them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Protocol

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
    """Each method is a constant number of queries; `count` is one and counts exactly what `items` lists."""

    def count(self, person: Person, at: datetime) -> int:
        """How many things wait for this person."""

    def items(self, viewer: Viewer, at: datetime) -> Sequence[Item]:
        """The most urgent of them, at most MOST."""

    def elsewhere(self, viewer: Viewer, at: datetime) -> Sequence[Elsewhere]:
        """What this person might wonder about and others are on; at most five."""


_SOURCES: dict[str, Source] = {}


def register(name: str, source: Source) -> None:
    """Add a source; the last one registered under a name holds."""
    _SOURCES[name] = source


def count(person: Person, at: datetime) -> int:
    """Everything that waits for this person. One query per source."""
    return sum(source.count(person, at) for source in _SOURCES.values())


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
