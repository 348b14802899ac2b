"""The answer: five counts, how far they can be trusted, and why not further. Never money, never a guess."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from goals.agent.usage.flags import Flag

State = Literal["reported", "estimated", "unknown"]


class Counts(NamedTuple):
    """Token counts of one response; ``None`` is "not told" and never 0."""

    input: int | None = None
    cached: int | None = None
    written: int | None = None
    output: int | None = None
    reasoning: int | None = None


@dataclass(frozen=True, slots=True)
class UsageReading:
    """Normalised usage, in tokens.

    ``input_tokens`` includes cache reads and writes, ``output_tokens`` includes reasoning.
    ``flags`` are sorted and without repeats.
    """

    input_tokens: int | None
    cached_input_tokens: int | None
    cache_write_tokens: int | None
    output_tokens: int | None
    reasoning_tokens: int | None
    state: State
    flags: tuple[str, ...]


def reading(counts: Counts, *, state: State, flags: Iterable[Flag]) -> UsageReading:
    return UsageReading(*counts, state=state, flags=tuple(sorted({flag.value for flag in flags})))


def unknown(flags: Iterable[Flag]) -> UsageReading:
    """Nothing can be counted from this response; the caller posts the attempt's full bound."""
    return reading(Counts(), state="unknown", flags=flags)
