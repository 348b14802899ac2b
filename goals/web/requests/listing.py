"""The list of requests: filters in the address, the newest first, by keyset. A door that reads."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from goals.web.requests import titles
from governance import clock
from governance.enums import Act, RequestKind, RequestStatus, Role
from governance.models import CostCentre, Person, Request
from governance.web import moments
from governance.web.books.page import MOST_LINES, Page, Part, at_most, export_buttons, file, wanted_file
from governance.web.cells import Cell, Column, Row, Table
from governance.web.numbers_in import whole_number
from governance.web.viewer import Viewer, viewer_of

PAGE = 50
OPEN = "open"
NAMED = {
    "status": "Where it stands",
    "kind": "Asks for",
    "who": "Asked by, number",
    "centre": "Cost centre, number",
}
COLUMNS = [
    Column("Request"), Column("What is asked"), Column("From", on="wide"), Column("Tokens", "tokens", on="wide"),
    Column("USD", "usd"), Column("Signed", "right", on="wide"), Column("Where it stands", on="wide"),
    Column("Asked, UTC", "right", on="full"),
]  # fmt: skip
_OF_CONTROLLERS = (
    ("a role", "/requests/new/role/"), ("a policy", "/requests/new/policy/"), ("a price", "/prices/ask/"),
    ("an envelope", "/budgets/ask/"),
)  # fmt: skip


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """Requests that the viewer may see."""
    viewer, given = viewer_of(request), request.GET
    rows = _filtered(viewer, given)
    if wanted := wanted_file(request):
        return file(_sheet(rows, given), wanted, drawn_by=str(viewer.person))
    before = whole_number(given.get("before"))
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.order_by("-pk")[: PAGE + 1])
    shown = found[:PAGE]
    older = {"older_href": f"?{_with(given, before=str(shown[-1].pk))}"} if len(found) > PAGE else {}
    context = {
        "current": "requests", "title": "Requests", "lead": "What somebody asked a named person to sign.",
        "actions": [*_actions(viewer), *(export_buttons(request) if shown else [])],
        "filters": _filters(given), "table": _table(shown),
        "pager": {**older, "shown": f"{len(shown)} shown"} if older or before else None,
    }  # fmt: skip
    return render(request, "requests/list.html", context)


def _filtered(viewer: Viewer, given: Any) -> QuerySet[Request]:
    signed = Count(
        "signatures", filter=Q(signatures__act=Act.SIGN, signatures__request_revision=F("revision"))
    )
    rows = viewer.sight.requests().select_related(
        "requester", "account", "cost_centre", "assigned_to", "account__goal"
    )
    rows = rows.annotate(signed=signed)
    status, kind = given.get("status", ""), given.get("kind", "")
    if status == OPEN:
        rows = rows.filter(status__in=(RequestStatus.PENDING, RequestStatus.SENT_BACK))
    elif status in RequestStatus.values:
        rows = rows.filter(status=status)
    if kind in RequestKind.values:
        rows = rows.filter(kind=kind)
    if (person := whole_number(given.get("who"))) is not None:
        rows = rows.filter(requester=person)
    if (centre := whole_number(given.get("centre"))) is not None:
        rows = rows.filter(cost_centre=centre)
    return rows


def _filters(given: Any) -> dict[str, Any]:
    statuses = [("", "Any"), (OPEN, "Open"), *((str(one), titles.STATES[one][1]) for one in RequestStatus)]
    kinds = [("", "Anything"), *((str(one), titles.kind_word(one)) for one in RequestKind)]
    askers = Person.objects.filter(requests__isnull=False).distinct().order_by("display_name")[:200]
    people = [("", "Everyone"), *((str(one.pk), str(one)) for one in askers)]
    centres = [("", "Any"), *((str(one.pk), str(one)) for one in CostCentre.objects.order_by("code")[:200])]
    fields = [
        _field("status", "Where it stands", statuses, given), _field("kind", "Asks for", kinds, given),
        _field("who", "Asked by", people, given), _field("centre", "Cost centre", centres, given),
    ]  # fmt: skip
    any_set = any(one["set"] for one in fields)
    return {"action": "/requests/", "fields": fields, "clear_href": "/requests/" if any_set else "",
            "found": "Filtered." if any_set else ""}  # fmt: skip


def _field(name: str, label: str, options: list[tuple[str, str]], given: Any) -> dict[str, Any]:
    value = given.get(name, "")
    return {
        "name": name,
        "label": label,
        "kind": "select",
        "options": options,
        "value": value,
        "set": bool(value),
    }


def _with(given: Any, **more: str) -> str:
    return urlencode(
        {**{name: given[name] for name in ("status", "kind", "who", "centre") if given.get(name)}, **more}
    )


def _actions(viewer: Viewer) -> list[dict[str, str]]:
    found = []
    if viewer.has(Role.REQUESTER):
        found.append({"text": "Ask for a goal", "href": "/requests/new/", "kind": "filled"})
    if viewer.has(Role.CONTROLLER):
        for what, href in _OF_CONTROLLERS:
            found.append({"text": f"Ask for {what}", "href": href, "kind": "outlined"})
    return found


def _sheet(rows: QuerySet[Request], given: Any) -> Page:
    """Everything that the filters match as a file, whatever page is in hand."""
    found = list(rows.order_by("-pk")[: MOST_LINES + 1])
    asked = [(label, str(given[name])) for name, label in NAMED.items() if given.get(name)]
    kept, asked = at_most(found, asked, noun="requests")
    lines = [Row([*_cells(one), one.asked_at, one.due_at]) for one in kept]
    table = Table("Requests", [*COLUMNS, Column("Due, UTC")], lines)
    return Page(name="requests", current="requests", title="Requests", asked=asked, drawn_at=clock.now(),
                rows=[[Part(heading="Requests", table=table)]])  # fmt: skip


def _table(shown: list[Request]) -> Table:
    now = clock.now()
    lines = [Row([*_cells(one), moments.near(one.asked_at, now=now)]) for one in shown]
    return Table("Requests", COLUMNS, lines, empty="No request matches.")


def _cells(one: Request) -> list[Any]:
    """Everything but the instants, which a page and a file write differently."""
    glyph, word = titles.STATES[RequestStatus(one.status)]
    href = f"/requests/{one.ref}/"
    spends = titles.spends(one)
    whom = str(one.assigned_to) if one.status == RequestStatus.PENDING and one.assigned_to else ""
    return [
        Cell(one.ref, href=href),
        Cell(titles.short_title(one), second=titles.kind(one), under=f"{word}, asked by {one.requester}"),
        str(one.requester), one.total_tokens if spends else "",
        one.total_money if spends and one.total_money is not None else ("no cap" if spends else ""),
        f"{getattr(one, 'signed', 0)} of {one.signatures_needed}", Cell(word, glyph=glyph, second=whom),
    ]  # fmt: skip
