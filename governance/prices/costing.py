"""What usage costs and what it can cost at most. Pure and exact: decimals in, decimals out, no rounding down.

Rates are per million tokens with at most four places, so that every cost is exact in ten places.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal, localcontext
from typing import Protocol

from governance.money import PLACES, UNIT

RATE_PLACES = 4
_DIGITS = 60


class Rates(Protocol):
    """A row of the price book, or anything else that has its four rates."""

    @property
    def input_per_million(self) -> Decimal: ...
    @property
    def cached_input_per_million(self) -> Decimal: ...
    @property
    def cache_write_per_million(self) -> Decimal: ...
    @property
    def output_per_million(self) -> Decimal: ...


class Used(Protocol):
    """Tokens as a provider counted them: input holds cached and cache-write, output holds reasoning."""

    @property
    def input_tokens(self) -> int | None: ...
    @property
    def cached_input_tokens(self) -> int | None: ...
    @property
    def cache_write_tokens(self) -> int | None: ...
    @property
    def output_tokens(self) -> int | None: ...


def cost(rates: Rates, used: Used) -> Decimal:
    """Exact money for this usage: each kind of input at its own rate, the plain remainder at the full one.

    Where cached and cache-write exceed the input they are charged as counted: the larger figure holds.
    A count that is None costs nothing here; whoever knows the bound decides what unknown means.
    """
    cached, written = used.cached_input_tokens or 0, used.cache_write_tokens or 0
    plain = max(0, (used.input_tokens or 0) - cached - written)
    return _sum(
        (plain, rates.input_per_million),
        (cached, rates.cached_input_per_million),
        (written, rates.cache_write_per_million),
        (used.output_tokens or 0, rates.output_per_million),
    )


def bound(rates: Rates, *, input_tokens: int, output_tokens: int) -> Decimal:
    """The most that this many tokens can cost: all input at the dearest input rate, rounded up."""
    dearest = max(rates.input_per_million, rates.cache_write_per_million, rates.cached_input_per_million)
    return _sum((input_tokens, dearest), (output_tokens, rates.output_per_million))


def affordable_output(rates: Rates, *, money: Decimal, input_tokens: int) -> int | None:
    """How many output tokens `money` still pays for beside this input; None where output is free of charge."""
    if not rates.output_per_million:
        return None
    left = money - bound(rates, input_tokens=input_tokens, output_tokens=0)
    with localcontext(prec=_DIGITS):
        return max(0, int(left * 1_000_000 // rates.output_per_million)) if left > 0 else 0


def _sum(*parts: tuple[int, Decimal]) -> Decimal:
    with localcontext(prec=_DIGITS):
        total = sum((count * rate for count, rate in parts), Decimal(0)).scaleb(-6)
        return total.quantize(UNIT, rounding=ROUND_CEILING)


def fits(rate: Decimal) -> bool:
    """Whether a rate has few enough places for costs to stay exact in ten."""
    return rate == rate.quantize(Decimal(1).scaleb(-RATE_PLACES))


assert RATE_PLACES + 6 == PLACES
