"""llama.cpp's ``timings``: the whole prompt is the part found in the cache plus the part worked through.

Without ``cache_n`` (older servers) the prompt is not told here.
"""

from __future__ import annotations

from typing import Final

from goals.agent.usage.counts import count_of
from goals.agent.usage.find import Source
from goals.agent.usage.parts import Convention, Parts

_CONVENTION: Final = Convention()


def matches(usage: Source) -> bool:
    return any(name in usage for name in ("prompt_n", "cache_n", "predicted_n"))


def read(usage: Source, *, provider: str) -> Parts:
    cached = count_of(usage, "cache_n")
    worked = count_of(usage, "prompt_n")
    return Parts(
        convention=_CONVENTION,
        prompt=None if cached is None or worked is None else cached + worked,
        completion=count_of(usage, "predicted_n"),
        cached=cached,
    )
