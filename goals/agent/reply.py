"""What came back from a provider: the answer put together, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from goals.agent.failures import Failure

Mode = Literal["plain", "stream"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """`raw` is the body, or the chunks in order, as received. `message` is what the transcript keeps.

    A failed reply may carry both: what was received before it failed still tells what it cost.
    """

    mode: Mode = "plain"
    raw: Any = field(default_factory=dict)
    message: dict[str, Any] | None = None
    returned_model: str = ""
    finish_reason: str = ""
    failure: Failure | None = None

    @property
    def tool_calls(self) -> list[dict[str, Any]]:
        return (self.message or {}).get("tool_calls", [])
