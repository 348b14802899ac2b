"""Where a request stands, in one sentence that names people and times. Pure."""

from __future__ import annotations

from datetime import datetime

from goals.web.decide.signing import Standing
from goals.web.requests.titles import STATES
from goals.web.wording import any_of, when
from governance.enums import Act, RequestStatus
from governance.models import Request
from governance.web.format import names


def state(request: Request, known: Standing, now: datetime) -> dict[str, str]:
    """Glyph, word and the rest of the state line."""
    glyph, word = STATES[RequestStatus(request.status)]
    if request.status == RequestStatus.PENDING:
        return {
            "glyph": glyph,
            "word": _waits(request, known),
            "text": f" {_asked(request, now)}, {_due(request, now)}.",
        }
    return {
        "glyph": glyph,
        "word": f"{word}{_by(request, known)}.",
        "text": f" {_asked(request, now)}{_decided(request, now)}.",
    }


def _waits(request: Request, known: Standing) -> str:
    which = (
        "the second signature"
        if known.signed
        else "a signature"
        if request.signatures_needed == 1
        else "two signatures"
    )
    if known.right is not None:
        return (
            f"Waits for {which}: yours."
            if request.signatures_needed == 1 or known.signed
            else f"Waits for {which}: yours is one."
        )
    asked = (
        str(request.assigned_to)
        if request.assigned_to in known.able
        else any_of([str(one) for one in known.able])
    )
    return f"Waits for {which}: {asked}."


def _asked(request: Request, now: datetime) -> str:
    return f"Asked by {request.requester} {when(request.asked_at, now=now)}"


def _due(request: Request, now: datetime) -> str:
    late = "was due" if request.due_at < now else "due"
    return f"{late} {when(request.due_at, now=now)} UTC"


def _by(request: Request, known: Standing) -> str:
    if request.status == RequestStatus.WITHDRAWN:
        return f" by {request.requester}"
    wanted = {
        RequestStatus.APPROVED: Act.SIGN,
        RequestStatus.DECLINED: Act.DECLINE,
        RequestStatus.SENT_BACK: Act.SEND_BACK,
    }
    act = wanted.get(RequestStatus(request.status))
    who = [one.person_name for one in known.given if one.act == act]
    return f" by {names(who)}" if who else ""


def _decided(request: Request, now: datetime) -> str:
    if request.status == RequestStatus.STALE:
        return "; the terms it would change have moved since"
    return f", decided {when(request.decided_at, now=now)} UTC" if request.decided_at else ""
