"""Field types that accept exactly one spelling of a value. Nothing is coerced, rounded or guessed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema

from governance.money import LARGEST, PLACES, trimmed

SAFE_INTEGER_MAX = 2**53 - 1
SHOWN_CHARACTERS = 80
_MONEY = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,10})?")
_INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|[+-][0-9]{2}:[0-9]{2})"
)


def shown(value: object) -> str:
    """A value as it is repeated in a refusal: JSON, ASCII, at most 80 characters."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 3]}..."


def whole(*, least: int = 1, most: int = SAFE_INTEGER_MAX) -> BeforeValidator:
    """A whole number inside both ends. True, 8.0 and "8" are no whole numbers."""

    def check(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"{shown(value)} is not a whole number from {least} to {most}")
        return value

    return published(check, {"type": "integer", "minimum": least, "maximum": most})


def matching(pattern: str, example: str) -> BeforeValidator:
    """Text that fits the pattern as a whole."""
    return published(_match(pattern, example), _text_schema(pattern, example))


def published(check: Callable[[Any], Any], schema: dict[str, Any]) -> BeforeValidator:
    """The check, and how an OpenAPI document describes what it lets through (JSON Schema)."""
    return BeforeValidator(check, json_schema_input_type=Annotated[Any, WithJsonSchema(schema)])


def names(pattern: str, example: str, *, least: int, most: int) -> BeforeValidator:
    """A list of different texts that each fit the pattern, kept in its order as a tuple."""
    name = _match(pattern, example)

    def check(value: Any) -> tuple[str, ...]:
        if not isinstance(value, (list, tuple)) or not least <= len(value) <= most:
            raise ValueError(f"give a list of {least} to {most} names such as {example}")
        named = tuple(name(item) for item in value)
        if len(set(named)) != len(named):
            raise ValueError("names a value twice")
        return named

    items = _text_schema(pattern, example)
    return published(
        check, {"type": "array", "items": items, "minItems": least, "maxItems": most, "uniqueItems": True}
    )


def amount(value: Any) -> Decimal:
    """Decimal in Python, a decimal string from outside; kept with two places or as many as it needs."""
    if isinstance(value, str) and _MONEY.fullmatch(value):
        value = Decimal(value)
    exact = isinstance(value, Decimal) and value.is_finite() and 0 <= value <= LARGEST
    if not exact or value != value.quantize(Decimal(1).scaleb(-PLACES)):
        raise ValueError(
            f'{shown(str(value))} is not an amount of money: give one such as "12.50", with at most {PLACES} '
            f"places and no more than {LARGEST}"
        )
    return trimmed(value)


def instant(value: Any) -> datetime:
    """An aware datetime in Python, RFC 3339 from outside; kept in UTC."""
    if isinstance(value, str) and _INSTANT.fullmatch(value):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            value = None
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise ValueError('not an instant: give RFC 3339 in UTC, such as "2026-12-31T18:00:00Z"')
    try:
        return value.astimezone(UTC)
    except OverflowError:
        raise ValueError("in UTC lies outside the years 1 to 9999: give an instant inside them") from None


def _match(pattern: str, example: str) -> Callable[[Any], str]:
    compiled = re.compile(pattern)

    def check(value: Any) -> str:
        if not isinstance(value, str) or not compiled.fullmatch(value) or not value.isprintable():
            raise ValueError(f"{shown(value)} does not fit: give a text such as {example}")
        return value

    return check


def _text_schema(pattern: str, example: str) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^{pattern.replace(chr(92) + 'Z', '$')}$", "examples": [example]}


Count = Annotated[int, whole()]
WholeOrZero = Annotated[int, whole(least=0)]
Amount = Annotated[
    Decimal, published(amount, {"type": "string", "pattern": f"^{_MONEY.pattern}$", "examples": ["12.50"]})
]
Instant = Annotated[
    datetime,
    published(instant, {"type": "string", "format": "date-time", "examples": ["2026-12-31T18:00:00Z"]}),
]
CurrencyCode = Annotated[str, matching(r"[A-Z]{3}", "USD")]
CostCentreCode = Annotated[str, matching(r"[A-Za-z0-9][A-Za-z0-9._-]{0,19}", "4210")]
Period = Annotated[str, matching(r"[0-9]{4}-(0[1-9]|1[0-2])", "2026-12")]
PlaceName = Annotated[str, matching(r"\S(?:.{0,118}\S)?", "Accounts payable")]
ModelName = Annotated[str, matching(r"\S{1,120}", "scripted-1")]
