"""One step as it was: its attempts with the provider's own usage, its tools with what they were given and gave back.

Text of models and tools is shown as text, never as anything else, and never whole without being asked for.
"""

from __future__ import annotations

import json
from typing import Any

from django.db.models.functions import Substr
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from goals.models import Attempt, Body, Execution, Goal, Step
from goals.web import gathering, goal_page
from goals.web.round_page import title_of
from goals.web.timeline import href_of
from governance.enums import UsageState
from governance.errors import NotFound
from governance.web import moments
from governance.web.cells import Cell, Column, Row, Table
from governance.web.format import kept, money, tokens
from governance.web.viewer import viewer_of

SHOWN = 6_000
MOST_CALLS = 100
_USAGE = {
    UsageState.REPORTED: "reported by the provider", UsageState.ESTIMATED: "estimated from a bound",
    UsageState.UNKNOWN: "unknown, full bound counted", "": "not recorded yet",
}  # fmt: skip
_STATES = {
    "calling": "being asked",
    "recorded": "recorded",
    "uncertain": "its answer was lost",
    "settled": "settled by a person",
}


@require_safe
def step(request: HttpRequest, account: int, execution: int, turn: int, number: int) -> HttpResponse:
    """A step by its round or turn, its turn within it, and its number there."""
    goal = gathering.goal_for(viewer_of(request), account)
    found = Step.objects.filter(
        turn__execution=execution, turn__execution__goal=goal, turn__number=turn, number=number
    ).select_related("turn__execution__writer").first()  # fmt: skip
    if found is None:
        raise NotFound("There is no such step.")
    return render(request, "goals/step.html", _context(goal, found, found.turn.execution))


def _context(goal: Goal, found: Step, one: Execution) -> dict[str, Any]:
    words = kept("Step", f"{found.turn.number}.{found.number}")
    crumbs = goal_page.crumbs(goal, title_of(one), words)
    crumbs[-2]["href"] = href_of(goal, one)
    attempts = list(found.attempts.select_related("price", "entry").order_by("number"))
    return {
        "current": "goals", "goal": goal, "crumbs": crumbs, "title": f"{words} of {title_of(one).lower()}",
        "lead": found.sentence or "It waits for an answer.", "attempts": _attempts(attempts, found),
        "raw": [_raw(one) for one in attempts], "tools": _tools(found), "step": found, "execution": one,
    }  # fmt: skip


def _attempts(attempts: list[Attempt], step: Step) -> Table:
    columns = [
        Column("Attempt"), Column("Model", on="wide"), Column("Usage", on="wide"), Column("Input", "tokens", "full"),
        Column("of it cached", "tokens", "full"), Column("Output", "tokens", "full"), Column("Bound", "tokens", "full"),
        Column("Tokens", "tokens"), Column("USD", "usd4"),
    ]  # fmt: skip
    rows = [_attempt(one) for one in attempts]
    sums = [step.input_tokens, step.cached_input_tokens, step.output_tokens, "", step.tokens, step.money]
    rows.append(Row(["Step", "", "", *sums], "total"))
    return Table("Attempts of this step", columns, rows, empty="No request has left yet.")


def _attempt(one: Attempt) -> Row:
    known = one.usage_state == UsageState.REPORTED
    model = Cell(one.model, second=f"answered as {one.returned_model}" if _other(one) else "")
    flags = ", ".join(flag.replace("-", " ") for flag in one.flags.split(",") if flag)
    usage = Cell(
        _USAGE.get(one.usage_state, one.usage_state), second=flags, glyph="" if known else "uncertain"
    )
    state = Cell(f"{one.number}, {_STATES[one.state]}", second=_when(one))
    return Row([state, model, usage, one.input_tokens, one.cached_input_tokens, one.output_tokens, one.bound_tokens,
                one.tokens, one.money])  # fmt: skip


def _when(one: Attempt) -> str:
    began = f"{one.started_at:%H:%M:%S}"
    if one.ended_at is None:
        return f"{began}, no answer yet"
    error = f", {one.error.replace('-', ' ')}" if one.error else ""
    took = one.ended_at - one.started_at
    long = moments.duration(took) if took.total_seconds() >= 1 else "less than 1 s"
    return f"{began}, {long}{error}"


def _other(one: Attempt) -> bool:
    return bool(one.returned_model) and one.returned_model != one.model


def _raw(one: Attempt) -> dict[str, Any]:
    """What the provider said about usage, laid out; and how it stands in the books."""
    entry = one.entry
    posted = (
        f"entry {entry.seq:,}, {tokens(entry.tokens)} tokens, {money(entry.money, places=4)}"
        if entry
        else "not yet"
    )
    return {
        "number": one.number, "usage": _laid_out(one.raw_usage), "posted": posted, "finish": one.finish_reason,
        "digest": one.request_digest, "bytes": one.request_bytes,
        "price": f"as of {moments.day(one.price.effective_from)}, {one.price.source}" if one.price else "none",
    }  # fmt: skip


def _laid_out(text: str) -> str:
    try:
        return json.dumps(json.loads(text), indent=2, ensure_ascii=False) if text else ""
    except ValueError:
        return text


def _tools(found: Step) -> list[dict[str, Any]]:
    calls = found.tool_calls.annotate(
        given=Substr("arguments__text", 1, SHOWN), gave=Substr("result__text", 1, SHOWN)
    ).select_related("arguments", "result").defer("arguments__text", "result__text")  # fmt: skip
    return [
        {
            "number": call.number, "name": call.name, "code": call.code, "sentence": call.sentence,
            "given": _side(call.given, call.arguments), "gave": _side(call.gave, call.result),
        }
        for call in calls.order_by("number")[:MOST_CALLS]
    ]  # fmt: skip


def _side(text: str | None, stored: Body | None) -> dict[str, Any]:
    if stored is None:
        return {"text": "", "note": "nothing came back", "cut": False}
    if stored.purged_at is not None:
        return {"text": "", "note": f"purged under the rule {stored.purge_rule}", "cut": False}
    return {"text": text or "", "note": f"{stored.bytes:,} bytes", "cut": stored.bytes > SHOWN}
