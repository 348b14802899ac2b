"""A session's events as lines to read: who said what, when, and what an agent asked its tools. Never a model's view
of them (see `sessions.transcript`); text is cut for the eye, and says by how much."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.db.models import Case, CharField, F, QuerySet, TextField, Value, When
from django.db.models.functions import Substr

from goals.models import Session, SessionEvent
from goals.sessions.transcript import ASSISTANT, TOOL, USER
from goals.web.wording import closed
from governance.web import moments
from governance.web.format import kept

SHOWN = 4_000
PAGE = 40
READ = (USER, ASSISTANT, TOOL, "goal/change")
_CHANGES = {
    "create": "The goal begins", "edit": "The goal was edited", "pause": "The goal was paused",
    "resume": "The goal was resumed", "complete": "The goal was claimed complete", "block": "The goal was stopped",
    "clear": "The goal was closed", "reopen": "The claim was rejected",
}  # fmt: skip
Line = dict[str, Any]


def rows(session: Session, *, execution: int | None = None) -> QuerySet[SessionEvent]:
    """The events that people read, with at most so much text as is shown. Answers of models come whole: they are
    records of what was called."""
    shown = Case(
        When(type=ASSISTANT, then=F("body__text")),
        default=Substr("body__text", 1, SHOWN),
        output_field=TextField(),
    )
    found = SessionEvent.objects.filter(session=session, type__in=READ).annotate(
        shown=shown, bytes=F("body__bytes"), purged=F("body__purge_rule"), number=F("execution__number"),
        writer=Case(When(actor=None, then=Value("")), default=F("actor__display_name"), output_field=CharField()),
    )  # fmt: skip
    return found if execution is None else found.filter(execution=execution)


def lines(events: Sequence[SessionEvent]) -> list[Line]:
    """Lines in the order of the session; a day opens where it changes."""
    found: list[Line] = []
    day = None
    for event in events:
        if event.at.date() != day:
            day = event.at.date()
            found.append({"day": moments.long_day(event.at)})
        found.append(_line(event))
    return found


def _line(event: SessionEvent) -> Line:
    data = json.loads(event.data)
    line = {"seq": event.seq, "time": moments.clock(event.at), "instant": moments.full(event.at), "calls": (),
            "more": 0, "kind": "", "person": False, "folded": False}  # fmt: skip
    reader = {USER: _message, ASSISTANT: _answer, TOOL: _result}.get(event.type, _change)
    return line | reader(event, data)


def _text(event: SessionEvent) -> dict[str, Any]:
    known: Any = event
    if known.purged:
        return {"text": f"Purged under the rule {known.purged}.", "more": 0}
    text = known.shown or ""
    return {
        "text": text[:SHOWN],
        "more": max(0, (known.bytes or 0) - len(text[:SHOWN].encode("utf-8", "replace"))),
    }


def _message(event: SessionEvent, data: dict[str, Any]) -> Line:
    known: Any = event
    source = data.get("source") or {}
    kind = source.get("kind", "")
    if known.writer:
        return {"who": known.writer, "person": True, "kind": "said", **_text(event)}
    if kind == "goal":
        return {
            "who": "Countersign",
            "kind": f"opened {kept('round', str(source.get('round', '')))}",
            "folded": True,
            "execution": event.execution_id,
            **_text(event),
        }
    return {"who": "Countersign", "kind": "told the agent", "folded": True, **_text(event)}


def _answer(event: SessionEvent, data: dict[str, Any]) -> Line:
    known: Any = event
    try:
        message = json.loads(known.shown) if known.shown else {}
    except ValueError:
        message = {"content": known.shown}
    content = str(message.get("content") or "")
    calls = [_call(one) for one in message.get("tool_calls") or ()]
    line = {"who": "The agent", "kind": "answered" if content else "called", "text": content[:SHOWN], "calls": calls,
            "more": max(0, len(content) - SHOWN)}  # fmt: skip
    return line if not known.purged else line | _text(event)


def _call(one: dict[str, Any]) -> dict[str, str]:
    function = one.get("function") or {}
    return {"name": str(function.get("name", "")), "given": str(function.get("arguments", ""))}


def _result(event: SessionEvent, data: dict[str, Any]) -> Line:
    return {"who": str(data.get("name", "A tool")), "kind": "gave back", "folded": True, **_text(event)}


def _change(event: SessionEvent, data: dict[str, Any]) -> Line:
    known: Any = event
    operation = str(data.get("operation", ""))
    snapshot = data.get("goal") or data.get("cleared") or {}
    revision = f", {kept('revision', snapshot['revision'])}" if "revision" in snapshot else ""
    text = closed(f"{_CHANGES.get(operation, 'The goal changed')}{revision}")
    return {
        "who": known.writer or "Countersign",
        "person": bool(known.writer),
        "kind": "",
        "text": text,
        "quiet": True,
    }
