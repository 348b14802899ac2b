"""The filtered rows as CSV, all columns, a line at a time. No cell can become a formula; numbers stay numbers."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.db.models import Field, Model, QuerySet

from governance import clock
from governance.admin import paging
from governance.admin.looks import Asked
from governance.web.exports import cells, csv_file

TYPE = csv_file.TYPE
LEFT_OUT = frozenset({"password"})
SUMMED = ("tokens", "money", "effect_tokens", "effect_money")


class _Lines:
    """What csv writes to: keeps the last line only."""

    def __init__(self) -> None:
        self.last = ""

    def write(self, line: str) -> int:
        self.last = line
        return len(line)


def lines(model: type[Model], found: QuerySet[Any], asked: Asked, *, by: str) -> Iterator[str]:
    """The file: a head, every row newest first, then how many there were, control totals and the filters."""
    out = _Lines()
    writer = csv.writer(out, lineterminator="\r\n")
    fields: list[Field] = [field for field in model._meta.concrete_fields if field.name not in LEFT_OUT]
    totals: dict[str, int | Decimal] = {field.name: 0 for field in fields if field.name in SUMMED}
    writer.writerow([field.attname for field in fields])
    yield csv_file.MARK + out.last
    count = 0
    for row in paging.every(found):
        count += 1
        for name in totals:
            totals[name] += getattr(row, name) or 0
        writer.writerow([written(getattr(row, field.attname)) for field in fields])
        yield out.last
    foot: list[tuple[str, object]] = [("Rows", count)]
    foot += [(f"Control total, {name}", total) for name, total in totals.items()]
    foot += [(f"Filter, {name}", value) for name, value in asked.named()]
    for name, value in [*foot, ("Drawn", clock.now()), ("Drawn by", by)]:
        writer.writerow([name, written(value)])
        yield out.last


def written(raw: object) -> str:
    """A value as a cell holds it: digits for numbers, ISO 8601 for instants, text made safe."""
    one = cells.value(raw)
    return cells.number(one) if isinstance(one, int | Decimal) else one or ""
