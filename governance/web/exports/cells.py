"""One value in an exported cell. A spreadsheet must never run what somebody wrote, and numbers stay numbers.

Every export goes through here. Numbers come from ints and Decimals only and are never text; text that a
spreadsheet could take for a formula gets an apostrophe in front, whatever blank or look-alike begins it.
"""

from __future__ import annotations

import unicodedata
from datetime import UTC, date, datetime
from decimal import Decimal

from governance.money import trimmed
from governance.web.plain_text import shown

LONGEST = 32_000
"""Characters of one cell; Excel takes 32,767. What is cut says how much."""
_STARTS = frozenset("=+-@|%\t\r\n")
_DASHES = frozenset("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d")
Value = int | Decimal | str | None


def value(raw: object) -> Value:
    """The exact value of a cell: a number as it is, an instant as ISO 8601 in UTC, text made safe."""
    if raw is None or raw == "":
        return ""
    if isinstance(raw, bool):
        return "yes" if raw else "no"
    if isinstance(raw, int):
        return raw
    if isinstance(raw, Decimal):
        return exact(raw)
    if isinstance(raw, datetime):
        return raw.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return raw.isoformat() if isinstance(raw, date) else text(str(raw))


def exact(amount: Decimal) -> Decimal:
    """The same amount with two places, or as many more as it needs; never an exponent."""
    if not amount.is_finite():
        raise ValueError(f"{amount} is not an amount")
    return trimmed(amount)


def text(written: str) -> str:
    """Text that no spreadsheet computes. Hidden characters are written out, line breaks stay."""
    safe = shown(written.replace("\r\n", "\n").replace("\r", "\n"), limit=LONGEST)
    return f"'{safe}" if _dangerous(safe) else safe


def _dangerous(safe: str) -> bool:
    """Whether the first thing that shows, or the first character at all, could begin a formula."""
    first, visible = safe[:1], safe.lstrip()[:1]
    folded = unicodedata.normalize("NFKC", visible)[:1]
    return bool({first, visible, folded} & _STARTS) or visible in _DASHES


def number(amount: int | Decimal) -> str:
    """A number as text files hold it: plain digits, a point, and a hyphen where it is negative."""
    return str(amount) if isinstance(amount, int) else f"{exact(amount):f}"
