"""Is it getting cheaper? Cost per round, rounds per objective, and their product, said together. Pure.

The falling figure must not hide the rising one: the sentence names both and what they come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal, localcontext

from governance.money import ZERO


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """One period: what was spent, how many rounds ended, how many objectives were accepted."""

    period: str
    money: Decimal = ZERO
    rounds: int = 0
    objectives: int = 0
    closed: bool = False

    @property
    def per_round(self) -> Decimal | None:
        return over(self.money, self.rounds)

    @property
    def per_objective(self) -> Decimal | None:
        return over(Decimal(self.rounds), self.objectives) if self.rounds else None

    @property
    def whole_cost(self) -> Decimal | None:
        return over(self.money, self.objectives) if self.rounds else None


def over(numerator: Decimal, divisor: int) -> Decimal | None:
    """A ratio of sums, or None where there is nothing to divide by."""
    with localcontext(prec=60):
        return numerator / divisor if divisor else None


def finding(months: Sequence[Month], name: str) -> str:
    """One sentence with the change of both ratios and of their product. `name` is the first month's."""
    whole = [month for month in months if month.per_objective is not None and month.per_round is not None]
    if not whole:
        return "No objective was completed and accepted in this time, so nothing can be said about its cost."
    if len(whole) == 1:
        return "Only one month has accepted objectives, so there is nothing to compare it with."
    first, last = whole[0], whole[-1]
    per_round = _change(first.per_round, last.per_round)
    per_objective = _change(first.per_objective, last.per_objective)
    together = _change(first.whole_cost, last.whole_cost)
    joined = "but" if per_round * per_objective < 0 else "and"
    return (
        f"A round costs {_words(per_round, 'more', 'less', 'the same')} {_than(per_round)} {name}, "
        f"{joined} an objective "
        f"now needs {_words(per_objective, 'more rounds', 'fewer rounds', 'as many rounds')}. "
        f"So an objective costs {_words(together, 'more', 'less', 'the same')}."
    )


def _change(before: Decimal | None, after: Decimal | None) -> int:
    """Whole per cent, half to even; 0 where it began at nothing."""
    if not before or after is None:
        return 0
    with localcontext(prec=60):
        return int(((after - before) * 100 / before).quantize(Decimal(1), rounding=ROUND_HALF_EVEN))


def _words(change: int, up: str, down: str, same: str) -> str:
    if not change:
        return same
    return f"{abs(change)}% {up if change > 0 else down}"


def _than(change: int) -> str:
    return "than in" if change else "as in"
