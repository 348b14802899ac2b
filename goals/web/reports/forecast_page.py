"""How far it goes: rounds and money left of each unfinished goal at its own pace, and of each envelope."""

from __future__ import annotations

from decimal import ROUND_FLOOR, Decimal, localcontext

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from goals.reports import forecast
from goals.reports.forecast import Left, Sums
from goals.web.reports import asking
from goals.web.reports.asking import Asked
from goals.web.reports.tabs import tabs
from governance import clock, open_period
from governance.web import moments
from governance.web.books import adding, reading
from governance.web.books.page import Page, Part, respond
from governance.web.cells import Cell, Column, Row, Table
from governance.web.format import counted, money, tokens
from governance.web.numbers_in import whole_number
from governance.web.plain_text import shown

GOALS = 100
_STANDS = {"blocked": "stopped"}


@require_safe
def forecast_page(request: HttpRequest) -> HttpResponse:
    """Unfinished goals and open envelopes, at the present pace."""
    asked = asking.asked_of(request)
    after = whole_number(request.GET.get("after")) or 0
    found = list(forecast.unfinished(asked.window).filter(account_id__gt=after)[: GOALS + 1])
    sums = forecast.sums(asked.window)
    page = Page(
        name="forecast",
        current="reports",
        title="How far does it go?",
        wide_paper=True,
        extra=tabs("report-forecast"),
        crumbs=[{"text": "Reports", "href": reverse("reports")}, {"text": "Forecast"}],
        lead=f"{asked.scope}. A goal’s pace is what it spent over the rounds it started.",
        finding=_finding(sums),
        filters=asking.filters(request, asked),
        asked=asked.pairs,
        drawn_at=asked.at,
        rows=[[_goals(found, sums, whole=not after and len(found) <= GOALS)], [_envelopes(asked)]],
        foot_left=f"Drawn {moments.full(asked.at)}.",
    )
    return respond(request, page)


def _finding(sums: Sums) -> str:
    if not sums.goals:
        return "No goal is unfinished."
    capped = sums.goals - sums.without_cap
    capped_words = f" and {money(sums.money_left)} under their money caps" if capped else ""
    return (
        f"{counted(sums.goals, 'unfinished goal')} may start {counted(sums.rounds_left, 'more round')}, with "
        f"{tokens(sums.tokens_left)} tokens{capped_words}."
    )


COLUMNS = [
    Column("Goal", "id"),
    Column("Objective"),
    Column("Rounds left", "count"),
    Column("Tokens a round", "right", on="full"),
    Column("USD a round", "right", on="wide"),
    Column("Tokens left", "tokens", on="full"),
    Column("USD left", "usd"),
    Column("Pays for", "right"),
    Column("Ends first", on="wide"),
]


def _goals(found: list, sums: Sums, *, whole: bool) -> Part:
    left = [forecast.left_of(goal) for goal in found[:GOALS]]
    lines = [_line(one) for one in left]
    rows = adding.totalled(COLUMNS, lines, "All unfinished goals") if whole else lines
    more = len(found) > GOALS
    links = {"The next goals": f"?after={left[-1].account}"} if more else {}
    return Part(
        heading="Goals",
        note="what is committed counts as left",
        table=Table("Goals", COLUMNS, rows, empty="No goal is unfinished."),
        notes=[{"glyph": "open", "text": "The next goals", "links": links}] if more else (),
        under=f"{len(left)} of {sums.goals} goals; the sentence above is about all of them."
        if not whole
        else "",
    )


def _line(one: Left) -> Row:
    pays = counted(one.pays_for, "round") if one.pays_for is not None else ""
    return Row(
        [
            Cell(one.ref, href=f"/goals/{one.ref}/"),
            Cell(shown(one.objective, limit=140), second=_STANDS.get(one.phase, one.phase)),
            one.rounds_left,
            Cell(_floor(one.tokens_per_round), kind="tokens") if one.tokens_per_round is not None else "",
            Cell(one.money_per_round, kind="usd") if one.money_per_round is not None else "",
            one.tokens_left,
            one.money_left if one.money_left is not None else Cell("no cap"),
            pays,
            one.ends_with,
        ]
    )


def _floor(value: Decimal) -> int:
    return int(value.to_integral_value(rounding=ROUND_FLOOR))


def _envelopes(asked: Asked) -> Part:
    period = open_period.open_at(asked.at)
    days = max(1, (asked.at - clock.first_instant(period)).days + 1)
    columns = [
        Column("Cost centre"),
        Column("Spent", "usd"),
        Column("Encumbered", "usd", on="wide"),
        Column("Available", "usd"),
        Column("Spent a day", "right", on="wide"),
        Column("Lasts for", "right"),
    ]
    kept = [one for one in reading.centres(period) if one.figures is not None]
    rows = [_envelope(one, days) for one in kept if asked.centre is None or one.row.pk == asked.centre.pk]
    return Part(
        heading="Envelopes",
        note=f"{period}, {counted(days, 'day')} so far",
        table=Table(
            "Envelopes at the present pace",
            columns,
            rows,
            empty="No cost centre has an envelope for this period.",
        ),
        under="Lasts for: encumbered and available, at what the ledger posted each day of this period.",
    )


def _envelope(one: reading.Centre, days: int) -> Row:
    figures = one.figures
    assert figures is not None
    with localcontext(prec=60):
        daily = one.posted.money / days
        left = (figures.encumbered + figures.available) / daily if daily > 0 else None
    lasts = counted(int(left), "day") if left is not None else "nothing spent yet"
    name = Cell(str(one.row), href=reverse("cost-centre", args=[one.row.code]))
    return Row([name, figures.spent, figures.encumbered, figures.available, Cell(daily, kind="usd"), lasts])
