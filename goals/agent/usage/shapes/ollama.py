"""Ollama native: the whole prompt, absent (not 0) where old versions answered from their cache."""

from __future__ import annotations

from typing import Final

from goals.agent.usage.counts import count_of
from goals.agent.usage.find import Source
from goals.agent.usage.parts import Convention, Parts

_CONVENTION: Final = Convention()


def matches(usage: Source) -> bool:
    return any(name in usage for name in ("prompt_eval_count", "eval_count", "prompt_eval_cached_count"))


def read(usage: Source, *, provider: str) -> Parts:
    return Parts(
        convention=_CONVENTION,
        prompt=count_of(usage, "prompt_eval_count"),
        completion=count_of(usage, "eval_count"),
        cached=count_of(usage, "prompt_eval_cached_count"),
    )
