"""What a version of the rule has to offer so that a stored decision can be replayed under it."""

from collections.abc import Callable
from dataclasses import dataclass

from ralph_runs.convergence.items import Item
from ralph_runs.convergence.values import PairVerdict, ReadBlocker, Verdict


@dataclass(frozen=True, slots=True)
class Matcher:
    """One version: pure functions that answer alike for ever."""

    version: int
    read: Callable[[Item], ReadBlocker]
    compare: Callable[[ReadBlocker, ReadBlocker], PairVerdict]
    judge: Callable[..., Verdict]
