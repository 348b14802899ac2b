"""What a provider says a response cost, in tokens. Pure: no Django, no clock, no network.

Decides the five counts, how far they can be trusted and which doubts they carry. Never decides what
is posted: the books do that, and post the attempt's full bound for what stays ``unknown``.
"""

from __future__ import annotations

from typing import Final, Literal

from goals.agent.usage.flags import Flag
from goals.agent.usage.read import read
from goals.agent.usage.reading import State, UsageReading

__all__ = ["DEFAULT_LIMIT", "Flag", "State", "UsageReading", "read_usage"]

DEFAULT_LIMIT: Final = 100_000_000


def read_usage(
    raw: object,
    *,
    mode: Literal["plain", "stream"],
    provider: str = "openai-compatible",
    limit: int = DEFAULT_LIMIT,
) -> UsageReading:
    """Read the usage of one response.

    ``raw``: any parsed JSON; the body of a plain response or an imported log row, or the list of a
    stream's chunks in order. ``provider`` is a hint and only matters where two vendors use the same
    keys. ``limit``: tokens above which a single count is absurd. Never raises on JSON, whatever is in it.
    """
    return read(raw, mode=mode, provider=provider, limit=limit)
