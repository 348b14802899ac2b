"""The audit page, one raw entry, its files, and one's own kept filters. Nothing here can change the record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from governance import clock, saved_views
from governance.audit import verifying
from governance.errors import NotFound
from governance.models import Event
from governance.money import ZERO
from governance.people.review import READERS
from governance.web import moments
from governance.web.audit import entries, exporting, filters
from governance.web.audit.filters import Filters
from governance.web.books.page import FORMATS
from governance.web.exports import csv_file
from governance.web.exports.sheets import sheet
from governance.web.format import counted
from governance.web.numbers_in import whole_number
from governance.web.viewer import Viewer, viewer_of

PAGE = 50
VIEWS = "audit"
ENTRY = ("entry", "entries")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One page: its entries, whether older ones match as well, and whether newer ones were skipped."""

    events: Sequence[Event]
    more: bool
    before: int | None

    @property
    def whole(self) -> bool:
        """Everything that matches is on this page."""
        return not self.more and self.before is None


@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    """The record as sentences, filtered, the newest first."""
    viewer, asked = viewer_of(request), filters.read(request.GET)
    shown = _page(viewer, asked, whole_number(request.GET.get("before")))
    opened, before = whole_number(request.GET.get("entry")), str(shown.before or "")
    context = {
        "current": "audit",
        "title": "Audit",
        "lead": "Everything that changed a state or moved money, one sentence each.",
        "actions": _actions(viewer, asked, shown),
        "chain": _chain(request, asked, shown),
        "filters": {"action": "/audit/", "fields": filters.fields(asked), **_found(asked, shown)},
        "views": _views(viewer, asked),
        "entries": entries.under_days(shown.events, asked, opened=opened, before=before),
        "total": _total(shown) if shown.whole and shown.events else None,
        "pager": _pager(asked, shown),
        "checked": {"agrees": True, "text": f"The export holds the same {_many(shown)} and the same totals."}
        if shown.events
        else None,
    }
    return render(request, "audit/audit.html", context)


@require_safe
def raw(request: HttpRequest, number: int) -> HttpResponse:
    """One entry as it is stored and hashed."""
    event = viewer_of(request).sight.events().filter(pk=number).first()
    if event is None:
        raise NotFound("There is no such entry, or it is not yours to see.")
    whole = entries.holds(event)
    context = {
        "current": "audit",
        "title": f"Entry {event.pk:,}",
        "event": event,
        "sentence": event.sentence,
        "crumbs": [{"text": "Audit", "href": "/audit/"}, {"text": f"Entry {event.pk:,}"}],
        "body": json.dumps(_read(event.body), indent=2, ensure_ascii=False, sort_keys=True),
        "opened": entries.opened_box(event),
        "state": {
            "glyph": "complete" if whole else "over",
            "word": "Holds" if whole else "Does not hold",
            "text": ": its text gives its hash." if whole else ": its text does not give its hash.",
        },
    }
    return render(request, "audit/raw.html", context)


@require_safe
def export(request: HttpRequest, kind: str) -> HttpResponseBase:
    """What the page shows as CSV or XLSX, with its number and control totals; with `all`, everything that matches,
    as CSV alone."""
    viewer, asked, at = viewer_of(request), filters.read(request.GET), clock.now()
    name = {"Content-Disposition": f'attachment; filename="countersign-audit.{kind}"'}
    if kind == "csv" and request.GET.get("all"):
        found = filters.rows(viewer.sight.events(), asked)
        lines = exporting.every_line(found, asked, at=at, by=str(viewer.person))
        return StreamingHttpResponse(lines, content_type=csv_file.TYPE, headers=name)
    shown = _page(viewer, asked, whole_number(request.GET.get("before")))
    about = exporting.about(asked, at=at, by=str(viewer.person))
    write, content = FORMATS[kind]
    return HttpResponse(
        write([sheet(exporting.table(shown.events), about)]), content_type=content, headers=name
    )


@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Keep the filters in hand under a name, for oneself."""
    asked = filters.read(saved_views.parsed(request.POST.get("query", "")))
    address = asked.address() if asked.any else ""
    if saved_views.keep(request.user, VIEWS, name=request.POST.get("name", ""), query=address):
        messages.success(request, "The view is kept under its name. Only you see it.")
    else:
        messages.error(
            request, "Nothing was kept: set a filter and give the view a name of at most 60 characters."
        )
    return redirect(f"/audit/{address}")


@require_POST
def drop(request: HttpRequest, view: int) -> HttpResponse:
    """Forget one of one's own views."""
    if not saved_views.drop(request.user, VIEWS, view):
        raise NotFound("There is no such view, or it is not yours.")
    messages.success(request, "The view is forgotten. The record is as it was.")
    return redirect("audit")


def _read(body: str) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body


def _page(viewer: Viewer, asked: Filters, before: int | None) -> Shown:
    rows = filters.rows(viewer.sight.events(), asked)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.order_by("-pk")[: PAGE + 1])
    return Shown(events=found[:PAGE], more=len(found) > PAGE, before=before)


def _many(shown: Shown) -> str:
    return counted(len(shown.events), *ENTRY)


def _actions(viewer: Viewer, asked: Filters, shown: Shown) -> list[dict[str, str]]:
    review = [{"text": "Access review", "href": reverse("access")}] if viewer.has(*READERS) else []
    if not shown.events:
        return review
    more = {"before": str(shown.before)} if shown.before else {}
    files = [
        {
            "text": f"Export {_many(shown)}",
            "href": f"/audit/export.csv{asked.address(**more)}",
            "kind": "quiet",
        },
        {"text": "Export XLSX", "href": f"/audit/export.xlsx{asked.address(**more)}", "kind": "quiet"},
    ]
    if shown.whole:
        return [*review, *files]
    every = {
        "text": "Export all that match",
        "href": f"/audit/export.csv{asked.address(all='1')}",
        "kind": "quiet",
    }
    return [*review, *files, every]


def _views(viewer: Viewer, asked: Filters) -> dict[str, Any]:
    """One's own kept filters, and those in force if they can be kept."""
    kept = [
        {"name": one.name, "href": f"/audit/{one.query}", "drop": reverse("audit-drop", args=[one.pk])}
        for one in saved_views.kept(viewer.person, VIEWS)
    ]
    return {"kept": kept, "query": asked.address() if asked.any else ""}


def _found(asked: Filters, shown: Shown) -> dict[str, str]:
    rest = ", all shown." if shown.whole else ", older ones below." if shown.more else ", the oldest."
    found = f"{_many(shown)} {'match' if asked.any else 'shown'}"
    clear = {"clear_href": "/audit/"} if asked.any else {}
    return {"found": found, "found_rest": rest if asked.any or not shown.whole else ".", **clear}


def _pager(asked: Filters, shown: Shown) -> dict[str, str] | None:
    if shown.whole:
        return None
    found = {"shown": f"{_many(shown)} of a longer record"}
    if shown.before is not None:
        found["first_href"] = asked.address()
    if shown.more:
        found["older_href"] = asked.address(before=str(shown.events[-1].pk))
    return found


def _total(shown: Shown) -> dict[str, Any]:
    tokens = sum(event.effect_tokens for event in shown.events)
    paid = sum((event.effect_money for event in shown.events), ZERO)
    return {"text": f"{_many(shown)}, effect on what is available", "tokens": tokens, "usd": paid}


def _chain(request: HttpRequest, asked: Filters, shown: Shown) -> dict[str, Any]:
    """What was checked just now: the entries shown, or, asked for, their whole streams with every row they cover."""
    broken = [event.pk for event in shown.events if not entries.holds(event)]
    facts = [{"label": "Looked at", "text": moments.full(clock.now())}]
    if shown.events:
        newest = shown.events[0]
        facts.append({"label": "Newest shown", "text": f"no. {newest.pk:,}, {moments.full(newest.at)}"})
    more = {"before": str(shown.before)} if shown.before else {}
    button = {"text": "Check now", "href": asked.address(**more, check="1"), "kind": "quiet"}
    if request.GET.get("check") and shown.events:
        return {
            **_verdict(sorted({event.stream for event in shown.events})),
            "facts": facts,
            "button": button,
        }
    if broken:
        word, support = f"Entry {broken[-1]:,} does not hold", "The record must be verified."
    else:
        word, support = "What is shown holds", f"{_many(shown)} checked against their own hashes"
    return {"whole": not broken, "word": word, "support": support, "facts": facts, "button": button}


def _verdict(streams: list[str]) -> dict[str, Any]:
    found = verifying.verify(streams)
    where = counted(len(streams), "stream")
    if found.faults:
        return {"whole": False, "word": "The chain is broken", "support": found.faults[0].sentence}
    if found.unchecked:
        return {
            "whole": False,
            "word": "Not fully checked",
            "support": f"{len(found.unchecked):,} rows have no reader",
        }
    return {
        "whole": True,
        "word": "Chain whole",
        "support": f"{counted(found.events, *ENTRY)} in {where} follow without a gap",
    }
