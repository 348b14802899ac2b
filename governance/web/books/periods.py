"""How a period reads. Pure."""

from __future__ import annotations

import re

from governance.web.locales import EN, Locale

_PERIOD = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


def known(text: str | None) -> str | None:
    """The period this text is, or None."""
    return text if text is not None and _PERIOD.fullmatch(text) else None


def long(period: str, *, locale: Locale = EN) -> str:
    """ "September 2026"."""
    return f"{locale.long_months[int(period[5:]) - 1]} {period[:4]}"


def short(period: str, *, locale: Locale = EN) -> str:
    """ "Sep 2026"."""
    return f"{locale.months[int(period[5:]) - 1]} {period[:4]}"


def head(period: str, *, locale: Locale = EN) -> str:
    """ "Sep", the head of a column; January with its year."""
    return short(period, locale=locale) if period.endswith("-01") else locale.months[int(period[5:]) - 1]


def before(period: str, months: int) -> str:
    """The period so many months earlier."""
    at = int(period[:4]) * 12 + int(period[5:]) - 1 - months
    return f"{at // 12:04d}-{at % 12 + 1:02d}"


def between(first: str, last: str) -> list[str]:
    """Every period from the first to the last."""
    found = [first]
    while found[-1] < last:
        found.append(before(found[-1], -1))
    return found
