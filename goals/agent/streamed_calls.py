"""Puts tool calls together from the pieces of a stream, also where servers number them wrongly. Pure."""

from __future__ import annotations

from typing import Any


class StreamedCalls:
    """A piece belongs to the call its `index` names; another id under the same index is another call."""

    def __init__(self) -> None:
        self._calls: list[dict[str, str]] = []
        self._at: dict[int, dict[str, str]] = {}

    def add(self, deltas: list[dict[str, Any]]) -> None:
        for place, delta in enumerate(deltas):
            index = delta["index"] if type(delta.get("index")) is int else place
            self._add(index, _text(delta.get("id")), delta.get("function"))

    def _add(self, index: int, call_id: str, function: Any) -> None:
        call = self._at.get(index)
        if call is None or (call_id and call["id"] and call_id != call["id"]):
            call = self._at[index] = {"id": "", "name": "", "arguments": ""}
            self._calls.append(call)
        piece = function if isinstance(function, dict) else {}
        call["id"] = call["id"] or call_id
        call["name"] = call["name"] or _text(piece.get("name"))
        call["arguments"] += _text(piece.get("arguments"))

    def in_order(self) -> list[dict[str, str]]:
        return self._calls


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
