"""What the asked budget would buy at the pace of the last rounds. Pure: sums in, whole rounds and figures out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from governance.money import ZERO

LOOK_BACK = 3


class Spent(Protocol):
    """Anything that says what it took."""

    tokens: int
    money: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The mean of the last rounds. `rounds` are how many it was taken from; 0 means that nobody knows."""

    rounds: int
    tokens: int
    money: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Bought:
    """What is planned under the asked totals: `rounds` of the `allowed` ones, what they take, what would be left.

    `short` are the rounds that the cap allows and the asked budget does not pay for. `more_*` is what the present
    budget lacks for every allowed round; 0 where it already carries them.
    """

    allowed: int
    rounds: int
    tokens: int
    money: Decimal
    more_tokens: int
    more_money: Decimal

    @property
    def short(self) -> int:
        return self.allowed - self.rounds


def pace_of(rounds: Sequence[Spent]) -> Pace:
    """The mean of the last three of these, oldest first; tokens rounded up."""
    last = rounds[-LOOK_BACK:]
    if not last:
        return Pace(rounds=0, tokens=0, money=ZERO)
    total = sum(one.tokens for one in last)
    paid = sum((one.money for one in last), ZERO)
    return Pace(rounds=len(last), tokens=-(-total // len(last)), money=paid / len(last))


def bought(
    pace: Pace,
    *,
    allowed: int,
    left_tokens: int,
    left_money: Decimal | None,
    now_tokens: int,
    now_money: Decimal | None,
) -> Bought:
    """Rounds under a budget with this much left: `left_*` if signed as asked, `now_*` as it stands."""
    carried = _carried(pace, left_tokens, left_money)
    rounds = max(0, min(allowed, carried))
    wanted_tokens, wanted_money = pace.tokens * allowed, pace.money * allowed
    return Bought(
        allowed=allowed, rounds=rounds, tokens=pace.tokens * rounds, money=pace.money * rounds,
        more_tokens=max(0, wanted_tokens - now_tokens),
        more_money=ZERO if now_money is None else max(ZERO, wanted_money - now_money),
    )  # fmt: skip


def _carried(pace: Pace, tokens: int, money: Decimal | None) -> int:
    """Whole rounds that this much pays for, in whichever unit is nearer."""
    by_tokens = max(0, tokens) // pace.tokens if pace.tokens else 0
    if money is None or not pace.money:
        return by_tokens
    return min(by_tokens, int(max(ZERO, money) // pace.money))
