"""Whether two reports of one response disagree. Decides no count: the larger stands in any case.

A side may differ only because one report leaves a part of it unsaid (a late delta without its cache);
then its main count as named agrees, and that is no conflict.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from goals.agent.usage.judge import Report

_Told = tuple[int | None, int | None]  # a count, and its side's main count as named


def differ_within(chunks: Sequence[Sequence[Report]]) -> bool:
    """Two places of one chunk tell different numbers."""
    return any(
        _differs(mine, theirs)
        for chunk in chunks
        for one, other in combinations(chunk, 2)
        for mine, theirs in zip(_told(one), _told(other), strict=True)
    )


def shrink(chunks: Sequence[Sequence[Report]]) -> bool:
    """A count is lower than it was in an earlier chunk. Linear: streams report on every chunk."""
    peaks: list[_Told] = [(None, None)] * 5
    for chunk in chunks:
        told = [_told(report) for report in chunk]
        if any(_below(now, peak) for counts in told for now, peak in zip(counts, peaks, strict=True)):
            return True
        for counts in told:
            peaks = [max(pair, key=_height) for pair in zip(peaks, counts, strict=True)]
    return False


def _told(report: Report) -> list[_Told]:
    input_base, output_base = report.bases
    bases = (input_base, None, None, output_base, None)
    return list(zip(report.counts, bases, strict=True))


def _differs(mine: _Told, theirs: _Told) -> bool:
    if mine[0] is None or theirs[0] is None or mine[0] == theirs[0]:
        return False
    return mine[1] is None or theirs[1] is None or mine[1] != theirs[1]


def _below(now: _Told, peak: _Told) -> bool:
    if now[0] is None or peak[0] is None or now[0] >= peak[0]:
        return False
    return now[1] is None or peak[1] is None or now[1] < peak[1]


def _height(told: _Told) -> int:
    return -1 if told[0] is None else told[0]
