"""What a form handed in: whole numbers, amounts and days as people type them, refused at the field in words."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from decimal import Decimal

from governance.errors import Invalid
from governance.strict.fields import SAFE_INTEGER_MAX

_WHOLE = re.compile(r"0|[1-9][0-9]*")
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(,[0-9]{3})+")
_AMOUNT = re.compile(r"(0|[1-9][0-9]{0,8})(\.[0-9]{1,10})?")


def whole(text: str | None, *, field: str, least: int = 1, label: str = "") -> int:
    """A whole number as typed, "400000" or "400,000". Raises Invalid that names the field and the way out."""
    plain = (text or "").strip()
    if _GROUPED.fullmatch(plain):
        plain = plain.replace(",", "")
    if not _WHOLE.fullmatch(plain) or not least <= int(plain[:17]) <= SAFE_INTEGER_MAX or len(plain) > 16:
        such = ", such as 400,000" if "tokens" in field else ""
        raise Invalid(f"{label or 'This'} is a whole number from {least}{such}.", field=field)
    return int(plain)


def whole_or_none(text: str | None, *, field: str, label: str = "") -> int | None:
    """As `whole`; empty means that there is no limit."""
    return None if not (text or "").strip() else whole(text, field=field, label=label)


def amount(text: str | None, *, field: str, label: str = "") -> Decimal:
    """An amount as typed, "12.50". Raises Invalid for anything that could be read in two ways."""
    plain = (text or "").strip()
    if re.fullmatch(r"[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]{1,10})?", plain):
        plain = plain.replace(",", "")
    if not _AMOUNT.fullmatch(plain):
        raise Invalid(
            f"{label or 'This'} is an amount with a point for the decimals, such as 12.50.", field=field
        )
    return Decimal(plain)


def amount_or_none(text: str | None, *, field: str, label: str = "") -> Decimal | None:
    """As `amount`; empty means that there is no cap."""
    return None if not (text or "").strip() else amount(text, field=field, label=label)


def end_of_day(text: str | None, *, field: str, label: str = "") -> datetime:
    """A day as a date field gives it; the last second of it in UTC."""
    try:
        day = date.fromisoformat((text or "").strip())
    except ValueError:
        raise Invalid(f"{label or 'This'} is a day, such as 2026-12-31.", field=field) from None
    return datetime.combine(day, time(23, 59, 59), tzinfo=UTC)


def start_of_day(text: str | None, *, field: str, label: str = "") -> datetime:
    """A day as a date field gives it; its first instant in UTC."""
    return end_of_day(text, field=field, label=label).replace(hour=0, minute=0, second=0)
