"""From a table on a page to the rows of a file: the same lines in the same order, with exact figures.

A page rounds each figure and may need a line called "rounding"; a file has the exact ones and needs none.
Below the lines stand what was asked for, how many rows there are, and control totals added up from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from governance.web.cells import Cell, Column, Row, Table
from governance.web.exports import cells

ROUNDING = "rounding"
SUMMED = {"tokens", "usd", "usd4", "count", "change_tokens", "change_usd"}
COUNTED = {"", "open"}


@dataclass(frozen=True, kw_only=True)
class About:
    """What stands under every sheet: the page, what was asked for, and when it was drawn."""

    title: str
    drawn_at: datetime
    drawn_by: str = ""
    filters: Sequence[tuple[str, str]] = ()
    summed: bool = True


@dataclass(frozen=True)
class Sheet:
    """Lines ready to be written; `kinds` are the columns' kinds, `foot` names and values below the lines."""

    name: str
    heads: list[str]
    kinds: list[str]
    rows: list[list[cells.Value]]
    foot: list[tuple[str, cells.Value]] = field(default_factory=list)


def sheet(table: Table, about: About) -> Sheet:
    """The table as a sheet. Days and headings keep their line; the line called rounding has none."""
    shown = [row for row in table.rows if not _is_rounding(row)]
    return Sheet(
        name=table.caption,
        heads=[column.head or "What" for column in table.columns],
        kinds=[column.kind for column in table.columns],
        rows=[_row(row, len(table.columns)) for row in shown],
        foot=_foot(table, shown, about),
    )


def _row(row: Row, width: int) -> list[cells.Value]:
    found = [cells.value(_raw(cell)) for cell in row.cells]
    return found + [""] * (width - len(found))


def _raw(cell: object) -> object:
    if not isinstance(cell, Cell):
        return cell
    return f"{cell.value}; {cell.second}" if cell.second and isinstance(cell.value, str) else cell.value


def _is_rounding(row: Row) -> bool:
    return bool(row.cells) and _raw(row.cells[0]) == ROUNDING


def _foot(table: Table, shown: Iterable[Row], about: About) -> list[tuple[str, cells.Value]]:
    counted = [row for row in shown if row.style in COUNTED]
    lines: list[tuple[str, cells.Value]] = [("Page", cells.text(about.title)), ("Rows", len(counted))]
    if about.summed and not table.fixed:
        for place, column in enumerate(table.columns):
            if column.kind in SUMMED:
                lines.append((f"Control total, {column.head}", control_total(counted, place, column)))
    lines += [(f"Filter, {name}", cells.text(value)) for name, value in about.filters]
    lines.append(("Drawn", cells.value(about.drawn_at)))
    return [*lines, ("Drawn by", cells.text(about.drawn_by))] if about.drawn_by else lines


def control_total(rows: Iterable[Row], place: int, column: Column) -> int | Decimal:
    """The sum of one column over the counted rows, exact. Cells without a figure count nothing."""
    found = [_raw(row.cells[place]) for row in rows if place < len(row.cells)]
    numbers = [one for one in found if isinstance(one, int | Decimal) and not isinstance(one, bool)]
    if any(isinstance(one, Decimal) for one in numbers):
        return cells.exact(sum((Decimal(one) for one in numbers), Decimal(0)))
    return sum(int(one) for one in numbers)
