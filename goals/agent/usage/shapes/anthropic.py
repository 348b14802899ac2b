"""Anthropic's dialect: cache reads and writes beside the input, thinking inside the output.

With ``iterations`` the steps are summed, because the top level leaves compaction and advisor steps
out; with a fallback among them the top level stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from goals.agent.usage import names
from goals.agent.usage.counts import added, count_of, largest
from goals.agent.usage.find import Source
from goals.agent.usage.flags import NO_FLAGS, Flag, Flags
from goals.agent.usage.parts import Convention, Parts
from goals.agent.usage.shapes.steps import counted_steps, other_models

_CONVENTION: Final = Convention(cache_beside=True)
_KEYS: Final = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


def matches(usage: Source) -> bool:
    return any(usage.get(name) is not None for name in _KEYS) or bool(counted_steps(usage))


def read(usage: Source, *, provider: str) -> Parts:
    steps = counted_steps(usage)
    prompt, prompt_flags = _summed(
        count_of(usage, "input_tokens"), (count_of(step, "input_tokens") for step in steps)
    )
    completion, completion_flags = _summed(
        count_of(usage, "output_tokens"), (count_of(step, "output_tokens") for step in steps)
    )
    cached, cached_flags = _summed(names.cache_reads(usage), map(names.cache_reads, steps))
    top_written, top_flags = names.cache_writes(usage)
    step_writes = [names.cache_writes(step) for step in steps]
    written, written_flags = _summed(top_written, (count for count, _ in step_writes))
    flags = prompt_flags | completion_flags | cached_flags | written_flags | other_models(steps)
    return Parts(
        convention=_CONVENTION,
        prompt=prompt,
        completion=completion,
        cached=cached,
        written=written,
        reasoning=largest(names.reasoning(usage), added(*map(names.reasoning, steps))),
        flags=flags.union(top_flags, *(split_flags for _, split_flags in step_writes)),
    )


def _summed(top: int | None, steps: Iterable[int | None]) -> tuple[int | None, Flags]:
    """The sum over the steps; a top level above it is a second report that disagrees."""
    total = added(*steps)
    above = top is not None and total is not None and top > total
    return (top if total is None or above else total), (
        frozenset({Flag.CONFLICTING_USAGE}) if above else NO_FLAGS
    )
