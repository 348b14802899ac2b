"""Gemini interactions: tool use beside the input, thoughts beside the output. No total overturns it."""

from __future__ import annotations

from typing import Final

from goals.agent.usage.counts import added, count_of
from goals.agent.usage.find import Source
from goals.agent.usage.parts import Convention, Parts
from goals.agent.usage.shapes.google import only_thoughts

_CONVENTION: Final = Convention(reasoning_beside=True)
_KEYS: Final = (
    "total_input_tokens",
    "total_output_tokens",
    "total_thought_tokens",
    "total_tool_use_tokens",
    "total_cached_tokens",
)


def matches(usage: Source) -> bool:
    return any(name in usage for name in _KEYS)


def read(usage: Source, *, provider: str) -> Parts:
    prompt = count_of(usage, "total_input_tokens")
    prompt = None if prompt is None else added(prompt, count_of(usage, "total_tool_use_tokens"))
    thoughts = count_of(usage, "total_thought_tokens")
    total = count_of(usage, "total_tokens")
    answer = count_of(usage, "total_output_tokens")
    return Parts(
        convention=_CONVENTION,
        prompt=prompt,
        completion=only_thoughts(prompt=prompt, thoughts=thoughts, total=total) if answer is None else answer,
        cached=count_of(usage, "total_cached_tokens"),
        reasoning=thoughts,
        total=total,
    )
