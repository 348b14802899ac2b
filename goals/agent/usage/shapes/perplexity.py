"""Perplexity with citations: they lie beside the prompt, reasoning beside the answer.

Its total leaves both out, so it judges nothing here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from goals.agent.usage.counts import added, count_of
from goals.agent.usage.find import Source
from goals.agent.usage.parts import Convention, Parts
from goals.agent.usage.shapes.openai_chat import openai_parts

_CONVENTION: Final = Convention(reasoning_beside=True)


def matches(usage: Source) -> bool:
    return usage.get("citation_tokens") is not None


def read(usage: Source, *, provider: str) -> Parts:
    told = openai_parts(usage, convention=_CONVENTION)
    if told.prompt is None or told.completion is None:
        return told
    return replace(told, prompt=added(told.prompt, count_of(usage, "citation_tokens")), total=None)
