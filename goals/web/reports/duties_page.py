"""Segregation of duties as a report: each rule with its exceptions, and the word none where there are none."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from goals.reports.duties import RULES, Rule, Span
from goals.web.reports import asking
from goals.web.reports.tabs import tabs
from governance.web import moments
from governance.web.books.page import Page, Part, respond
from governance.web.cells import Cell, Column, Row, Table
from governance.web.format import counted


@require_safe
def duties_page(request: HttpRequest) -> HttpResponse:
    """Every rule over the asked periods."""
    asked = asking.asked_of(request)
    asking.require_everything(asked.viewer, "Segregation of duties")
    before = min(asked.window.ends_before, asked.at)
    span = Span(asked.window.starts_at, before)
    found = [(rule, rule.exceptions(span)) for rule in RULES]
    filters = asking.filters(request, asked)
    filters["fields"] = filters["fields"][:2]
    page = Page(
        name="duties", current="reports", title="Who may not do both, and did they?", extra=tabs("report-duties"),
        crumbs=[{"text": "Reports", "href": reverse("reports")}, {"text": "Segregation of duties"}],
        lead=f"{asked.span}. Rules that the service keeps are checked again on the rows.", finding=_finding(found),
        filters=filters, asked=asked.pairs[:2], drawn_at=asked.at, rows=[[_rules(found)], [exceptions(found)]],
        foot_left=f"Drawn {moments.full(asked.at)}.",
    )  # fmt: skip
    return respond(request, page)


def _finding(found: list[tuple[Rule, list[str]]]) -> str:
    listed = sum(len(each) for _, each in found)
    broken = sum(len(each) for rule, each in found if rule.kept)
    if broken:
        return f"{counted(broken, 'exception')} to rules that the service keeps: somebody changed rows behind its back."
    if not listed:
        return f"None: {len(found)} rules, and no exception to any."
    return (
        f"{counted(listed, 'exception')} to {len(found)} rules; none to those that the service keeps itself."
    )


def _rules(found: list[tuple[Rule, list[str]]]) -> Part:
    columns = [Column("Rule"), Column("Held by", on="wide"), Column("Exceptions", "right")]
    rows = [
        Row([
            Cell(rule.name, second=rule.says, glyph="over" if listed else "settled"),
            "the service" if rule.kept else "people", Cell(len(listed), kind="count") if listed else "none",
        ])
        for rule, listed in found
    ]  # fmt: skip
    return Part(heading="Rules", note="each with its exceptions", table=Table("Rules", columns, rows))


def exceptions(found: list[tuple[Rule, list[str]]]) -> Part:
    """Every exception with its rule, or the word none."""
    rows = [Row([sentence, rule.name]) for rule, listed in found for sentence in listed]
    columns = [Column("Exception"), Column("Rule", "quiet", on="wide")]
    return Part(heading="Exceptions", note="to be explained by a person",
                table=Table("Exceptions", columns, rows, empty="None."))  # fmt: skip
