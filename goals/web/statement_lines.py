"""The account of a goal as lines with a running balance that ends at zero. Pure.

Opening balance minus lines minus what was released equals zero, exactly, in tokens and in money. Every figure is
rounded on its own; where displayed lines would not add up to what is displayed under them, a line called rounding
carries the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from governance.money import ZERO
from governance.web import moments
from governance.web.format import rounding_line
from governance.web.sheets import Line


@dataclass(frozen=True, slots=True)
class Move:
    """One change of the balance: negative for what was spent, held or given back."""

    at: datetime | None
    strong: str
    entry: str
    tokens: int
    money: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a statement is made of. `capped` False: no money cap, so money is told but has no balance."""

    opening: Move
    changes: Sequence[Move]
    spends: Sequence[Move]
    spent_words: str
    rest: Sequence[Move]
    total_words: str
    ended: bool
    capped: bool


def lines(parts: Parts) -> list[Line]:
    """Opening, changes of budget and spend in order of time, their sum, the rest, and the total."""
    writer = _Writer(parts.capped)
    found = [writer.opening(parts.opening)]
    found += [writer.line(move, spends=spends) for move, spends in _in_time(parts)]
    spent = Line("", parts.spent_words, tokens=sum(move.tokens for move in parts.spends),
                 usd=_money(parts.spends), style="subtotal")  # fmt: skip
    found += _rounding([move.money for move in parts.spends], spent.usd or ZERO)
    found.append(spent)
    found += [writer.line(move) for move in parts.rest]
    if parts.capped:
        beside = [move.money for move in (*parts.changes, *parts.rest)]
        found += _rounding([*beside, spent.usd or ZERO], -parts.opening.money)
    found.append(_total(parts))
    return found


def comes_to_zero(parts: Parts) -> bool:
    """Whether opening minus lines minus the rest is zero, exactly."""
    moves = [parts.opening, *parts.changes, *parts.spends, *parts.rest]
    in_tokens = sum(move.tokens for move in moves) == 0
    return in_tokens and (not parts.capped or _money(moves) == 0)


class _Writer:
    """Writes one line after the other and keeps the balance."""

    def __init__(self, capped: bool) -> None:
        self.capped, self.tokens, self.money = capped, 0, ZERO

    def opening(self, move: Move) -> Line:
        self.tokens, self.money = move.tokens, move.money
        return Line(
            _date(move), move.entry, move.strong, None, self.tokens, None, self._balance(), at=move.at
        )

    def line(self, move: Move, *, spends: bool = False) -> Line:
        self.tokens, self.money = self.tokens + move.tokens, self.money + move.money
        usd = move.money if spends or self.capped else None
        return Line(
            _date(move), move.entry, move.strong, move.tokens, self.tokens, usd, self._balance(), at=move.at
        )  # fmt: skip

    def _balance(self) -> Decimal | None:
        return self.money if self.capped else None


def _in_time(parts: Parts) -> list[tuple[Move, bool]]:
    """Changes and spends by their time, each with whether it spends; what has no time comes last."""
    moves = [*((move, False) for move in parts.changes), *((move, True) for move in parts.spends)]
    return sorted(moves, key=lambda one: (one[0].at is None, one[0].at.timestamp() if one[0].at else 0))


def _total(parts: Parts) -> Line:
    left: Decimal | None = ZERO if parts.capped else None
    usd = -parts.opening.money if parts.capped else None
    word = "Closed" if parts.ended else "To date"
    return Line(word, parts.total_words, "", -parts.opening.tokens, 0, usd, left, "total")


def _rounding(shown: Sequence[Decimal], whole: Decimal) -> list[Line]:
    carried = rounding_line(shown, whole)
    return [Line("", "rounding", usd=carried)] if carried else []


def _money(moves: Sequence[Move]) -> Decimal:
    return sum((move.money for move in moves), ZERO)


def _date(move: Move) -> str:
    return f"{moments.short_day(move.at)} {moments.clock(move.at)}" if move.at else ""
