"""Reads figures back from a page as a person does: tables by their caption, cells as text."""

from __future__ import annotations

from decimal import Decimal
from html.parser import HTMLParser

MINUS, NBSP = "\u2212", "\u00a0"


class _Tables(HTMLParser):
    """Rows of every table under its caption, with the second lines of cells left out."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self._caption, self._row, self._cell, self._skip = "", None, None, 0
        self._in_caption = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = dict(attrs).get("class") or ""
        if tag == "caption":
            self._in_caption, self._caption = True, ""
        elif tag == "tr":
            self._row = []
        elif tag in {"td", "th"}:
            self._cell = ""
        elif self._skip or (tag == "span" and "second" in classes):
            self._skip += 1

    def handle_endtag(self, tag: str) -> None:
        if tag == "caption":
            self._in_caption = False
            self.tables[self._caption] = []
        elif tag == "tr" and self._row is not None and self._caption in self.tables:
            self.tables[self._caption].append(self._row)
        elif tag in {"td", "th"} and self._row is not None and self._cell is not None:
            self._row.append(self._cell.strip())
            self._cell = None
        elif self._skip and tag == "span":
            self._skip -= 1

    def handle_data(self, data: str) -> None:
        if self._in_caption:
            self._caption += data
        elif self._cell is not None and not self._skip:
            self._cell += data


def tables(page: str) -> dict[str, list[list[str]]]:
    """Every table of a page: caption, then rows of texts; the first row is its head."""
    parser = _Tables()
    parser.feed(page)
    return parser.tables


def number(text: str) -> Decimal:
    """A figure as it is written on a page; an empty cell counts nothing."""
    plain = (
        text.replace(",", "").replace(MINUS, "-").replace(NBSP, " ").removeprefix("USD ").removeprefix("+")
    )
    return Decimal(plain or 0)


def column(rows: list[list[str]], place: int) -> tuple[list[Decimal], Decimal]:
    """The figures of a column above its total, and the total that stands below them."""
    *lines, total = [number(row[place]) for row in rows[1:]]
    return lines, total
