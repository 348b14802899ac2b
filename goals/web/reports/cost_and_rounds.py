"""Is it getting cheaper? Cost per round beside rounds per objective, their product, and the envelopes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from goals.reports import rounds, spend
from goals.reports.trend import Month, finding, over
from goals.web.reports import asking
from goals.web.reports.asking import Asked
from goals.web.reports.tabs import tabs
from governance import open_period
from governance.money import ZERO
from governance.web import moments
from governance.web.books import budgets, periods
from governance.web.books.page import Page, Part, respond
from governance.web.cells import Cell, Column, Kind, Row, Table
from governance.web.charts import Point, Series, line_chart
from governance.web.format import counted, figure, money


@require_safe
def cost_and_rounds(request: HttpRequest) -> HttpResponse:
    """The first report."""
    asked = asking.asked_of(request)
    months = _months(asked)
    cube_total = spend.total(asked.window)
    page = Page(
        name="cost-and-rounds", current="reports", title="Is it getting cheaper?", wide_paper=True,
        crumbs=[{"text": "Reports"}, {"text": "Cost and rounds"}], lead=_lead(asked, months), finding=_finding(months),
        filters=asking.filters(request, asked), asked=asked.pairs, drawn_at=asked.at, extra=tabs("reports"),
        rows=[
            [_per_round(months), _per_objective(months)], [_whole_cost(months), _whole_period(months)],
            *_envelopes(asked, months, cube_total.money),
        ],
        foot_left=f"Drawn {moments.full(asked.at)} from {counted(sum(m.rounds for m in months), 'ended round')}.",
    )  # fmt: skip
    return respond(request, page)


def _months(asked: Asked) -> list[Month]:
    money_by = spend.by(spend.facts(asked.window), lambda fact: fact.period)
    ended, accepted = rounds.ended(asked.window), rounds.accepted(asked.window)
    closed = open_period.closed_through()
    present = f"{asked.at:%Y-%m}"
    return [
        Month(
            period=one, money=money_by.get(one, spend.Spent()).money, rounds=ended.get(one, 0),
            objectives=accepted.get(one, 0), closed=one < present or one <= closed,
        )
        for one in asked.periods
    ]  # fmt: skip


def _finding(months: Sequence[Month]) -> str:
    first = next((month for month in months if month.objectives and month.rounds), months[0])
    return finding(months, periods.long(first.period).split()[0])


def _lead(asked: Asked, months: Sequence[Month]) -> str:
    running = [month for month in months if not month.closed]
    still = (
        f" {periods.long(running[-1].period).split()[0]} is not over; its points are open circles."
        if running
        else ""
    )
    return f"{asked.scope}, {asked.span}.{still}"


def _chart(months: Sequence[Month], value: Callable[[Month], Decimal | None], label: str) -> SafeString:
    points = tuple(Point(value(month), closed=month.closed) for month in months)
    known = [(month, found) for month in months if (found := value(month)) is not None]
    if not known:
        said = f"{label}: nothing to show."
    else:
        (first, began), (last, ended) = known[0], known[-1]
        said = (
            f"{label} went from {figure(began, places=2)} in {periods.long(first.period)} to "
            f"{figure(ended, places=2)} in {periods.long(last.period)}."
        )
    return line_chart([Series("", points)], label=said)


def _ratios(
    caption: str, months: Sequence[Month], lines: Sequence[tuple[str, Kind, Callable[[Month], object]]]
) -> Table:
    """Numerator, divisor and ratio of each month; the last line is the ratio."""
    columns = [Column(""), *(Column(periods.head(month.period), "right") for month in months)]
    rows = [
        Row([name, *(_cell(value(month), kind) for month in months)],
            style="total" if place == len(lines) - 1 else "")
        for place, (name, kind, value) in enumerate(lines)
    ]  # fmt: skip
    return Table(caption, columns, rows, fixed=True)


def _cell(value: object, kind: Kind) -> Cell:
    return Cell("") if value is None else Cell(value, kind=kind)


def direction(months: Sequence[Month], value: Callable[[Month], Decimal | None]) -> str:
    """ "falling", "rising", "unchanged", or nothing to say."""
    known = [found for month in months if (found := value(month)) is not None]
    if len(known) < 2:
        return "one month only" if known else "nothing yet"
    if known[0] == known[-1]:
        return "unchanged"
    return "falling" if known[-1] < known[0] else "rising"


def _per_round(months: Sequence[Month]) -> Part:
    table = _ratios(
        "Cost per round by month", months,
        [("Spent, USD", "usd", lambda m: m.money), ("÷ rounds ended", "count", lambda m: m.rounds),
         ("Cost per round", "usd", lambda m: m.per_round)],
    )  # fmt: skip
    chart = _chart(months, lambda m: m.per_round, "Cost per round")
    return Part(
        heading="Cost per round",
        note=f"USD, {direction(months, lambda m: m.per_round)}",
        chart=chart,
        table=table,
    )


def _per_objective(months: Sequence[Month]) -> Part:
    table = _ratios(
        "Rounds per objective by month", months,
        [("Rounds ended", "count", lambda m: m.rounds), ("÷ accepted", "count", lambda m: m.objectives),
         ("Rounds per obj.", "usd", lambda m: m.per_objective)],
    )  # fmt: skip
    chart = _chart(months, lambda m: m.per_objective, "Rounds per objective")
    note = f"rounds, {direction(months, lambda m: m.per_objective)}"
    return Part(heading="Rounds per objective", note=note, chart=chart, table=table)


def _whole_cost(months: Sequence[Month]) -> Part:
    table = _ratios(
        "Cost per objective by month", months,
        [("Spent, USD", "usd", lambda m: m.money), ("÷ accepted", "count", lambda m: m.objectives),
         ("Cost per obj.", "usd", lambda m: m.whole_cost)],
    )  # fmt: skip
    chart = _chart(months, lambda m: m.whole_cost, "Cost per objective")
    return Part(heading="Cost per objective", note="USD, the two above multiplied", chart=chart, table=table)


def _whole_period(months: Sequence[Month]) -> Part:
    spent = sum((month.money for month in months), ZERO)
    ended, accepted = sum(month.rounds for month in months), sum(month.objectives for month in months)
    rows = [
        Row(["Spent", Cell(spent, kind="usd")]), Row(["Rounds ended", Cell(ended, kind="count")]),
        Row(["Objectives completed and accepted", Cell(accepted, kind="count")]),
        Row(["Cost per round", _cell(over(spent, ended), "usd")]),
        Row(["Rounds per objective", _cell(over(Decimal(ended), accepted), "usd")]),
        Row(["Cost per objective", _cell(over(spent, accepted), "usd")], style="total"),
    ]  # fmt: skip
    table = Table("The whole period", [Column("What"), Column("Figure", "right")], rows, fixed=False)
    return Part(
        heading="The whole period", note="sums of the months beside, USD", table=table, bare=True,
        under="Rounds and money of goals that were closed without completion are included, and what people’s turns "
        "cost. Ratios are computed from the sums and then rounded to the cent.",
    )  # fmt: skip


def _envelopes(asked: Asked, months: Sequence[Month], posted: Decimal) -> list[list[Part]]:
    """Spend by cost centre: the envelopes of the last period, and whether months and ledger agree."""
    shown = sum((month.money for month in months), ZERO)
    gap = posted - shown
    checked = {
        "agrees": not gap,
        "text": f"The months add up to the ledger: {money(posted)}." if not gap else
        f"The ledger has {money(posted)} for these months, the lines above {money(shown)}: {money(abs(gap))} differ.",
    }  # fmt: skip
    part = budgets.envelopes_part(asked.window.last, centre=asked.window.centre)
    return [[part], [Part(heading="Checked", note="against the ledger", checked=checked)]]
