"""Pages by keyset: a cursor names the last row seen, so that no page shifts while rows are added."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from governance.errors import Invalid

LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Cut:
    rows: Sequence[Any]
    next_cursor: str | None


def cut(rows: QuerySet[Any], *, order: str, cursor: str | None, limit: int) -> Cut:
    """At most `limit` rows after the cursor, ordered by one unique whole number ("-pk" is newest first)."""
    name = order.removeprefix("-")
    if cursor is not None:
        side = "lt" if order.startswith("-") else "gt"
        rows = rows.filter(**{f"{name}__{side}": _read(cursor)})
    found = list(rows.order_by(order)[: limit + 1])
    if len(found) <= limit:
        return Cut(found, None)
    return Cut(found[:limit], _write(_value(found[limit - 1], name)))


def _value(row: Any, name: str) -> int:
    for part in name.split("__"):
        row = getattr(row, part)
    return int(row)


def _write(value: int) -> str:
    return base64.urlsafe_b64encode(str(value).encode()).decode().rstrip("=")


def _read(cursor: str) -> int:
    try:
        value = int(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError):
        value = -1
    if not 0 <= value <= LARGEST or _write(value) != cursor:
        raise Invalid("This is no cursor: give the next_cursor of the page before.", field="cursor")
    return value
