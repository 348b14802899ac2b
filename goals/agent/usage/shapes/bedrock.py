"""Bedrock Converse: cache beside the input and in the total; every count under two names."""

from __future__ import annotations

from typing import Final

from goals.agent.usage import names
from goals.agent.usage.counts import count_of
from goals.agent.usage.find import Source
from goals.agent.usage.parts import Convention, Parts

_CONVENTION: Final = Convention(cache_beside=True)
_INPUT: Final = ("inputTokens", "inputTokenCount")
_OUTPUT: Final = ("outputTokens", "outputTokenCount")
_READ: Final = ("cacheReadInputTokens", "cacheReadInputTokenCount")
_WRITTEN: Final = ("cacheWriteInputTokens", "cacheWriteInputTokenCount")
_TOTAL: Final = ("totalTokens", "totalTokensCount")


def matches(usage: Source) -> bool:
    return any(name in usage for name in _INPUT + _OUTPUT + _READ + _WRITTEN + _TOTAL)


def read(usage: Source, *, provider: str) -> Parts:
    by_lifetime = usage.get("cacheDetails")
    split = [count_of(entry, *_INPUT) for entry in by_lifetime] if isinstance(by_lifetime, list) else []
    written, flags = names.reconciled(count_of(usage, *_WRITTEN), split)
    return Parts(
        convention=_CONVENTION,
        prompt=count_of(usage, *_INPUT),
        completion=count_of(usage, *_OUTPUT),
        cached=count_of(usage, *_READ),
        written=written,
        total=count_of(usage, *_TOTAL),
        flags=flags,
    )
