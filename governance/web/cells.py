"""Columns and cells of plain tables: how a value is written and aligned. Never sorts, sums or leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from governance.web import format as reads
from governance.web import moments
from governance.web.glyphs import glyph
from governance.web.locales import Locale, named
from governance.web.plain_text import sentence, shown

Kind = Literal[
    "text",
    "quiet",
    "id",
    "tokens",
    "change_tokens",
    "usd",
    "usd4",
    "change_usd",
    "count",
    "right",
    "day",
    "instant",
]
NUMERIC = {"tokens", "change_tokens", "usd", "usd4", "change_usd", "count", "right"}


@dataclass(frozen=True)
class Column:
    """`on`: every width, "wide" from 720 px, "full" from 1024 px, or "phone" below 720 px. `key` is a swatch."""

    head: str
    kind: Kind = "text"
    on: Literal["", "wide", "full", "phone"] = ""
    key: Literal["", "spent", "committed", "planned", "available"] = ""

    @property
    def class_(self) -> str:
        words = ["num" if self.kind in NUMERIC else self.kind, f"{self.on}-only" if self.on else ""]
        return " ".join(word for word in words if word)


@dataclass(frozen=True)
class Cell:
    """A value with what may stand around it. `second` is a line under it; `under` stands there on phones only.

    `kind` is how this one cell is written where its row holds something else than its column says.
    """

    value: Any
    href: str = ""
    second: str = ""
    under: str = ""
    glyph: str = ""
    strong: bool = False
    kind: Kind | Literal[""] = ""


@dataclass(frozen=True)
class Row:
    """`style` is "", "open", "subtotal", "total", "below" (under the total) or "day" (one cell across)."""

    cells: Sequence[Any]
    style: Literal["", "open", "subtotal", "total", "below", "day"] = ""


@dataclass(frozen=True)
class Table:
    """`caption` is what the table is called by those who hear it; `fixed` shares its columns with the chart above."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    fixed: bool = False
    empty: str = "Nothing yet."

    @property
    def longest(self) -> int:
        """Characters of the longest figure: a chart whose figures are long does not fit a phone."""
        locale = named(get_language())
        cells = (
            (column, value)
            for row in self.rows
            for column, value in zip(self.columns[1:], row.cells[1:], strict=False)
        )
        figures = (
            written(value.value, value.kind or column.kind, locale=locale)
            if isinstance(value, Cell)
            else written(value, column.kind, locale=locale)
            for column, value in cells
        )
        return max(map(len, figures), default=0)


def _instant(value: Any, kind: str, locale: Locale) -> str:
    if isinstance(value, datetime):
        return moments.day(value, locale=locale) if kind == "day" else moments.full(value, locale=locale)
    return moments.day(value, locale=locale) if isinstance(value, date) else shown(value)


def written(value: Any, kind: Kind, *, locale: Locale) -> str:
    """`value` as the column writes it; "" stays empty and None reads "unknown"."""
    if value is None:
        return locale.unknown
    if isinstance(value, str):
        return shown(value)
    if kind in {"day", "instant"}:
        return _instant(value, kind, locale)
    if kind in {"tokens", "count", "change_tokens"}:
        return reads.tokens(value, signed=kind == "change_tokens", locale=locale)
    if kind in {"usd", "usd4", "change_usd"}:
        places = 4 if kind == "usd4" else 2
        return reads.amount(value, places=places, signed=kind == "change_usd", locale=locale)
    return shown(value)


def cell_html(column: Column, value: Any, *, names_row: bool = False) -> SafeString:
    """The <td> of `value`, a plain value or a Cell, under `column`; a <th> where it names its row."""
    one = value if isinstance(value, Cell) else Cell(value)
    body = escape(written(one.value, one.kind or column.kind, locale=named(get_language())))
    if one.href:
        body = format_html('<a class="id" href="{}">{}</a>', one.href, body)
    if one.strong:
        body = format_html("<b>{}</b>", body)
    second = format_html('<span class="second">{}</span>', sentence(one.second)) if one.second else ""
    under = format_html('<span class="second phone-only">{}</span>', sentence(one.under)) if one.under else ""
    classes = f"{column.class_} {reads.zero_class(one.value)}".strip()
    inside = format_html("{}{}{}{}", glyph(one.glyph), body, second, under)
    names_row = names_row and bool(str(body).strip())
    whole = '<th scope="row" class="{}">{}</th>' if names_row else '<td class="{}">{}</td>'
    return format_html(whole, classes, inside)
