"""One report as its vendor tells it, and the convention to read it by. Decides no sum: ``judge`` does."""

from __future__ import annotations

from dataclasses import dataclass

from goals.agent.usage.flags import NO_FLAGS, Flags


@dataclass(frozen=True, slots=True)
class Convention:
    """Where a vendor keeps cache and reasoning, and whether a total may prove it otherwise."""

    cache_beside: bool = False
    reasoning_beside: bool = False
    total_moves_cache: bool = False
    total_moves_reasoning: bool = False


@dataclass(frozen=True, slots=True)
class Parts:
    """The counts of one usage object under common names, in tokens, before anything is added up.

    ``prompt`` and ``completion`` are the vendor's two main counts; whether cache and reasoning lie
    inside or beside them is the convention's word, and the total's.
    """

    convention: Convention
    prompt: int | None = None
    completion: int | None = None
    cached: int | None = None
    written: int | None = None
    reasoning: int | None = None
    total: int | None = None
    flags: Flags = NO_FLAGS

    @property
    def cache(self) -> int:
        return (self.cached or 0) + (self.written or 0)

    @property
    def thought(self) -> int:
        return self.reasoning or 0
