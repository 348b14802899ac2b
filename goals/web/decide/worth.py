"""What an approver should know before signing: splitting, the same wish before, the envelope, and why they may sign."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from goals.web.decide.envelope import Drawn
from governance.models import Request
from governance.web.format import counted, money, tokens

Note = dict[str, Any]
_STANDS = {
    "active": "active",
    "paused": "paused",
    "blocked": "stopped",
    "complete": "reported complete",
    "closed": "closed",
}


def notes(request: Request, known: dict[str, Any], drawn: Drawn | None, *, may: bool) -> list[Note]:
    """At most six, the warnings first. `known` is `goals.approvals.context` as of now."""
    found = [
        *_unpriced(known),
        *_envelope(drawn, request),
        *_elsewhere(request, known),
        *_before(request, known),
    ]
    if may:
        found.append(
            _note(
                "settled",
                f"You neither asked for this nor stand in for {request.requester}, so you may sign.",
            )
        )
    return found


def _note(glyph: str, text: str, **more: Any) -> Note:
    return {"glyph": glyph, "text": text, **more}


def _unpriced(known: dict[str, Any]) -> list[Note]:
    models = known["unpriced"]
    return [_note("over", f"{', '.join(models)} has no price in force. Under a money cap no round would start.")] if (
        models
    ) else []  # fmt: skip


def _envelope(drawn: Drawn | None, request: Request) -> list[Note]:
    if drawn is None or drawn.figures is None or drawn.after >= 0:
        return []
    lacking = money(-drawn.after, currency=request.currency)
    return [
        _note(
            "over",
            f"The envelope of {drawn.centre} is short by {lacking}, so the last signature would be refused.",
        )
    ]


def _elsewhere(request: Request, known: dict[str, Any]) -> list[Note]:
    """Several goals of one requester in one cost centre: a budget may have been split to stay under a limit."""
    other = known["requester_elsewhere"]
    waiting = known["waiting_elsewhere"]
    if not other["goals"] and not waiting["count"]:
        return [_note("open", f"{request.requester} has no other open goal in this cost centre.")]
    parts = []
    if other["goals"]:
        parts.append(f"{counted(other['goals'], 'other open goal')}, together {_sum(other, request)}")
    if waiting["count"]:
        parts.append(
            f"{counted(waiting['count'], 'other request')} waiting, together {_sum(waiting, request)}"
        )
    together = other["budget_money"] + waiting["budget_money"] + (request.total_money or Decimal(0))
    with_this = (
        f" With this one, {money(together, currency=request.currency)}."
        if request.total_money is not None
        else ""
    )
    return [_note("over", f"{request.requester} has {' and '.join(parts)} in this cost centre.{with_this}")]


def _sum(found: dict[str, Any], request: Request) -> str:
    if found["budget_money"]:
        return money(found["budget_money"], currency=request.currency)
    return f"{tokens(found['budget_tokens'])} tokens"


def _before(request: Request, known: dict[str, Any]) -> list[Note]:
    same = known["same_objective"]
    if not same["count"]:
        return [_note("open", "No goal had the same objective before.")]
    newest = same["goals"][0] if same["goals"] else None
    spent = money(same["spent_money"], currency=request.currency)
    if same["count"] == 1 and newest is not None:
        rounds = counted(newest["rounds"], "round")
        text = f"The same objective ({newest['goal']}) cost {spent} in {rounds} and is {_STANDS[newest['phase']]}."
    else:
        many = counted(same["count"], "earlier goal")
        text = f"The same objective was asked for in {many}, which cost {spent} together."
        text += f" The last one is {newest['goal']}." if newest else ""
    links = {newest["goal"]: f"/goals/{newest['goal']}/"} if newest else {}
    return [_note("over" if same["spent_money"] else "open", text, links=links)]
