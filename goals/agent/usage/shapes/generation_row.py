"""An OpenRouter generation row: the native counts, cache and reasoning inside. Its ``usage`` is money."""

from __future__ import annotations

from typing import Final

from goals.agent.usage.counts import count_of
from goals.agent.usage.find import Source
from goals.agent.usage.parts import Convention, Parts

_CONVENTION: Final = Convention()


def matches(usage: Source) -> bool:
    return any(name.startswith("native_tokens_") for name in usage)


def read(usage: Source, *, provider: str) -> Parts:
    return Parts(
        convention=_CONVENTION,
        prompt=count_of(usage, "native_tokens_prompt"),
        completion=count_of(usage, "native_tokens_completion"),
        cached=count_of(usage, "native_tokens_cached"),
        written=count_of(usage, "native_tokens_cache_creation", "native_tokens_cache_write"),
        reasoning=count_of(usage, "native_tokens_reasoning"),
    )
