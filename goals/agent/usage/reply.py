"""Whether a response or chunk shows something generated: text, reasoning or a tool call.

Only looks; never counts. Walks the places answers live in, so that echoed prompts do not pass for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

_HOLDERS: Final = frozenset(
    {
        "choices",
        "delta",
        "message",
        "content",
        "parts",
        "candidates",
        "output",
        "outputs",
        "response",
        "interaction",
        "steps",
        "step",
        "item",
        "part",
        "contentBlockDelta",
        "contentBlockStart",
        "start",
        "content_block",
        "reasoningContent",
        "reasoningText",
    }
)
_TEXTS: Final = frozenset(
    {
        "content",
        "text",
        "reasoning",
        "reasoning_content",
        "thinking",
        "partial_json",
        "arguments",
        "refusal",
        "delta",
        "response",
        "completion",
        "output",
        "tool_plan",
    }
)
_CALLS: Final = frozenset(
    {
        "tool_calls",
        "function_call",
        "functionCall",
        "toolUse",
        "executableCode",
        "inlineData",
        "reasoning_details",
    }
)
_CALL_TYPES: Final = frozenset({"tool_use", "server_tool_use", "function_call", "custom_tool_call"})
_REPLY_PLACES: Final = ("choices", "candidates", "message", "content", "output", "outputs", "response")


def generated(chunk: object) -> bool:
    """The chunk carries a piece of an answer."""
    return any(_is_answer(name, value) for name, value in _entries(chunk))


def reply_missing(chunks: Iterable[object]) -> bool:
    """There is a place for an answer and it is empty. A bare log row has no such place and proves nothing."""
    seen = list(chunks)
    return any(map(_has_reply_place, seen)) and not any(map(generated, seen))


def _has_reply_place(chunk: object) -> bool:
    return isinstance(chunk, dict) and any(
        chunk.get(name) == "" or bool(chunk.get(name)) for name in _REPLY_PLACES
    )


def _entries(chunk: object) -> Iterator[tuple[object, object]]:
    waiting: list[object] = [chunk]
    while waiting:
        item = waiting.pop()
        if isinstance(item, list):
            waiting.extend(item)
        elif isinstance(item, dict):
            yield from item.items()
            waiting.extend(value for name, value in item.items() if name in _HOLDERS)


def _is_answer(name: object, value: object) -> bool:
    if isinstance(value, str):
        return bool(value) and (name in _TEXTS or (name == "type" and value in _CALL_TYPES))
    return name in _CALLS and bool(value)
