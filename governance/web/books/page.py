"""One page made of parts, and the same parts as a file: what is exported is what is shown.

Reads and draws; decides no figure. Every part has a table, or stands for one beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from governance import clock
from governance.web.bar_rows import BarChart
from governance.web.cells import Table
from governance.web.exports import csv_file, xlsx_file
from governance.web.exports.sheets import About, sheet
from governance.web.viewer import viewer_of

MOST_LINES = 10_000
Kept = TypeVar("Kept")
FORMATS = {"csv": (csv_file.written, csv_file.TYPE), "xlsx": (xlsx_file.written, xlsx_file.TYPE)}


@dataclass(frozen=True, kw_only=True)
class Part:
    """A section: heading, what is worth knowing at its right, a drawing, its table, and what is said below."""

    heading: str
    note: str = ""
    chart: SafeString | None = None
    bars: BarChart | None = None
    table: Table | None = None
    bare: bool = False
    checked: dict[str, Any] | None = None
    under: str = ""
    notes: Sequence[dict[str, Any]] = ()
    form: dict[str, Any] | None = None
    anchor: str = ""


@dataclass(frozen=True, kw_only=True)
class Page:
    """`rows` are parts over the whole width, or two that stand side by side. `asked` are the filters in words."""

    name: str
    current: str
    title: str
    rows: Sequence[Sequence[Part]]
    crumbs: Sequence[dict[str, str]] = ()
    lead: str = ""
    finding: str = ""
    state: dict[str, Any] | None = None
    filters: dict[str, Any] | None = None
    asked: Sequence[tuple[str, str]] = ()
    actions: Sequence[dict[str, Any]] = ()
    foot_left: str = ""
    exports: bool = True
    summed: bool = True
    extra: Sequence[dict[str, Any]] = ()
    wide_paper: bool = False
    drawn_at: datetime | None = None


def respond(request: HttpRequest, page: Page, *, status: int = 200) -> HttpResponse:
    """The page, or the file that `format` in the address asks for."""
    wanted = wanted_file(request)
    if page.exports and wanted:
        return file(page, wanted, drawn_by=str(viewer_of(request).person))
    return render(request, "books/page.html", _context(request, page), status=status)


def wanted_file(request: HttpRequest) -> str:
    """The kind of file that the address asks for; "" for the page itself."""
    wanted = request.GET.get("format", "")
    return wanted if wanted in FORMATS else ""


def export_buttons(request: HttpRequest) -> list[dict[str, Any]]:
    """The ways to the same page as a file, under the filters of this address."""
    return [
        {"text": f"Export {kind.upper()}", "href": address(request, format=kind), "kind": "quiet"}
        for kind in FORMATS
    ]


def at_most(
    found: Sequence[Kept], asked: list[tuple[str, str]], *, noun: str
) -> tuple[Sequence[Kept], list[tuple[str, str]]]:
    """What a file takes of a list, the newest first; where more was found, its filters say what was left out."""
    if len(found) <= MOST_LINES:
        return found, asked
    left_out = ("left out", f"older {noun} than the newest {MOST_LINES:,}; set a filter")
    return found[:MOST_LINES], [*asked, left_out]


def file(page: Page, wanted: str, *, drawn_by: str) -> HttpResponse:
    """The tables of a page as CSV or XLSX, under a name that says what and when."""
    at = page.drawn_at or clock.now()
    about = About(title=page.title, drawn_at=at, drawn_by=drawn_by, filters=page.asked, summed=page.summed)
    sheets = [sheet(part.table, about) for row in page.rows for part in row if part.table is not None]
    write, kind = FORMATS[wanted]
    response = HttpResponse(write(sheets), content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{page.name}-{at:%Y-%m-%d}.{wanted}"'
    return response


def address(request: HttpRequest, **change: str) -> str:
    """This address with some of its questions changed."""
    query = request.GET.copy()
    for name, value in change.items():
        query[name] = value
    return f"?{query.urlencode()}"


def _context(request: HttpRequest, page: Page) -> dict[str, Any]:
    actions = list(page.actions)
    if page.exports:
        actions += export_buttons(request)
    actions.append({"text": "Print", "href": address(request, print="1"), "kind": "quiet", "print": True})
    return {
        "page": page, "current": page.current, "title": page.title, "lead": page.lead, "crumbs": page.crumbs,
        "state": page.state, "actions": actions, "filters": page.filters,
    }  # fmt: skip
