"""llama.cpp's native completion: whole prompt, whole answer. Its ``tokens_cached`` is no cache hit."""

from __future__ import annotations

from typing import Final

from goals.agent.usage.counts import count_of
from goals.agent.usage.find import Source
from goals.agent.usage.parts import Convention, Parts

_CONVENTION: Final = Convention()


def matches(usage: Source) -> bool:
    return "tokens_evaluated" in usage or "tokens_predicted" in usage


def read(usage: Source, *, provider: str) -> Parts:
    return Parts(
        convention=_CONVENTION,
        prompt=count_of(usage, "tokens_evaluated"),
        completion=count_of(usage, "tokens_predicted"),
    )
