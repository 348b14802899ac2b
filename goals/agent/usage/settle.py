"""The last word: fills what follows from the total, checks what cannot be, and names the state.

Sees counts and flags only, never a response. A count that stays untold stays ``None``.
"""

from __future__ import annotations

from dataclasses import dataclass

from goals.agent.usage.flags import NO_FLAGS, Flag, Flags
from goals.agent.usage.judge import Report, remainder
from goals.agent.usage.reading import Counts, State, UsageReading, reading

_BOUNDS = frozenset({Flag.STREAM_CUT, Flag.USAGE_NOT_FINAL, Flag.SPLIT_UNKNOWN})


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the response shows beside its usage."""

    replied: bool
    flags: Flags
    output_zero_told: bool


def settle(merged: Report, circumstances: Circumstances) -> UsageReading:
    possible = _without_impossible_zeros(merged.counts, circumstances)
    counts, doubts = _completed(possible, merged, circumstances)
    counts, excess = _parts_within_wholes(counts)
    flags = merged.flags | merged.input_flags | merged.output_flags | doubts | excess | circumstances.flags
    return reading(counts, state=_state(counts, flags), flags=flags)


def _without_impossible_zeros(counts: Counts, circumstances: Circumstances) -> Counts:
    if counts.input == 0 and counts.output:
        counts = counts._replace(input=None)
    if counts.output == 0 and circumstances.replied:
        counts = counts._replace(output=None)
    return counts


def _completed(counts: Counts, merged: Report, circumstances: Circumstances) -> tuple[Counts, Flags]:
    if counts.input is not None and counts.output is not None:
        return counts, NO_FLAGS
    if counts.input is None and counts.output is None:
        return _total_only(counts, merged.total)
    if counts.input is not None:
        rest, doubts = remainder(merged.total, counts.input, zero_fits=not circumstances.replied)
        if rest is None and circumstances.output_zero_told and not circumstances.replied:
            rest = 0
        counts = counts._replace(output=rest)
    else:
        rest, doubts = remainder(merged.total, counts.output or 0, zero_fits=not counts.output)
        counts = counts._replace(input=rest)
    return counts, doubts | (NO_FLAGS if rest is not None else {Flag.SIDE_MISSING})


def _total_only(counts: Counts, total: int | None) -> tuple[Counts, Flags]:
    if not total:
        return counts, frozenset({Flag.SIDE_MISSING})
    return counts._replace(output=total), frozenset({Flag.SPLIT_UNKNOWN})


def _parts_within_wholes(counts: Counts) -> tuple[Counts, Flags]:
    """Reports that each tell half can leave a part above its whole; then it lies beside, flagged."""
    flags = NO_FLAGS
    cache = (counts.cached or 0) + (counts.written or 0)
    if counts.input is not None and cache > counts.input:
        counts = counts._replace(input=counts.input + cache)
        flags |= {Flag.CACHED_ABOVE_INPUT}
    if counts.output is not None and (counts.reasoning or 0) > counts.output:
        counts = counts._replace(output=counts.output + (counts.reasoning or 0))
        flags |= {Flag.REASONING_ABOVE_OUTPUT}
    return counts, flags


def _state(counts: Counts, flags: Flags) -> State:
    if Flag.SPLIT_UNKNOWN not in flags and (counts.input is None or counts.output is None):
        return "unknown"
    return "estimated" if flags & _BOUNDS else "reported"
