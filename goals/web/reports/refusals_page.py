"""What was refused, by reason, and what people did against a stop. Counted in the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Count, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from goals.web.reports import asking
from goals.web.reports.asking import Asked
from goals.web.reports.tabs import tabs
from governance.models import Event, Refusal
from governance.web import moments
from governance.web.api.codes import meaning_of
from governance.web.books import adding
from governance.web.books.page import Page, Part, respond
from governance.web.cells import Cell, Column, Row, Table
from governance.web.format import counted
from governance.web.plain_text import shown

LATEST = 50
Counted = Mapping[str, Any]
OVERRIDES = {
    "decision.overruled": "Said “not the same, continue” to a stop",
    "completion.rejected": "Rejected a completion",
    "escalation.answered": "Answered a stop",
    "freeze.lifted": "Lifted a freeze",
    "freeze.placed": "Placed a freeze",
    "authorisation.revoked": "Revoked an authorisation",
    "attempt.settled": "Said what an uncertain call costs",
    "cost-centre.suspended": "Suspended a cost centre",
    "cost-centre.restored": "Restored a cost centre",
    "request.refused": "Was refused at a request",
    "spend.corrected": "Late usage corrected by itself",
}


@require_safe
def refusals_page(request: HttpRequest) -> HttpResponse:
    """Refusals of the gate by code, and overrides by kind, with the latest of each."""
    asked = asking.asked_of(request)
    found = refused(asked)
    page = Page(
        name="refusals",
        current="reports",
        title="What was refused, and what was overruled?",
        extra=tabs("report-refusals"),
        lead=f"{asked.scope}, {asked.span}.",
        finding=_finding(found),
        crumbs=[{"text": "Reports", "href": reverse("reports")}, {"text": "Refusals and overrides"}],
        filters=asking.filters(request, asked),
        asked=asked.pairs,
        drawn_at=asked.at,
        rows=[[by_code(found)], [_latest(asked)], [_overrides(asked)], [_latest_overrides(asked)]],
        foot_left=f"Drawn {moments.full(asked.at)}.",
    )
    return respond(request, page)


def refused(asked: Asked) -> list[Counted]:
    """Refusals by code, the most frequent first. One query."""
    rows = Refusal.objects.filter(asked.window.accounts(), **_in(asked, "last_at"))
    grouped = rows.values("code").annotate(times=Sum("count"), goals=Count("account", distinct=True))
    return sorted(_counted(grouped.order_by()), key=lambda row: (-row["times"], row["code"]))


def _counted(grouped: Iterable[Any]) -> list[Counted]:
    return list(grouped)


def _in(asked: Asked, name: str) -> dict[str, Any]:
    return {f"{name}__gte": asked.window.starts_at, f"{name}__lt": asked.window.ends_before}


def _finding(refused: list[Counted]) -> str:
    if not refused:
        return "Nothing was refused in this time."
    times = sum(row["times"] for row in refused)
    most = refused[0]
    return (
        f"{counted(times, 'start')} {'was' if times == 1 else 'were'} refused, most often because: "
        f"{meaning_of(most['code']).title.lower()}. A refusal holds nothing and uses no round number."
    )


def by_code(refused: list[Counted]) -> Part:
    """The table of them."""
    columns = [Column("Reason"), Column("Goals", "right"), Column("Times", "count")]
    rows = [
        Row(
            [
                Cell(meaning_of(row["code"]).title, second=row["code"]),
                Cell(row["goals"], kind="count"),
                row["times"],
            ]
        )
        for row in refused
    ]
    return Part(
        heading="Refused by the gate",
        note="identical refusals are counted together",
        table=Table(
            "Refusals by reason",
            columns,
            adding.totalled(columns, rows, "All"),
            empty="Nothing was refused in this time.",
        ),
    )


def _latest(asked: Asked) -> Part:
    rows = Refusal.objects.filter(asked.window.accounts(), **_in(asked, "last_at")).select_related(
        "account", "event"
    )
    columns = [
        Column("Goal", "id"),
        Column("What was refused"),
        Column("Last", "instant", on="wide"),
        Column("Times", "count"),
    ]
    lines = [
        Row(
            [
                Cell(one.account.ref, href=f"/goals/{one.account.ref}/"),
                shown(one.event.sentence, limit=300),
                one.last_at,
                one.count,
            ]
        )
        for one in rows.order_by("-last_at", "-pk")[:LATEST]
    ]
    return Part(
        heading="The latest refusals",
        note=f"at most {LATEST}",
        table=Table("The latest refusals", columns, lines, empty="None."),
    )


def _overrides(asked: Asked) -> Part:
    grouped = _acts(asked).order_by().values("action").annotate(n=Count("pk"))
    found = {row["action"]: row["n"] for row in grouped}
    columns = [Column("What people did"), Column("Times", "count")]
    rows = [Row([words, found[action]]) for action, words in OVERRIDES.items() if action in found]
    return Part(
        heading="Answers and overrides",
        note="acts of people against, or after, a stop",
        table=Table("Overrides", columns, adding.totalled(columns, rows, "All"), empty="None in this time."),
    )


def _acts(asked: Asked) -> QuerySet[Event]:
    events = asked.viewer.sight.events().filter(action__in=OVERRIDES, **_in(asked, "at"))
    if asked.centre is not None:
        events = events.filter(account__cost_centre=asked.centre)
    return events


def _latest_overrides(asked: Asked) -> Part:
    columns = [Column("When", "instant"), Column("Who", on="wide"), Column("What")]
    rows = [_act(one) for one in _acts(asked).order_by("-at", "-pk")[:LATEST]]
    return Part(
        heading="The latest of them",
        note=f"at most {LATEST}",
        table=Table("The latest acts", columns, rows, empty="None."),
    )


def _act(event: Event) -> Row:
    return Row([event.at, event.actor_name, shown(event.sentence, limit=400)])
