"""What an agent wants to say or do next. Never how it travels, never what it costs."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ToolCall:
    name: str
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """Text, tool calls, or both. No tool call means that the turn is over."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()


def say(text: str) -> Reply:
    return Reply(text=text)


def use(tool: str, /, *, saying: str = "", **arguments: Any) -> Reply:
    """One tool call, with an optional sentence beside it."""
    return Reply(text=saying, calls=(ToolCall(tool, arguments),))
