"""A goal as a value: what one snapshot holds. Decides nothing; activation is no part of it."""

from dataclasses import dataclass

from goals.enums import Phase
from goals.values import BlockReason, GoalRef


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalState:
    """One goal at one revision. Times are epoch milliseconds; `blocked_reason` only while blocked."""

    id: str
    revision: int
    objective: str
    phase: Phase
    max_rounds: int
    blocked_reason: BlockReason | None
    rounds_started: int
    created_at_ms: int
    updated_at_ms: int

    @property
    def ref(self) -> GoalRef:
        return GoalRef(self.id, self.revision)

    @property
    def has_capacity(self) -> bool:
        return self.rounds_started < self.max_rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """What is left of a cleared goal: its id and the revision of the clear."""

    id: str
    revision: int
    cleared_at_ms: int

    @property
    def ref(self) -> GoalRef:
        return GoalRef(self.id, self.revision)


Current = GoalState | Tombstone | None
"""The goal in hand, what a clear left of it, or nothing yet. The last two mean: no current goal."""
