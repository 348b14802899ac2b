"""What each field of the terms accepts, in words. Strict: nothing is coerced, rounded or guessed."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BeforeValidator

from goals import values
from goals.errors import InvalidObjective, shown
from governance.money import LARGEST, PLACES

SCRIPTED = "scripted"
_MONEY = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,10})?", re.ASCII)
_INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|[+-][0-9]{2}:[0-9]{2})"
)
_CENT = Decimal("0.01")


def whole(*, least: int = 1, most: int = values.SAFE_INTEGER_MAX) -> BeforeValidator:
    """A whole number inside both ends. True, 8.0 and "8" are no whole numbers."""

    def check(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"{shown(value)} is not a whole number from {least} to {most}")
        return value

    return BeforeValidator(check)


def _objective(value: Any) -> str:
    try:
        return values.objective(value)
    except InvalidObjective as error:
        raise ValueError(error.message) from None


def _amount(value: Any) -> Decimal:
    """Decimal in Python, a decimal string from outside; kept with two places or as many as it needs."""
    if isinstance(value, str) and _MONEY.fullmatch(value):
        value = Decimal(value)
    exact = isinstance(value, Decimal) and value.is_finite() and 0 <= value <= LARGEST
    if not exact or value != value.quantize(Decimal(1).scaleb(-PLACES)):
        raise ValueError(
            f'{shown(str(value))} is not an amount of money: give a decimal string such as "12.50", at most '
            f"{PLACES} places and {LARGEST}"
        )
    trimmed = value.normalize()
    return trimmed.quantize(_CENT) if trimmed.as_tuple().exponent > -2 else trimmed


def _instant(value: Any) -> datetime:
    if isinstance(value, str) and _INSTANT.fullmatch(value):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            value = None
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise ValueError('not an instant: give RFC 3339 in UTC, such as "2026-12-31T18:00:00Z"')
    return value.astimezone(UTC)


def _endpoint(value: Any) -> str:
    if value == SCRIPTED:
        return SCRIPTED
    if isinstance(value, str) and value.isprintable() and not re.search(r"\s", value):
        parts = urlsplit(value)
        if parts.scheme in ("http", "https") and parts.hostname and not (parts.username or parts.query):
            return value.rstrip("/")
    raise ValueError(f'{shown(value)} is no endpoint: give an http:// or https:// address, or "{SCRIPTED}"')


def _matching(pattern: str, example: str) -> Callable[[Any], str]:
    compiled = re.compile(pattern)

    def check(value: Any) -> str:
        if not isinstance(value, str) or not compiled.fullmatch(value) or not value.isprintable():
            raise ValueError(f"{shown(value)} does not fit: give a name such as {example}")
        return value

    return check


def _names(pattern: str, example: str, *, least: int, most: int) -> Callable[[Any], tuple[str, ...]]:
    name = _matching(pattern, example)

    def check(value: Any) -> tuple[str, ...]:
        if not isinstance(value, (list, tuple)) or not least <= len(value) <= most:
            raise ValueError(f"give a list of {least} to {most} names such as {example}")
        named = tuple(name(item) for item in value)
        if len(set(named)) != len(named):
            raise ValueError("names a value twice")
        return named

    return check


Count = Annotated[int, whole()]
Budget = Annotated[int, whole(least=0)]
Seconds = Annotated[int, whole(most=86_400)]
Threshold = Annotated[int, whole(least=2)]
Amount = Annotated[Decimal, BeforeValidator(_amount)]
Instant = Annotated[datetime, BeforeValidator(_instant)]
Objective = Annotated[str, BeforeValidator(_objective)]
Endpoint = Annotated[str, BeforeValidator(_endpoint)]
Kebab = Annotated[
    str, BeforeValidator(_matching(r"(?=.{1,30}\Z)[a-z][a-z0-9]*(-[a-z0-9]+)*", "same-session"))
]
Currency = Annotated[str, BeforeValidator(_matching(r"[A-Z]{3}", "USD"))]
CostCentreCode = Annotated[str, BeforeValidator(_matching(r"[A-Za-z0-9][A-Za-z0-9._-]{0,19}", "4210"))]
Models = Annotated[tuple[str, ...], BeforeValidator(_names(r"\S{1,120}", "scripted-1", least=1, most=20))]
Tools = Annotated[
    tuple[str, ...], BeforeValidator(_names(r"[a-z][a-z0-9_]{0,59}", "read_file", least=0, most=50))
]
