"""The whole record of a goal, page by page, and one entry of it as it was written."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from goals.web import gathering, goal_page, record
from governance.errors import NotFound
from governance.web import moments
from governance.web.numbers_in import whole_number
from governance.web.viewer import viewer_of


@require_safe
def show(request: HttpRequest, account: int) -> HttpResponse:
    """Fifty entries, ending before `before`; with the calls of models where `calls` is asked for."""
    goal = gathering.goal_for(viewer_of(request), account)
    before, calls = whole_number(request.GET.get("before")), request.GET.get("calls") == "1"
    opened = whole_number(request.GET.get("entry"))
    page = record.page(goal, before=before, calls=calls, opened=opened)
    pager = {**page.pager, **({"first_href": "?calls=1" if calls else "?"} if before else {})}
    context = {
        "current": "goals", "goal": goal, "crumbs": goal_page.crumbs(goal, "Record"),
        "title": f"Record of {goal.account.ref}", "lead": goal.objective, "entries": page.entries,
        "record_note": page.note, "record_pager": pager, "calls": calls,
        "chain": record.chain_words(goal.account, page.events),
        "actions": [
            {"text": "Export CSV", "href": f"/audit/export.csv?to={goal.account.ref}&did=all&all=1", "kind": "quiet"},
            {"text": "Export JSON Lines", "href": f"/reports/trail.jsonl?account={goal.account_id}", "kind": "quiet"},
        ],
    }  # fmt: skip
    return render(request, "goals/record_page.html", context)


@require_safe
def entry(request: HttpRequest, account: int, seq: int) -> HttpResponse:
    """One entry: its sentence, the text its hash covers, and whether the two still fit."""
    goal = gathering.goal_for(viewer_of(request), account)
    event = record.entry_of(goal, seq)
    if event is None:
        raise NotFound("There is no such entry.")
    context = {
        "current": "goals", "goal": goal, "crumbs": goal_page.crumbs(goal, f"Entry {seq:,}"), "event": event,
        "title": f"Entry {seq:,} of {goal.account.ref}", "lead": event.sentence, "whole": record.holds(event),
        "raw": json.dumps(json.loads(event.body), indent=2, ensure_ascii=False), "at": moments.full(event.at),
        "newer": seq + 1 if seq < goal.account.stream_seq else None, "older": seq - 1 if seq > 1 else None,
    }  # fmt: skip
    return render(request, "goals/entry.html", context)
