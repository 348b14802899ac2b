"""The month-end pack: everything that goes into the folder of one closed month, on paper. Parts of other pages."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from goals.reports import spend
from goals.reports.duties import RULES, Span
from goals.reports.window import Window
from goals.web.reports import asking, duties_page, refusals_page, spend_page
from goals.web.reports.asking import Asked
from goals.web.reports.tabs import tabs
from governance import clock
from governance.models import ClosedPeriod, LedgerEntry
from governance.money import ZERO
from governance.web import moments
from governance.web.books import adding, budgets, periods, reading
from governance.web.books.page import Page, Part, respond
from governance.web.cells import Cell, Column, Row, Table
from governance.web.format import money, tokens
from governance.web.plain_text import shown
from governance.web.viewer import viewer_of

MOST = 200


@require_safe
def month_end(request: HttpRequest) -> HttpResponse:
    """One period: envelopes, spend, late usage, corrections, refusals, duties, and place for a name."""
    viewer, at = viewer_of(request), clock.now()
    asking.require_everything(viewer, "The month-end pack")
    present = clock.period_of(at)
    period = periods.known(request.GET.get("period")) or periods.before(present, 1)
    window = Window(first=period, last=period, sight=viewer.sight)
    asked = Asked(viewer=viewer, centres={}, centre=None, at=at, window=window)
    cube = spend.facts(asked.window)
    page = Page(
        name=f"month-end-{period}",
        current="reports",
        title=f"Month end, {periods.long(period)}",
        lead=_lead(period),
        crumbs=[{"text": "Reports", "href": reverse("reports")}, {"text": "Month-end pack"}],
        extra=tabs("month-end"),
        wide_paper=True,
        finding=_finding(spend.of_all(cube)),
        filters=_filters(period, present),
        asked=[("Period", period)],
        drawn_at=asked.at,
        rows=_rows(asked, period, cube),
        foot_left=f"Drawn {moments.full(asked.at)} by {asked.viewer.person}.",
    )
    return respond(request, page)


def _lead(period: str) -> str:
    rows = ClosedPeriod.objects.filter(period__gte=period).select_related("closed_by")
    closed = rows.order_by("period").first()
    if closed is None:
        return f"{periods.long(period)} is not closed. Figures may still move."
    with_later = "" if closed.period == period else f" with {periods.long(closed.period)}"
    why = shown(closed.reason, limit=200)
    return f"Closed{with_later} by {closed.closed_by} on {moments.full(closed.closed_at)}: {why}"


def _finding(whole: spend.Spent) -> str:
    return f"{money(whole.money)} and {tokens(whole.tokens)} tokens were posted to this month."


def _filters(period: str, present: str) -> dict:
    options = [
        (one, periods.long(one)) for one in reversed(periods.between(periods.before(present, 23), present))
    ]
    field = {
        "name": "period",
        "label": "Period",
        "kind": "select",
        "options": options,
        "value": period,
        "short": True,
    }
    return {"action": reverse("month-end"), "fields": [field]}


def _rows(asked: Asked, period: str, cube: list[spend.Fact]) -> list[list[Part]]:
    whole = spend.of_all(cube)
    found = reading.centres(period)
    posted = spend.Spent(
        tokens=sum(one.posted.tokens for one in found), money=sum((one.posted.money for one in found), ZERO)
    )
    before = min(asked.window.ends_before, asked.at)
    span = Span(asked.window.starts_at, before)
    exceptions = [(rule, rule.exceptions(span)) for rule in RULES]
    return [
        [budgets.envelopes_of(period, found)],
        [budgets.by_the_ledger(period, found)],
        [spend_page.by_model(cube, whole)],
        [spend_page.by_person(cube, whole)],
        [spend_page.checked(whole, posted)],
        [_moved(asked)],
        [refusals_page.by_code(refusals_page.refused(asked))],
        [duties_page.exceptions(exceptions)],
        [_signed()],
    ]


def _moved(asked: Asked) -> Part:
    """Corrections of this month, and usage that belongs to a closed one."""
    rows = LedgerEntry.objects.filter(period=asked.window.first).select_related("account", "corrects")
    late = (
        rows.filter(flags__contains="late-period")
        | rows.filter(corrects__isnull=False)
        | rows.filter(kind="overrun")
    )
    columns = [
        Column("Entry", "id"),
        Column("What"),
        Column("Posted", "instant", on="wide"),
        Column("Tokens", "change_tokens"),
        Column("USD", "change_usd"),
    ]
    found = list(late.order_by("pk")[: MOST + 1])
    lines = [_entry(one) for one in found[:MOST]]
    table = adding.totalled(columns, lines, "All of these") if len(found) <= MOST else lines
    return Part(
        heading="Corrections, overruns and late usage",
        note="each names what it is about",
        table=Table("Corrections, overruns and late usage", columns, table, empty="None in this month."),
        under=f"The first {MOST}; the export of the ledger has them all." if len(found) > MOST else "",
    )


def _entry(one: LedgerEntry) -> Row:
    sign = -1 if one.kind == "credit" else 1
    what = {
        "charge": "Corrected upwards",
        "credit": "Corrected downwards",
        "overrun": "Above what the call was allowed",
    }
    second = f"of entry {one.corrects.seq}, posted in {one.corrects.period}" if one.corrects else one.flags
    name = Cell(f"{one.account.ref}, entry {one.seq}", href=f"/goals/{one.account.ref}/")
    return Row(
        [
            name,
            Cell(what.get(one.kind, "Late usage"), second=second),
            one.at,
            sign * one.tokens,
            sign * one.money,
        ]
    )


def _signed() -> Part:
    """Paper is signed by hand; the record is not."""
    columns = [Column("Prepared by"), Column("Reviewed by"), Column("Date")]
    return Part(
        heading="Signed off", note="on paper", table=Table("Signed off", columns, [Row([" ", " ", " "])])
    )
