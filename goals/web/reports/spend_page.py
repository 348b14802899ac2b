"""Tokens and money by month, cost centre, model and person. Four sides of one read, so that all totals are one."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from goals.reports import spend
from goals.reports.spend import Fact, Spent
from goals.web.reports import asking
from goals.web.reports.asking import Asked
from goals.web.reports.tabs import tabs
from governance import open_period
from governance.models import CostCentre, Person
from governance.web import moments
from governance.web.books import adding, periods
from governance.web.books.page import Page, Part, respond
from governance.web.cells import Cell, Column, Row, Table
from governance.web.charts import Point, Series, line_chart
from governance.web.format import figure, money, percent, tokens

UNKNOWN_MODEL = "no call behind it"


@require_safe
def spend_page(request: HttpRequest) -> HttpResponse:
    """Where tokens and money went."""
    asked = asking.asked_of(request)
    cube = spend.facts(asked.window)
    whole, posted = spend.of_all(cube), spend.total(asked.window)
    page = Page(
        name="spend", current="reports", title="Where did it go?", wide_paper=True, extra=tabs("report-spend"),
        crumbs=[{"text": "Reports", "href": reverse("reports")}, {"text": "Spend"}],
        lead=f"{asked.scope}, {asked.span}. By the period each entry was posted to.", finding=_finding(asked, cube),
        filters=asking.filters(request, asked), asked=asked.pairs, drawn_at=asked.at,
        rows=[
            [_by_month(asked, cube)], [checked(whole, posted)], [_by_centre(asked, cube, whole)],
            [by_model(cube, whole)], [by_person(cube, whole)],
        ],
        foot_left=f"Drawn {moments.full(asked.at)}.",
    )  # fmt: skip
    return respond(request, page)


def _finding(asked: Asked, cube: list[Fact]) -> str:
    whole = spend.of_all(cube)
    if not cube:
        return "Nothing was spent in this time."
    said = f"{money(whole.money)} and {tokens(whole.tokens)} tokens were spent"
    centres = spend.by(cube, lambda fact: fact.centre)
    most = max(centres, key=lambda one: (centres[one].money, centres[one].tokens))
    share = percent(centres[most].money, whole.money, places=0) if whole.money else ""
    by_one = f", {share} of the money by {asked.centres[most]}" if share and len(centres) > 1 else ""
    cached = percent(whole.cached_tokens, whole.input_tokens, places=0)
    return f"{said}{by_one}. {cached} of the input came from a cache." if cached else f"{said}{by_one}."


def checked(whole: Spent, posted: Spent) -> Part:
    """Whether the tables and the ledger agree, and by how much they do not."""
    agrees = (whole.tokens, whole.money) == (posted.tokens, posted.money)
    text = (
        f"The tables and the ledger agree: {tokens(posted.tokens)} tokens, {money(posted.money)}."
        if agrees
        else f"The ledger has {tokens(posted.tokens)} tokens and {money(posted.money)}, the tables "
        f"{tokens(whole.tokens)} and {money(whole.money)}."
    )
    return Part(heading="Checked", note="against the ledger", checked={"agrees": agrees, "text": text})


def _by_month(asked: Asked, cube: list[Fact]) -> Part:
    found = spend.by(cube, lambda fact: fact.period)
    months = [found.get(one, Spent()) for one in asked.periods]
    present, closed = f"{asked.at:%Y-%m}", open_period.closed_through()
    points = tuple(
        Point(one.money, closed=period < present or period <= closed)
        for period, one in zip(asked.periods, months, strict=True)
    )
    label = "Money spent by month: " + ", ".join(
        f"{periods.short(period)} {figure(one.money, places=2)}"
        for period, one in zip(asked.periods, months, strict=True)
    )
    columns = [Column(""), *(Column(periods.head(one), "right") for one in asked.periods)]
    rows = [
        Row(["Tokens", *(Cell(one.tokens, kind="tokens") for one in months)]),
        Row(["of them input", *(Cell(one.input_tokens, kind="tokens") for one in months)]),
        Row(["of it cached", *(Cell(one.cached_tokens, kind="tokens") for one in months)]),
        Row(["Cached share", *(percent(one.cached_tokens, one.input_tokens) for one in months)]),
        Row(["Spent, USD", *(Cell(one.money, kind="usd") for one in months)], style="total"),
    ]  # fmt: skip
    return Part(
        heading="By month", note="USD", chart=line_chart([Series("", points)], label=f"{label}."),
        table=Table("Spend by month", columns, rows, fixed=True),
    )  # fmt: skip


COLUMNS = [
    Column("", "text"), Column("Tokens", "tokens"), Column("Input", "tokens", on="full"),
    Column("Of it cached", "tokens", on="full"), Column("Cached share", "right", on="wide"), Column("USD", "usd"),
    Column("Of all", "right", on="wide"),
]  # fmt: skip


def _table(caption: str, named: str, lines: Mapping[Cell, Spent], whole: Spent) -> Table:
    columns = [Column(named), *COLUMNS[1:]]
    ordered = sorted(lines.items(), key=lambda line: (-line[1].money, -line[1].tokens, str(line[0].value)))
    rows = [_line(name, one, whole) for name, one in ordered]
    added = adding.totalled(columns, rows, "All")
    if added:
        added[-1] = Row(_line(Cell("All"), whole, whole).cells, style="total")
    return Table(caption, columns, added, empty="Nothing was spent in this time.")


def _line(name: Cell, one: Spent, whole: Spent) -> Row:
    cached = percent(one.cached_tokens, one.input_tokens)
    share = percent(one.money, whole.money)
    return Row([name, one.tokens, one.input_tokens, one.cached_tokens, cached, one.money, share])


def _by_centre(asked: Asked, cube: list[Fact], whole: Spent) -> Part:
    codes = dict(CostCentre.objects.values_list("pk", "code"))
    found = spend.by(cube, lambda fact: fact.centre)
    lines = {
        Cell(asked.centres[one], href=reverse("cost-centre", args=[codes[one]])): spent
        for one, spent in found.items()
    }
    return Part(
        heading="By cost centre",
        note="the dearest first",
        table=_table("Spend by cost centre", "Cost centre", lines, whole),
    )


def by_model(cube: list[Fact], whole: Spent) -> Part:
    """Spend by model."""
    found = spend.by(cube, lambda fact: fact.model)
    lines = {Cell(one or UNKNOWN_MODEL): spent for one, spent in found.items()}
    return Part(
        heading="By model", note="as it was asked for", table=_table("Spend by model", "Model", lines, whole)
    )


def by_person(cube: list[Fact], whole: Spent) -> Part:
    """Spend by person."""
    found = spend.by(cube, lambda fact: fact.person)
    people = {one.pk: one for one in Person.objects.filter(pk__in=found)}
    lines = {Cell(str(people[one]), second=people[one].title): spent for one, spent in found.items()}
    return Part(
        heading="By person", note="whose goal it is, or who wrote into the session",
        table=_table("Spend by person", "Person", lines, whole),
    )  # fmt: skip
