"""The inbox: what waits for the viewer, with age, due time, amount, and the one thing to do. A door that reads."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from governance import clock
from governance.money import ZERO
from governance.web import moments
from governance.web.format import amount, counted
from governance.web.inbox import items, lately
from governance.web.inbox.items import Elsewhere, Item
from governance.web.viewer import Viewer, viewer_of

NO_DUE = "no due time"


@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """The whole page; its count is the figure beside Inbox."""
    viewer, now = viewer_of(request), clock.now()
    waiting = items.count(viewer.person, now)
    found = items.gather(viewer, now) if waiting else []
    decided = lately.decided_by(viewer.person)
    context = {
        "current": "inbox", "title": "Inbox", "lead": "", "inbox_count": waiting,
        "waiting": waiting, "waiting_words": _things(waiting), "lead_rest": _rest(found, now),
        "items": [_row(item, now) for item in found], "total": _total(found, waiting) if found else None,
        "empty": _empty(viewer, decided, now), "others": _others(items.elsewhere(viewer, now), now),
        "lately": lately.lines(decided, now), "mine_href": f"/audit/?who={viewer.person.pk}",
    }  # fmt: skip
    return render(request, "inbox/inbox.html", context)


def _things(waiting: int) -> str:
    return "1 thing waits for you" if waiting == 1 else f"{waiting:,} things wait for you"


def _rest(found: Sequence[Item], now: datetime) -> str:
    today = sum(item.due is not None and item.due.date() <= now.date() for item in found)
    due = f", {today} of them due today" if today else ""
    return f"{due}. As of {moments.long_day(now)}, {moments.clock(now, zone=True)}."


def _row(item: Item, now: datetime) -> dict[str, Any]:
    due = moments.near(item.due, now=now) if item.due else NO_DUE
    return {
        "glyph": item.glyph, "kind": item.kind, "id": item.ref, "objective": item.objective,
        "sentence": item.sentence, "person": item.person, "usd": item.usd, "usd_word": item.usd_word,
        "waiting": moments.waited(item.since, now=now), "due": due, "href": item.href, "verb": item.verb,
        "due_in": moments.remaining(item.due, now=now) if item.due else "",
    }  # fmt: skip


def _total(found: Sequence[Item], waiting: int) -> dict[str, Any]:
    sums: dict[str, Decimal] = {}
    for item in found:
        if item.usd is not None:
            sums[item.usd_word] = sums.get(item.usd_word, ZERO) + item.usd
    named = [f"{amount(sums[word])} {word}" for word in ("held", "idle", "spent") if sums.get(word)]
    rest = f"Not asked of you, but at stake: {', '.join(named)}" if named else ""
    shown = counted(len(found), "item")
    many = f"{len(found)} of {counted(waiting, 'item')}" if waiting > len(found) else shown
    return {"items": many, "rest": rest, "usd": sums.get("asked", ZERO), "word": "asked"}


def _empty(viewer: Viewer, decided: Sequence[lately.Decided], now: datetime) -> dict[str, Any]:
    if decided:
        when = moments.near(decided[0].at, now=now)
        since = f" The last item was answered {when}." if when.startswith("today") else (
            f" The last item was answered on {when.replace(', ', ' at ')}."
        )  # fmt: skip
    else:
        since = (
            " Nothing was ever asked of you."
            if viewer.roles
            else " You have no role yet, so nobody asks you."
        )
    return {"text": f"Nothing waits for you.{since}", "support": "What others are on stands below."}


def _others(found: Sequence[Elsewhere], now: datetime) -> list[dict[str, str]]:
    return [
        {"glyph": "waits", "text": one.text, "href": one.href, "beside": one.whom,
         "when": f"due {moments.near(one.due, now=now)}" if one.due else NO_DUE}
        for one in found
    ]  # fmt: skip
