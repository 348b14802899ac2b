"""Gemini native: tool-use prompts beside the prompt, cache inside it, thoughts beside the candidates.

Only the total can move the thoughts inside.
"""

from __future__ import annotations

from typing import Final

from goals.agent.usage.counts import added, count_of
from goals.agent.usage.find import Source
from goals.agent.usage.parts import Convention, Parts

_CONVENTION: Final = Convention(reasoning_beside=True, total_moves_reasoning=True)
_KEYS: Final = (
    "promptTokenCount",
    "candidatesTokenCount",
    "responseTokenCount",
    "thoughtsTokenCount",
    "toolUsePromptTokenCount",
    "cachedContentTokenCount",
    "totalTokenCount",
)


def matches(usage: Source) -> bool:
    return any(name in usage for name in _KEYS)


def read(usage: Source, *, provider: str) -> Parts:
    prompt = count_of(usage, "promptTokenCount")
    prompt = None if prompt is None else added(prompt, count_of(usage, "toolUsePromptTokenCount"))
    thoughts = count_of(usage, "thoughtsTokenCount")
    total = count_of(usage, "totalTokenCount")
    answer = count_of(usage, "candidatesTokenCount", "responseTokenCount")
    return Parts(
        convention=_CONVENTION,
        prompt=prompt,
        completion=only_thoughts(prompt=prompt, thoughts=thoughts, total=total) if answer is None else answer,
        cached=count_of(usage, "cachedContentTokenCount"),
        reasoning=thoughts,
        total=total,
    )


def only_thoughts(*, prompt: int | None, thoughts: int | None, total: int | None) -> int | None:
    """0 where the thoughts are the whole output, as Google leaves a zero out; else ``None``, not told."""
    if thoughts is None:
        return None
    return 0 if total is None or total == (prompt or 0) + thoughts else None
