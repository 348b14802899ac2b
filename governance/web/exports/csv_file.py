"""Sheets as CSV: UTF-8 with a mark, so that spreadsheets read names right; header in the first line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

from governance.web.exports import cells
from governance.web.exports.sheets import Sheet

MARK = "\ufeff"
TYPE = "text/csv; charset=utf-8"


def written(sheets: Sequence[Sheet]) -> bytes:
    """One file. Several tables stand below each other, each under its name."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for place, sheet in enumerate(sheets):
        if place:
            writer.writerow([])
        if len(sheets) > 1:
            writer.writerow([cells.text(sheet.name)])
        writer.writerow([cells.text(head) for head in sheet.heads])
        writer.writerows(_plain(row) for row in sheet.rows)
        writer.writerow([])
        writer.writerows(_plain(pair) for pair in sheet.foot)
    return (MARK + out.getvalue()).encode()


def line(row: Iterable[cells.Value]) -> bytes:
    """One line of a file that is written in pieces."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(_plain(row))
    return out.getvalue().encode()


def _plain(row: Iterable[cells.Value]) -> list[str]:
    return [cells.number(one) if isinstance(one, int | Decimal) else one or "" for one in row]
