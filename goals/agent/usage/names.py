"""The many names of cache reads, cache writes and reasoning.

One number under two names is one number: the largest is taken, never the sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from goals.agent.usage.counts import added, count_of, largest
from goals.agent.usage.find import Source
from goals.agent.usage.flags import NO_FLAGS, Flag, Flags

_INPUT_DETAILS: Final = (
    "prompt_tokens_details",
    "prompt_token_details",
    "input_tokens_details",
    "input_token_details",
)
_OUTPUT_DETAILS: Final = (
    "completion_tokens_details",
    "completion_token_details",
    "output_tokens_details",
    "output_token_details",
)
_READ: Final = (
    "cached_tokens",
    "cached_input_tokens",
    "num_cached_tokens",
    "prompt_cache_hit_tokens",
    "cache_read_input_tokens",
    "cache_read_tokens",
    "cached_prompt_text_tokens",
)
_WRITTEN: Final = (
    "cache_write_tokens",
    "cache_write_input_tokens",
    "cache_creation_tokens",
    "cache_creation_input_tokens",
)
_REASONING: Final = ("reasoning_tokens", "thinking_tokens", "reasoning_output_tokens")


def cache_reads(usage: Source) -> int | None:
    return largest(
        count_of(usage, *_READ), *(count_of(part, *_READ) for part in _under(usage, _INPUT_DETAILS))
    )


def cache_writes(usage: Source) -> tuple[int | None, Flags]:
    """Tokens written to the cache; flagged where the split by lifetime contradicts its own sum."""
    sources = (usage, *_under(usage, _INPUT_DETAILS))
    whole = largest(*(count_of(source, *_WRITTEN) for source in sources))
    return reconciled(whole, lifetime_split(usage.get("cache_creation")))


def reasoning(usage: Source) -> int | None:
    details = (count_of(part, *_REASONING) for part in _under(usage, _OUTPUT_DETAILS))
    return largest(count_of(usage, *_REASONING), *details)


def lifetime_split(split: object) -> list[int | None]:
    """The parts of a cache write by lifetime, one entry each; empty if there is no such split."""
    if not isinstance(split, dict):
        return []
    return [count_of(split, name) for name in split if str(name).endswith("tokens")]


def reconciled(whole: int | None, split: list[int | None]) -> tuple[int | None, Flags]:
    """The larger of a count and the sum of its split. An incomplete or zero-filled split proves nothing."""
    parts = added(*split)
    if whole is None or not parts:
        return largest(whole, parts), NO_FLAGS
    disagree = parts > whole or (parts < whole and None not in split)
    return max(whole, parts), frozenset({Flag.CONFLICTING_USAGE}) if disagree else NO_FLAGS


def _under(usage: Source, names: tuple[str, ...]) -> Iterator[Source]:
    for name in names:
        details = usage.get(name)
        if isinstance(details, dict):
            yield details
