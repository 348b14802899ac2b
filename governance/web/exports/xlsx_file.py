"""Sheets as XLSX. Text is stored as text, never as a formula; figures are numbers in the format of the page.

A spreadsheet keeps about fifteen digits of a number, so every control total stands a second time as text.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from decimal import Decimal

from openpyxl import Workbook
from openpyxl.cell.cell import Cell, MergedCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from governance.web.exports import cells
from governance.web.exports.sheets import Sheet

TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS = {"usd": "#,##0.00", "usd4": "#,##0.0000", "change_usd": "+#,##0.00;-#,##0.00;0.00", "tokens": "#,##0",
           "count": "#,##0", "change_tokens": "+#,##0;-#,##0;0", "right": "General"}  # fmt: skip
_FORBIDDEN = re.compile(r"[\[\]:*?/\\']")
WIDEST = 60


def written(sheets: Sequence[Sheet]) -> bytes:
    """One file with a worksheet for each table."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for place, sheet in enumerate(sheets, start=1):
        _fill(book.create_sheet(_name(sheet.name, place)), sheet)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _name(name: str, place: int) -> str:
    cut = _FORBIDDEN.sub(" ", name).strip()[:26] or "Sheet"
    return f"{place} {cut}"


def _fill(page: Worksheet, sheet: Sheet) -> None:
    for column, head in enumerate(sheet.heads, start=1):
        _put(page.cell(1, column), cells.text(head)).font = Font(bold=True)
    for number, row in enumerate(sheet.rows, start=2):
        for column, one in enumerate(row, start=1):
            _put(page.cell(number, column), one, sheet.kinds[column - 1])
    start = len(sheet.rows) + 3
    for number, (name, one) in enumerate(sheet.foot, start=start):
        _put(page.cell(number, 1), cells.text(name))
        kind = "usd" if isinstance(one, Decimal) else "tokens"
        _put(page.cell(number, 2), one, kind)
        if isinstance(one, Decimal):
            _put(page.cell(number, 3), cells.number(one))
    page.freeze_panes = "A2"
    _set_widths(page, sheet)


def _put(cell: Cell | MergedCell, one: cells.Value, kind: str = "text") -> Cell:
    assert isinstance(cell, Cell)
    if isinstance(one, int | Decimal):
        cell.value = one
        cell.number_format = FORMATS.get(kind, "#,##0.00" if isinstance(one, Decimal) else "#,##0")
        return cell
    cell.value = one or None
    if one:
        cell.data_type = "s"
        cell.alignment = Alignment(wrap_text="\n" in one, vertical="top")
    return cell


def _set_widths(page: Worksheet, sheet: Sheet) -> None:
    for column, head in enumerate(sheet.heads):
        longest = max([len(head), *(len(str(row[column])) for row in sheet.rows[:200])])
        page.column_dimensions[get_column_letter(column + 1)].width = min(WIDEST, max(12, longest + 2))
