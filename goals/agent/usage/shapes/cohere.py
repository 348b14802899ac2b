"""Cohere: the tokens processed count, not the smaller billed units; cache inside them."""

from __future__ import annotations

from typing import Final

from goals.agent.usage import names
from goals.agent.usage.counts import count_of, largest
from goals.agent.usage.find import Source
from goals.agent.usage.parts import Convention, Parts

_CONVENTION: Final = Convention()


def matches(usage: Source) -> bool:
    return any(isinstance(usage.get(name), dict) for name in ("tokens", "billed_units"))


def read(usage: Source, *, provider: str) -> Parts:
    tokens = usage.get("tokens")
    counted = _sides(tokens)
    prompt, completion = _sides(usage.get("billed_units")) if counted == (None, None) else counted
    cached = names.cache_reads(tokens) if isinstance(tokens, dict) else None
    return Parts(
        convention=_CONVENTION,
        prompt=prompt,
        completion=completion,
        cached=largest(names.cache_reads(usage), cached),
        reasoning=names.reasoning(usage),
    )


def _sides(source: object) -> tuple[int | None, int | None]:
    return count_of(source, "input_tokens"), count_of(source, "output_tokens")
