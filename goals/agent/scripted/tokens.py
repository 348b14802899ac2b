"""Counts tokens from bytes: one token for every four UTF-8 bytes begun. Never guesses a real tokenizer."""

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

BYTES_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Counts:
    """Tokens of one call. `input` includes `cached`; `output` includes `reasoning`."""

    input: int
    output: int
    cached: int = 0
    reasoning: int = 0


def tokens_for(size: int) -> int:
    """Tokens for a number of bytes, rounded up."""
    return -(-size // BYTES_PER_TOKEN)


def encoded(value: object) -> bytes:
    # Lone surrogates arrive as JSON escapes and must be counted, not refused.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def prompt_bytes(messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]) -> bytes:
    """What a provider would feed its model: the tools first, then the messages in order."""
    parts = [encoded(tools)] if tools else []
    return b"\n".join(parts + [encoded(message) for message in messages])


def common_prefix(one: bytes, other: bytes) -> int:
    """Length in bytes of the longest common prefix."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class PrefixCache:
    """Remembers the latest prompt of each conversation, as a provider's prompt cache would.

    A conversation is known by its model and its first user message, so a prefix that is not
    byte-stable shows as a small cached share instead of as a new conversation.
    """

    def __init__(self, conversations: int = 256) -> None:
        self._size = conversations
        self._latest: OrderedDict[bytes, bytes] = OrderedDict()

    def cached_tokens(self, model: str, messages: Sequence[Mapping[str, Any]], prompt: bytes) -> int:
        """Tokens of `prompt` seen in the conversation's previous request; always below the whole prompt."""
        first = next((message for message in messages if message.get("role") == "user"), None)
        key = model.encode() + b"\0" + encoded(first)
        shared = common_prefix(self._latest.pop(key, b""), prompt)
        self._latest[key] = prompt
        if len(self._latest) > self._size:
            self._latest.popitem(last=False)
        return max(0, min(shared // BYTES_PER_TOKEN, tokens_for(len(prompt)) - 1))

    def clear(self) -> None:
        self._latest.clear()
