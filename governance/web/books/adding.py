"""Totals under displayed lines: exact sums, and a line called "rounding" wherever displayed lines do not add up."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from governance.web.cells import Cell, Column, Row
from governance.web.exports.sheets import ROUNDING
from governance.web.format import rounding_line

PLACES = {"usd": 2, "change_usd": 2, "usd4": 4}
ADDED = {*PLACES, "tokens", "count", "change_tokens"}


def totalled(columns: Sequence[Column], rows: Sequence[Row], name: str) -> list[Row]:
    """The rows, a rounding line where one is due, and the total of every column that adds up."""
    if not rows:
        return []
    sums = [_sum(rows, place) if column.kind in ADDED else "" for place, column in enumerate(columns)]
    return [*rows, *_rounding(columns, rows, sums), Row([name, *sums[1:]], style="total")]


def plain(cell: object) -> object:
    """What a cell holds."""
    return cell.value if isinstance(cell, Cell) else cell


def _sum(rows: Sequence[Row], place: int) -> int | Decimal:
    found = [plain(row.cells[place]) for row in rows]
    numbers = [one for one in found if isinstance(one, int | Decimal)]
    if any(isinstance(one, Decimal) for one in numbers):
        return sum((Decimal(one) for one in numbers), Decimal(0))
    return sum(int(one) for one in numbers)


def _rounding(columns: Sequence[Column], rows: Sequence[Row], sums: Sequence[object]) -> list[Row]:
    cells: list[object] = []
    for place, column in enumerate(columns):
        total = sums[place]
        lines = [one for row in rows if isinstance(one := plain(row.cells[place]), Decimal)]
        due = isinstance(total, Decimal) and column.kind in PLACES
        gap = rounding_line(lines, total, places=PLACES[column.kind]) if due else Decimal(0)  # type: ignore[arg-type]
        cells.append(gap or "")
    return [Row([ROUNDING, *cells[1:]])] if any(cells) else []
