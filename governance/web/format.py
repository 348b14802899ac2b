"""How a figure reads: tokens, money, shares, signs, names. Pure; never adds up, never looks anything up.

Every figure is rounded on its own, half to even, so that it reads the same wherever it stands.
Floats are refused: a figure that was ever a float is no longer a figure of the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Decimal, localcontext

from governance.web.locales import EN, NBSP, Locale

MINUS = "\u2212"
ELLIPSIS = "\u2026"
Number = int | Decimal


def _exact(value: Number) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        raise TypeError(f"a figure is an int or a Decimal, not {type(value).__name__}")
    exact = Decimal(value)
    if not exact.is_finite():
        raise ValueError("a figure is finite")
    return exact


def rounded(value: Number, *, places: int) -> Decimal:
    """`value` at `places` decimals, half to even, never a negative zero."""
    with localcontext(prec=80):
        result = _exact(value).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)
    return abs(result) if result == 0 else result


def figure(value: Number | None, *, places: int = 0, signed: bool = False, locale: Locale = EN) -> str:
    """Digits with group separators, a true minus, and a plus when `signed`; None reads "unknown"."""
    if value is None:
        return locale.unknown
    exact = rounded(value, places=places)
    whole, _, decimals = f"{abs(exact):f}".partition(".")
    digits = f"{int(whole):,}".replace(",", locale.group)
    text = f"{digits}{locale.decimal}{decimals}" if decimals else digits
    if exact < 0:
        return MINUS + text
    return f"+{text}" if signed and exact > 0 else text


def tokens(count: int | None, *, signed: bool = False, locale: Locale = EN) -> str:
    """A whole number of tokens, "1,204,300"."""
    return figure(count, signed=signed, locale=locale)


def amount(value: Number | None, *, places: int = 2, signed: bool = False, locale: Locale = EN) -> str:
    """Money without its code, "14.82"; step tables pass places=4 for the whole column."""
    return figure(value, places=places, signed=signed, locale=locale)


def money(value: Number | None, *, currency: str = "USD", places: int = 2, locale: Locale = EN) -> str:
    """Money with its code, "USD 14.82", that never breaks across lines."""
    return f"{currency}{NBSP}{amount(value, places=places, locale=locale)}"


def share(part: Number, whole: Number) -> Decimal | None:
    """`part` of `whole` in per cent, exact to 60 digits; None where there is no whole."""
    if _exact(whole) == 0:
        return None
    with localcontext(prec=60):
        return _exact(part) * 100 / _exact(whole)


def percent(part: Number, whole: Number, *, places: int = 1, locale: Locale = EN) -> str:
    """ "60.2%"; in a sentence pass places=0. Empty where there is no whole to have a share of."""
    value = share(part, whole)
    return "" if value is None else f"{figure(value, places=places, locale=locale)}%"


def ratio(numerator: Number, divisor: Number, *, places: int = 2, locale: Locale = EN) -> str:
    """A ratio computed from sums, then rounded; empty where the divisor is zero."""
    if _exact(divisor) == 0:
        return ""
    with localcontext(prec=60):
        value = _exact(numerator) / _exact(divisor)
    return figure(value, places=places, locale=locale)


def compact(value: Number, *, locale: Locale = EN) -> str:
    """Short form for axis labels only, "1.2M"; never where a decision hangs on it."""
    exact = _exact(value)
    for size, letter in ((Decimal(10) ** 9, "B"), (Decimal(10) ** 6, "M"), (Decimal(10) ** 3, "k")):
        if abs(exact) >= size:
            text = f"{rounded(exact / size, places=1).normalize():f}"
            return text.replace(".", locale.decimal).replace("-", MINUS) + letter
    return figure(exact, places=0 if exact == exact.to_integral_value() else 2, locale=locale)


def zero_class(value: object) -> str:
    """The class of an amount that is exactly zero; a small amount that only reads 0.00 is not one."""
    is_figure = isinstance(value, (int, Decimal)) and not isinstance(value, bool)
    return "zero" if is_figure and value == 0 else ""


def rounding_line(lines: Iterable[Number], total: Number, *, places: int = 2) -> Decimal:
    """What a last line called "rounding" carries so that displayed lines add up; 0 where it is not needed."""
    displayed = sum((rounded(line, places=places) for line in lines), Decimal(0))
    return rounded(rounded(total, places=places) - displayed, places=places)


def over_by(value: Decimal, *, currency: str = "USD", locale: Locale = EN) -> str:
    """ "over by USD 1.20" for the amount above the budget."""
    return f"over by {money(abs(value), currency=currency, locale=locale)}"


def kept(word: str, number: int | str) -> str:
    """A word and its number that stay on one line: "round 5"."""
    return f"{word}{NBSP}{number}"


def names(people: Iterable[str], *, locale: Locale = EN) -> str:
    """ "Ada", "Ada and Ben", "Ada, Ben and Cy"; "nobody" for none."""
    listed = list(people)
    if len(listed) < 2:
        return "".join(listed) or "nobody"
    return f"{', '.join(listed[:-1])} {locale.both} {listed[-1]}"


def counted(number: int, one: str, many: str | None = None, *, locale: Locale = EN) -> str:
    """ "1 round", "3 rounds"; number and word stay together."""
    word = one if number == 1 else (many or f"{one}s")
    return f"{figure(number, locale=locale)}{NBSP}{word}"


def digest(value: str) -> str:
    """A long digest as people compare it, "9f3c 41d0 … a71e"; short ones stay whole."""
    if len(value) <= 16:
        return value
    return f"{value[:4]}{NBSP}{value[4:8]}{NBSP}{ELLIPSIS}{NBSP}{value[-4:]}"


def short_digest(value: str) -> str:
    """The shortest form, "c40b…19e2"."""
    return value if len(value) <= 9 else f"{value[:4]}{ELLIPSIS}{value[-4:]}"
