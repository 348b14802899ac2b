"""Pages by key: newest first, one row more than shown to know whether there is another. Never counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet

from governance.web.numbers_in import whole_number

SHOWN = 50
CHUNK = 1_000


@dataclass(frozen=True, slots=True)
class Page:
    """Rows to show, and the keys from which the neighbouring pages go on; None where there is none."""

    rows: list[Any]
    newer: int | None
    older: int | None


def page(found: QuerySet[Any], given: Mapping[str, str]) -> Page:
    """The page that an address asks for with `before` or `after`; one query."""
    before, after = whole_number(given.get("before")), whole_number(given.get("after"))
    if after is not None and before is None:
        rows = list(found.filter(pk__gt=after).order_by("pk")[: SHOWN + 1])
        more, rows = len(rows) > SHOWN, rows[:SHOWN][::-1]
        return Page(rows, _key(rows, 0) if more else None, _key(rows, -1))
    start = found if before is None else found.filter(pk__lt=before)
    rows = list(start.order_by("-pk")[: SHOWN + 1])
    more, rows = len(rows) > SHOWN, rows[:SHOWN]
    return Page(rows, _key(rows, 0) if before is not None else None, _key(rows, -1) if more else None)


def every(found: QuerySet[Any]) -> Iterator[Model]:
    """All rows, newest first, a page at a time."""
    last: int | None = None
    while True:
        start = found if last is None else found.filter(pk__lt=last)
        rows = list(start.order_by("-pk")[:CHUNK])
        yield from rows
        if len(rows) < CHUNK:
            return
        last = rows[-1].pk


def _key(rows: list[Any], place: int) -> int | None:
    return rows[place].pk if rows else None
