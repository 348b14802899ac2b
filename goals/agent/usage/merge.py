"""Many reports of one response become one: the largest of each count, never the sum.

Reports repeat or grow. Where one shrinks, or two of the same chunk differ, the larger stands, flagged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from goals.agent.usage.conflicts import differ_within, shrink
from goals.agent.usage.counts import largest
from goals.agent.usage.flags import NO_FLAGS, Flag, Flags
from goals.agent.usage.judge import Report
from goals.agent.usage.reading import Counts

_DERIVED: Final = frozenset({Flag.PART_FROM_TOTAL})


def merge(chunks: Sequence[Sequence[Report]]) -> Report:
    """``chunks``: the reports of each chunk that has any, in order; at least one."""
    reports = [report for chunk in chunks for report in chunk]
    counts = Counts(*(largest(*values) for values in zip(*(each.counts for each in reports), strict=True)))
    flags = NO_FLAGS.union(*(report.flags for report in reports))
    if differ_within(chunks) or shrink(chunks):
        flags |= {Flag.CONFLICTING_USAGE}
    return Report(
        counts=counts,
        total=largest(*(report.total for report in reports)),
        bases=(None, None),
        input_flags=_kept(each.input_flags for each in reports if each.counts.input == counts.input),
        output_flags=_kept(each.output_flags for each in reports if each.counts.output == counts.output),
        flags=flags,
    )


def _kept(flag_sets: Iterable[Flags]) -> Flags:
    """Doubts about the winning count. That it was derived is no doubt once another report tells it."""
    winners = list(flag_sets)
    derived = all(flags >= _DERIVED for flags in winners)
    return NO_FLAGS.union(*winners) - (NO_FLAGS if derived else _DERIVED)
