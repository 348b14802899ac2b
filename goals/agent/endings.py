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
