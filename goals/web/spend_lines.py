"""Lines of a timeline: what a round, a turn or a step took, written so that displayed lines add up. Pure.

Only steps are counted; every other line is the sum of the lines under it. Where two decimals do not add up, a
line called rounding carries the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

from governance.money import ZERO
from governance.web.format import rounding_line

Line = dict[str, Any]


class Counted(Protocol):
    """Anything that carries the counters of what was posted below it."""

    input_tokens: int
    cached_input_tokens: int
    output_tokens: int
    tokens: int
    money: Decimal


@dataclass(frozen=True, slots=True)
class Sum:
    """The counters that a timeline shows."""

    input_tokens: int = 0
    cached_input_tokens: int = 0
    output_tokens: int = 0
    tokens: int = 0
    money: Decimal = ZERO

    def __sub__(self, other: Sum) -> Sum:
        return Sum(
            self.input_tokens - other.input_tokens, self.cached_input_tokens - other.cached_input_tokens,
            self.output_tokens - other.output_tokens, self.tokens - other.tokens, self.money - other.money,
        )  # fmt: skip

    def __add__(self, other: Sum) -> Sum:
        return self - (Sum() - other)


def of(row: Counted) -> Sum:
    """The counters of one row."""
    return Sum(row.input_tokens, row.cached_input_tokens, row.output_tokens, row.tokens, row.money)


def total(rows: Iterable[Counted]) -> Sum:
    """The sum of rows."""
    found = Sum()
    for row in rows:
        found += of(row)
    return found


def line(
    level: str, name: str, spent: Sum, *, glyph: str = "", did: str = "", time: str = "", **more: Any
) -> Line:
    """One line, in the keys of `parts/_timeline.html`."""
    return {
        "level": level, "name": name, "glyph": glyph, "did": did, "time": time, "input": spent.input_tokens,
        "cached": spent.cached_input_tokens, "output": spent.output_tokens, "tokens": spent.tokens,
        "usd": spent.money, **more,
    }  # fmt: skip


def rounding(level: str, lines: Sequence[Line], whole: Decimal, *, places: int = 2) -> list[Line]:
    """The line that makes displayed `lines` of this level add up to the displayed `whole`, or none."""
    carried = rounding_line(
        (each["usd"] for each in lines if each["level"] != "rounding"), whole, places=places
    )
    if not carried:
        return []
    return [{"level": level, "name": "rounding", "glyph": "", "bare": True, "usd": carried}]
