"""What the gate says: one object for API, pages, mail and the record."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from governance.money import ZERO


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first check that failed: its stable code, one sentence, its numbers (ints, decimals, strings)."""

    code: str
    sentence: str
    numbers: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Admitted with what is to be held, or refused. `passed` names the checks that were met, in order."""

    admitted: bool
    number: int | None
    code: str
    sentence: str
    numbers: dict[str, Any]
    passed: tuple[str, ...]
    hold_tokens: int = 0
    hold_money: Decimal = ZERO

    @property
    def retryable(self) -> bool:
        """True where waiting alone can change the answer."""
        return self.code in WAITING


WAITING = frozenset({"stale-revision", "frozen", "round-live", "human-first", "enforcement-unavailable"})
BLOCKING = frozenset({"round-limit", "repeated-blocker", "token-budget", "money-budget"})
DISARMING = frozenset({"authorisation-lapsed", "model-unpriced", "envelope"})
