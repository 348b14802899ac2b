"""How an execution ended, as the agent loop reports it to settlement."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """`state` is settled, failed, cancelled or over-cap; `outcome` a kebab-case code; one sentence."""

    state: str
    outcome: str
    sentence: str
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def turn_reason(self) -> str:
        """Why the open turn ends with it, in the transcript's words."""
        if self.state == "settled":
            return "completed"
        if self.state == "cancelled":
            return "aborted"
        if self.outcome == "length":
            return "max-tokens"
        return "blocked" if self.state == "over-cap" else "error"
