"""Says whether the counts in a run of texts move towards the end. A blocker that shrinks is work, not a standstill."""

from collections.abc import Sequence
from itertools import pairwise

from ralph_runs.convergence.v1.counts import DONE
from ralph_runs.convergence.values import Count, ReadBlocker

UNSTEADY = ("flak", "intermit", "sporad", "occasion", "random", "sometim", "偶", "间歇")


def moves(readings: Sequence[ReadBlocker]) -> bool:
    """Whether the first count of each text only goes the good way and ends better than it began.

    What comes and goes has to fall in every round, since its counts wobble by nature.
    """
    counts = [reading.counts[0] for reading in readings if reading.counts]
    if len(counts) != len(readings) or len({count.kind for count in counts}) != 1:
        return False
    values = _towards_zero(counts)
    steps = list(pairwise(values))
    if any(_is_unsteady(reading) for reading in readings):
        return all(later < earlier for earlier, later in steps)
    return all(later <= earlier for earlier, later in steps) and values[-1] < values[0]


def _towards_zero(counts: Sequence[Count]) -> list[float]:
    return [-count.value if count.kind == DONE else count.value for count in counts]


def _is_unsteady(reading: ReadBlocker) -> bool:
    return any(word.concept.startswith(UNSTEADY) for word in reading.words)
