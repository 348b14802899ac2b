"""How a stream ended. Knows the vendors' end markers; reads no counts."""

from __future__ import annotations

from typing import Final

_REASONS: Final = ("finish_reason", "stop_reason", "finishReason", "stopReason")
_NO_REASON: Final = frozenset({"", "null", "FINISH_REASON_UNSPECIFIED"})
_REASON_PLACES: Final = ("delta", "message")
_REASON_LISTS: Final = ("choices", "candidates")
_END_EVENTS: Final = frozenset(
    {
        "message_stop",
        "message-end",
        "response.completed",
        "response.incomplete",
        "response.failed",
        "response.done",
        "interaction.completed",
        "interaction.complete",
        "interaction.failed",
    }
)


def ended(chunks: list[object]) -> bool:
    """Some chunk says that the answer is over."""
    return any(_is_end(chunk) for chunk in chunks)


def _is_end(chunk: object) -> bool:
    if not isinstance(chunk, dict):
        return False
    if chunk.get("done") is True or chunk.get("stop") is True or chunk.get("messageStop") is not None:
        return True
    if any(_is_end_event(chunk.get(name)) for name in ("type", "event_type")):
        return True
    return any(_has_reason(place) for place in _reason_places(chunk))


def _is_end_event(event: object) -> bool:
    return isinstance(event, str) and event in _END_EVENTS


def _reason_places(chunk: dict[str, object]) -> list[object]:
    places: list[object] = [chunk, *(chunk.get(name) for name in _REASON_PLACES)]
    for name in _REASON_LISTS:
        entries = chunk.get(name)
        places.extend(entries if isinstance(entries, list) else ())
    return places


def _has_reason(place: object) -> bool:
    if not isinstance(place, dict):
        return False
    reasons = (place.get(name) for name in _REASONS)
    return any(isinstance(reason, str) and reason not in _NO_REASON for reason in reasons)
