"""Files that are not a page: the cost export in the shape of FOCUS, and the trail as JSON Lines. Both are streamed."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_safe

from goals.reports import focus
from goals.web.reports import asking
from governance import clock
from governance.web.books import periods
from governance.web.exports import cells, csv_file, trail
from governance.web.numbers_in import whole_number
from governance.web.viewer import viewer_of


class _Echo:
    """What `csv` writes to: it hands each line on."""

    def write(self, text: str) -> bytes:
        return text.encode()


@require_safe
def focus_csv(request: HttpRequest) -> StreamingHttpResponse:
    """Every spending entry of the window. `names=spec` leaves out the draft names that the validator asks for."""
    asked = asking.asked_of(request)
    legacy = request.GET.get("names") != "spec"
    rows = focus.rows(asked.window, provider=_provider(), legacy=legacy)
    name = f"focus-{focus.VERSION}-{asked.window.first}-{asked.window.last}.csv"
    return _streamed(_csv(focus.heads(legacy=legacy), rows), csv_file.TYPE, name)


def _provider() -> str:
    address = settings.COUNTERSIGN.model_base_url
    return (
        (getattr(address, "host", None) or str(address) or "scripted endpoint")
        if address
        else "scripted endpoint"
    )


def _csv(heads: list[str], rows: Iterable[list[Any]]) -> Iterator[bytes]:
    writer = csv.writer(_Echo(), lineterminator="\r\n")
    yield writer.writerow(heads)
    for row in rows:
        yield writer.writerow([_plain(one) for one in row])


def _plain(one: object) -> str:
    value = cells.value(one)
    return cells.number(value) if isinstance(value, int | Decimal) else value or ""


@require_safe
def trail_jsonl(request: HttpRequest) -> StreamingHttpResponse:
    """The record as the viewer may see it, one event a line: by goal, by action, and by period."""
    viewer, given = viewer_of(request), request.GET
    events = viewer.sight.events()
    if (account := whole_number(given.get("account"))) is not None:
        events = events.filter(account=account)
    if given.get("action"):
        events = events.filter(action=given["action"][:60])
    first, last = periods.known(given.get("from")), periods.known(given.get("to"))
    if first:
        events = events.filter(at__gte=clock.first_instant(first))
    if last:
        events = events.filter(at__lt=clock.first_instant(clock.period_after(last)))
    return _streamed(trail.lines(events), trail.TYPE, "trail.jsonl")


def _streamed(lines: Iterator[bytes], kind: str, name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
