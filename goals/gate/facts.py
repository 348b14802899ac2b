"""What the gate judges: plain values, read once. No row, no clock, no query survives into the judgement."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from goals.gate.answer import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Everything the twelve checks need. Tokens are ints, money is Decimal or None without a cap."""

    kind: str  # "round" or "human"
    asked_goal_id: str
    asked_revision: int
    asked_number: int | None
    goal_id: str | None
    revision: int
    cleared: bool
    phase: str
    blocked_code: str
    blocked_message: str
    escalation: str
    frozen_by: str
    frozen_reason: str
    live_epoch: int | None
    armed_epoch: int | None
    lapsed: str  # why the authorisation is not in force, or ""
    live_execution: str  # "round 4", "a human turn", or ""
    live_state: str
    human_waiting: int
    rounds_started: int
    max_rounds: int
    strategy_says: Refusal | None
    unpriced: tuple[str, ...]
    budget_tokens: int
    spent_tokens: int
    held_tokens: int
    over_tokens: int
    per_round_tokens: int | None
    budget_money: Decimal | None
    spent_money: Decimal
    held_money: Decimal
    over_money: Decimal
    per_round_money: Decimal | None
    currency: str
    floor_tokens: int
    floor_money: Decimal
    suspended: bool

    @property
    def available_tokens(self) -> int:
        return max(0, self.budget_tokens - self.spent_tokens - self.held_tokens)

    @property
    def available_money(self) -> Decimal | None:
        if self.budget_money is None:
            return None
        return max(Decimal(0), self.budget_money - self.spent_money - self.held_money)

    @property
    def next_number(self) -> int:
        return self.rounds_started + 1
