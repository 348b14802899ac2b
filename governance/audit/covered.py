"""Kinds of rows that events vouch for: how one is named, and its digest as it stands now.

Apps above governance name their kinds in `AppConfig.vouched_for` as dotted paths. A kind that nobody
names cannot be checked, which the verdict says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from django.apps import apps
from django.db.models import Model, Q
from django.utils.module_loading import import_string

PAGE = 2_000


class Kind(Protocol):
    """One kind of covered row. Events name a row as "name:key:digest"."""

    name: str

    def texts(self, keys: Collection[str]) -> dict[str, str]:
        """Canonical text of these rows as they stand; "" where a row contradicts itself. What is gone is absent."""

    def due(self) -> Iterator[Sequence[str]]:
        """Keys of every row that must be vouched for exactly once, in pages; none where that is not so."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a model by primary key. `text` gives what the digest is made of, `sound` what else must hold."""

    name: str
    model: type[Model]
    text: Callable[[Any], str]
    sound: Callable[[Any], bool] = lambda row: True
    only: Q = field(default_factory=Q)

    def texts(self, keys: Collection[str]) -> dict[str, str]:
        wanted = [int(key) for key in keys if is_number(key)]
        rows = self.model._default_manager.filter(self.only, pk__in=wanted)
        return {str(row.pk): self.text(row) if self.sound(row) else "" for row in rows}

    def due(self) -> Iterator[Sequence[str]]:
        after = 0
        rows = self.model._default_manager.filter(self.only).order_by("pk")
        while page := list(rows.filter(pk__gt=after).values_list("pk", flat=True)[:PAGE]):
            yield [str(pk) for pk in page]
            after = page[-1]


def names_in(body: str) -> list[str]:
    """Names of the rows that an event's text vouches for; those that are none are left out."""
    return [name for name in json.loads(body)["covers"] if isinstance(name, str) and name.count(":") == 2]


def is_number(key: str) -> bool:
    """Whether this names a row number that a database could hold."""
    return key.isascii() and key.isdigit() and len(key) < 19


def kinds() -> dict[str, Kind]:
    """Every kind that this installation knows, by name."""
    found = [
        import_string(path)
        for config in apps.get_app_configs()
        for path in getattr(config, "vouched_for", ())
    ]
    return {kind.name: kind for kind in found}
