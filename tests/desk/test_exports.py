"""What is exported is text that nothing runs and numbers that stay numbers, and as many rows as were shown."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from governance.web.books.adding import totalled
from governance.web.cells import Cell, Column, Row, Table
from governance.web.exports import cells, csv_file, xlsx_file
from governance.web.exports.sheets import About, sheet

AT = datetime(2026, 9, 10, 10, 26, tzinfo=UTC)
ABOUT = About(title="A page", drawn_at=AT, drawn_by="Ada Brandt", filters=[("Period", "2026-09")])
DANGEROUS = [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "＝1+1", "＋1", "－1", "＠x", "−1", "–1", "﹣1",
    "\u200b=1", "\u00a0=1", "|cmd", "%0A", '=HYPERLINK("http://example.invalid";"x")', "\ufeff=1", "﹦1",
]  # fmt: skip


@pytest.mark.parametrize("written", DANGEROUS)
def test_text_that_could_be_a_formula_has_an_apostrophe_or_a_visible_character_before_it(
    written: str,
) -> None:
    safe = cells.text(written)

    assert safe[0] in "'["
    assert csv.reader(io.StringIO(f'"{safe}"')) is not None


@pytest.mark.parametrize(
    "written", ["Reconcile July", "G-0412", "claude-*", "12 = 12", "Ünal & Söhne", "a-b", "'quoted'"]
)
def test_ordinary_text_stays_as_it_is(written: str) -> None:
    assert cells.text(written) == written


@given(st.text(max_size=200))
def test_no_text_at_all_begins_a_formula(written: str) -> None:
    safe = cells.text(written)

    assert not safe.lstrip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r"))
    assert not any(ord(character) < 32 and character != "\n" and character != "\t" for character in safe)


def test_negative_numbers_stay_numbers_in_both_files() -> None:
    table = Table("Changes", [Column("Entry"), Column("USD", "change_usd"), Column("Tokens", "change_tokens")],
                  [Row(["a", Decimal("-1.25"), -7]), Row(["=b", Decimal("3"), 0])])  # fmt: skip
    one = sheet(table, ABOUT)
    rows = list(csv.reader(io.StringIO(csv_file.written([one]).decode("utf-8-sig"))))
    page = load_workbook(io.BytesIO(xlsx_file.written([one]))).worksheets[0]

    assert rows[:3] == [["Entry", "USD", "Tokens"], ["a", "-1.25", "-7"], ["'=b", "3.00", "0"]]
    assert [(cell.value, cell.data_type) for cell in page[2]] == [("a", "s"), (-1.25, "n"), (-7, "n")]
    assert [(cell.value, cell.data_type) for cell in page[3]] == [("'=b", "s"), (3, "n"), (0, "n")]


def test_the_foot_has_rows_filters_and_totals_added_up_from_exact_lines() -> None:
    columns = [Column("Cost centre"), Column("USD", "usd")]
    lines = [Row(["a", Decimal("0.004")]), Row(["b", Decimal("0.004")]), Row(["c", Decimal("0.004")])]
    table = Table("Spend", columns, totalled(columns, lines, "All"))
    one = sheet(table, ABOUT)

    assert [row.cells for row in table.rows if row.cells[0] == "rounding"] == [["rounding", Decimal("0.01")]]
    assert one.rows == [
        ["a", Decimal("0.004")],
        ["b", Decimal("0.004")],
        ["c", Decimal("0.004")],
        ["All", Decimal("0.012")],
    ]
    assert one.foot == [
        ("Page", "A page"), ("Rows", 3), ("Control total, USD", Decimal("0.012")), ("Filter, Period", "2026-09"),
        ("Drawn", "2026-09-10T10:26:00Z"), ("Drawn by", "Ada Brandt"),
    ]  # fmt: skip


def test_displayed_lines_and_the_rounding_line_add_up_to_the_displayed_total() -> None:
    columns = [Column("x"), Column("USD", "usd"), Column("Tokens", "tokens")]
    lines = [Row([str(n), Decimal("0.335") * n, n]) for n in range(1, 8)]
    *shown, total = totalled(columns, lines, "All")
    displayed = [Decimal(str(row.cells[1])).quantize(Decimal("0.01")) for row in shown]

    assert sum(displayed) == Decimal(str(total.cells[1])).quantize(Decimal("0.01"))
    assert total.cells[2] == 28


def test_long_and_hostile_text_is_cut_and_says_so() -> None:
    table = Table("T", [Column("Text")], [Row([Cell("x" * 100_000)]), Row(["\u202eevil\x00"])])
    page = load_workbook(io.BytesIO(xlsx_file.written([sheet(table, ABOUT)]))).worksheets[0]

    assert page["A2"].value.endswith("(68,000 more characters)")
    assert page["A3"].value == "[U+202E]evil[U+0000]"
