"""The budgets page: every cost centre's envelope of one period, drawn and in figures. A door that reads."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from governance import clock, open_period
from governance.enums import Role
from governance.errors import Forbidden
from governance.money import ZERO
from governance.web import moments
from governance.web.bar_rows import BarChart, bar_rows
from governance.web.bars import Bar
from governance.web.books import adding, periods, reading
from governance.web.books.page import Page, Part, respond
from governance.web.books.reading import Centre
from governance.web.cells import Cell, Column, Row, Table
from governance.web.format import counted, money, percent
from governance.web.viewer import Viewer, viewer_of


@require_safe
def budgets(request: HttpRequest) -> HttpResponse:
    """Envelopes of the period that the address asks for, or of the one that is open."""
    viewer, at = viewer_of(request), clock.now()
    require_anything(viewer)
    present = open_period.open_at(at)
    period = periods.known(request.GET.get("period")) or present
    found = reading.centres(period)
    page = Page(
        name=f"budgets-{period}", current="budgets", title="Budgets", lead=_lead(period, found, at),
        filters=_filters(reading.known_periods(present), period), asked=[("Period", period)],
        actions=_actions(viewer, period, at), drawn_at=at, rows=_rows(period, found),
        foot_left=f"Drawn {moments.full(at)}.",
    )  # fmt: skip
    return respond(request, page)


def require_anything(viewer: Viewer) -> None:
    """Budgets and prices are common to all who have a role. Raises Forbidden for who has none."""
    if not viewer.sight.anything:
        raise Forbidden(
            f"{viewer.person} has no role, and budgets are shown to people who have one.", code="role-missing"
        )


def _lead(period: str, found: list[Centre], at: datetime) -> str:
    kept = [one.envelope for one in found if one.envelope is not None]
    said = f"{periods.long(period)}, {counted(len(kept), 'envelope')}."
    if kept and all(one.closed_at is not None for one in kept):
        return f"{said} The period is closed: nothing more is posted to it."
    if period > clock.period_of(at):
        return f"{said} The period has not begun."
    return f"{said} Encumbered is what signed goals may still spend."


def _filters(known: Any, period: str) -> dict[str, Any]:
    options = [(one, periods.long(one)) for one in sorted({*known, period}, reverse=True)]
    field = {"name": "period", "label": "Period", "kind": "select", "options": options, "value": period,
             "short": True}  # fmt: skip
    return {"action": reverse("budgets"), "fields": [field]}


def _actions(viewer: Viewer, period: str, at: datetime) -> list[dict[str, Any]]:
    if not viewer.has(Role.CONTROLLER):
        return [{"text": "Prices", "href": reverse("prices")}]
    asks = [
        {"text": "Ask for an envelope", "href": f"{reverse('envelope-ask')}?period={period}"},
        {"text": "Open a cost centre", "href": reverse("cost-centre-open")},
        {"text": "Prices", "href": reverse("prices")},
    ]
    closable = open_period.closed_through() < period <= clock.period_of(at)
    closing = {"text": f"Close {periods.short(period)}", "href": reverse("period-close", args=[period])}
    return [*asks, closing] if closable else asks


COLUMNS = [
    Column("Cost centre"),
    Column("Spent", "usd", key="spent"),
    Column("Encumbered", "usd", key="committed", on="wide"),
    Column("Carried on", "usd", on="full"),
    Column("Available", "usd", key="available"),
    Column("Envelope", "usd", on="wide"),
    Column("Used or encumbered", "right", on="full"),
]


def _rows(period: str, found: list[Centre]) -> list[list[Part]]:
    return [[envelopes_of(period, found)], [by_the_ledger(period, found)]]


def envelopes_part(period: str, *, centre: int | None = None) -> Part:
    """The envelopes of a period, drawn and in figures, for another page. Four queries."""
    found = reading.centres(period)
    return envelopes_of(period, [one for one in found if centre is None or one.row.pk == centre])


def envelopes_of(period: str, found: list[Centre]) -> Part:
    """Envelopes of a period that were read already."""
    kept = [one for one in found if one.figures is not None]
    rows = adding.totalled(COLUMNS, [_line(one) for one in kept], "All cost centres")
    if rows:
        rows[-1] = Row([*rows[-1].cells[:-1], _used_of_all(kept)], style="total")
    nothing = f"No cost centre has an envelope for {periods.long(period)}."
    return Part(
        heading="Envelopes by cost centre", note=f"{periods.long(period)}, USD", bars=_bars(kept) if kept else None,
        table=Table("Envelopes of the cost centres", COLUMNS, rows, empty=nothing),
        under="Budget = spent + encumbered + carried on + available. Carried on is what went to the next period "
        "when this one was closed." if kept else "",
    )  # fmt: skip


def _line(one: Centre) -> Row:
    figures = one.figures
    assert figures is not None
    used = percent(figures.spent + figures.encumbered + figures.carried, figures.budget)
    name = Cell(str(one.row), href=reverse("cost-centre", args=[one.row.code]), second=_standing(one))
    return Row(
        [name, figures.spent, figures.encumbered, figures.carried, figures.available, figures.budget, used]
    )


def _standing(one: Centre) -> str:
    said = ["suspended"] if one.row.suspended else []
    if one.envelope is not None and one.envelope.closed_at is not None:
        said.append(f"closed on {moments.day(one.envelope.closed_at)}")
    if one.envelope is not None and one.envelope.brought_money:
        said.append(f"{money(one.envelope.brought_money, currency=one.row.currency)} brought from before")
    if one.figures is not None and one.figures.available < 0:
        said.append(f"over by {money(-one.figures.available, currency=one.row.currency)}")
    return ", ".join(said)


def _used_of_all(kept: list[Centre]) -> str:
    figures = [one.figures for one in kept if one.figures is not None]
    used = sum((each.spent + each.encumbered + each.carried for each in figures), ZERO)
    return percent(used, sum((each.budget for each in figures), ZERO))


def _bars(kept: list[Centre]) -> BarChart:
    rows = [
        (str(one.row), Bar(f.spent, f.encumbered + f.carried, f.budget)) for one in kept if (f := one.figures)
    ]
    return bar_rows(rows, label=f"Envelopes of {counted(len(kept), 'cost centre')}: {_used_of_all(kept)} used or "
                    "encumbered in all; the figures stand in the table below.", uid="centres",
                    used="used or encumbered")  # fmt: skip


def by_the_ledger(period: str, found: list[Centre]) -> Part:
    """What the ledger posted to a period, and whether it equals the envelopes."""
    columns = [Column("Cost centre"), Column("Tokens", "tokens"), Column("USD", "usd")]
    lines = [
        Row([Cell(str(one.row), href=reverse("cost-centre", args=[one.row.code])), one.posted.tokens, one.posted.money])
        for one in found
    ]  # fmt: skip
    return Part(
        heading="Posted in the ledger", note=f"{periods.long(period)}, by the day each entry was made",
        table=Table("Posted by cost centre", columns, adding.totalled(columns, lines, "All cost centres")),
        checked=_check(period, found),
    )  # fmt: skip


def _check(period: str, found: list[Centre]) -> dict[str, Any]:
    spent = sum((one.figures.spent for one in found if one.figures is not None), ZERO)
    posted = sum((one.posted.money for one in found), Decimal(0))
    if spent == posted:
        return {"agrees": True, "text": f"Spent in the envelopes equals the ledger: {money(spent)}."}
    return {
        "agrees": True,
        "text": f"The ledger of {periods.long(period)} has {money(posted)}, the envelopes {money(spent)}. The "
        f"difference of {money(abs(spent - posted))} was spent by goals whose money was set aside in another "
        "period, or without an envelope.",
    }  # fmt: skip
