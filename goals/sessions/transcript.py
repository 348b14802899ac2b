"""A session as the messages a model reads. The same events always give the same bytes, and more events
only add to them, so that a provider's prefix cache keeps hitting.

Decides how an event reads; never what is in it, nor who may add one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from goals.models import Session, SessionEvent
from governance.compiled import Compiled

USER, ASSISTANT, TOOL = "user/message", "assistant/message", "tool/result"
TYPES = (USER, ASSISTANT, TOOL)
NOT_RUN = '{"error":{"code":"NOT_RUN","message":"The round ended before this call gave a result."}}'

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One event that a model reads. `text` is None where its body was purged, for the reason in `purged`."""

    type: str
    data: dict[str, Any]
    text: str | None
    purged: str = ""
    execution_id: int | None = None


def entries_of(session: Session) -> list[Entry]:
    """The readable events of a session, in order. One query."""
    return [
        Entry(
            row["type"], json.loads(row["data"]), row["body__text"], row["body__purge_rule"] or "",
            row["execution_id"],
        )
        for row in _READABLE.rows(session=session.pk)
    ]  # fmt: skip


def _readable(*, session: int) -> QuerySet[SessionEvent, Any]:
    events = SessionEvent.objects.filter(session=session, type__in=TYPES).order_by("seq")
    return events.values("type", "data", "body__text", "body__purge_rule", "execution_id")


_READABLE = Compiled(_readable, session=int)


def user_message(content: str) -> Message:
    return {"role": "user", "content": content}


def tool_message(call_id: str, content: str) -> Message:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def render(entries: Sequence[Entry]) -> list[Message]:
    """The messages, every tool call followed by its result: a call without one is answered with NOT_RUN."""
    rendering = _Rendering()
    for place, entry in enumerate(entries):
        rendering.add(entry, entries[place + 1 :] if entry.text is None else ())
    rendering.close_calls()
    return rendering.messages


@dataclass(slots=True)
class _Rendering:
    messages: list[Message] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)

    def add(self, entry: Entry, following: Sequence[Entry]) -> None:
        if entry.type == TOOL:
            self._answer(entry.data["tool_call_id"], _text(entry))
            return
        self.close_calls()
        if entry.type == USER:
            self.messages.append(user_message(_text(entry)))
            return
        message = json.loads(entry.text) if entry.text is not None else _purged_answer(entry, following)
        self.messages.append(message)
        self.waiting = [call["id"] for call in message.get("tool_calls") or ()]

    def _answer(self, call_id: str, text: str) -> None:
        # A result that comes after its call was closed was never read by a model, and stays unread.
        if call_id in self.waiting:
            self.waiting.remove(call_id)
            self.messages.append(tool_message(call_id, text))

    def close_calls(self) -> None:
        self.messages += [tool_message(call_id, NOT_RUN) for call_id in self.waiting]
        self.waiting = []


def _text(entry: Entry) -> str:
    return entry.text if entry.text is not None else f"[purged under the rule {entry.purged}]"


def _purged_answer(entry: Entry, following: Iterable[Entry]) -> Message:
    """What is left of an answer: which tools it called is still told by their results."""
    message: Message = {"content": _text(entry), "role": "assistant"}
    calls = [_purged_call(result) for result in _results(following)]
    return message | ({"tool_calls": calls} if calls else {})


def _purged_call(result: Entry) -> dict[str, Any]:
    function = {"arguments": "{}", "name": result.data["name"]}
    return {"function": function, "id": result.data["tool_call_id"], "type": "function"}


def _results(following: Iterable[Entry]) -> Iterator[Entry]:
    for entry in following:
        if entry.type != TOOL:
            return
        yield entry
