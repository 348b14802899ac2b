"""The messages and tools of a request, each serialised and weighed once. Append-only, like its transcript.

A weight is the largest number of tokens that any tokenizer can make of a text: its UTF-8 bytes, or those
of its NFKC form where that is longer, for some tokenizers normalise before they count.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Message = dict[str, Any]
REPLACEMENT = "�"


def serialised(value: object) -> str:
    """Compact JSON with the keys in the order given: the form in which a request leaves."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def weight(text: str) -> int:
    """Upper bound in tokens of a text."""
    if text.isascii():
        return len(text)
    size = len(text.encode())
    if unicodedata.is_normalized("NFKC", text):
        return size
    return max(size, len(unicodedata.normalize("NFKC", text).encode()))


def readable(text: str) -> str:
    """The text without what cannot be stored or sent: lone surrogates and NUL become U+FFFD."""
    if "\0" in text:
        text = text.replace("\0", REPLACEMENT)
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def message_weight(message: Mapping[str, Any], text: str) -> int:
    """Weight of a message given its serialised text; templates may lay out tool arguments anew."""
    layouts = (_spread(call["function"]["arguments"]) for call in message.get("tool_calls") or ())
    return weight(text) + 1 + sum(layouts)


def tools_weight(tools: Sequence[Mapping[str, Any]]) -> int:
    """Weight of the tool schemas as the widest template lays them out: indented by four."""
    return weight(json.dumps(tools, ensure_ascii=False, indent=4)) if tools else 0


def _spread(arguments: str) -> int:
    """By how much arguments grow when a template parses them and writes them with spaces."""
    try:
        laid_out = json.dumps(json.loads(arguments), ensure_ascii=False, indent=4)
    except (ValueError, RecursionError):
        return 0
    return max(0, len(laid_out) - len(arguments))


class Payload:
    """What is sent: `messages` in order and `tools`. `parts` and `weights` run beside the messages."""

    def __init__(self, messages: Iterable[Message], tools: Sequence[Mapping[str, Any]]) -> None:
        self.tools = tuple(tools)
        self.tools_weight = tools_weight(self.tools)
        self.messages: list[Message] = []
        self.parts: list[str] = []
        self.weights: list[int] = []
        for message in messages:
            self.append(message)

    def append(self, message: Message) -> None:
        text = serialised(message)
        self.messages.append(message)
        self.parts.append(text)
        self.weights.append(message_weight(message, text))

    def last_answer(self) -> int | None:
        """Place of the model's latest message, which is also the number of messages it was asked with."""
        places = (
            place
            for place in reversed(range(len(self.messages)))
            if self.messages[place]["role"] == "assistant"
        )
        return next(places, None)
