"""Canonical text: one byte-exact way to write facts down, so that a digest means something."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from decimal import Decimal, localcontext
from typing import Any, cast

PLACES = 10
_UNIT = Decimal(1).scaleb(-PLACES)


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, datetime):
        return instant(value)
    raise TypeError(f"{type(value).__name__} has no canonical form")


def _decimal(value: Decimal) -> str:
    """Ten places, or as many more as it has: an amount reads the same before it is stored and after."""
    if not value.is_finite():
        raise TypeError(f"{value} has no canonical form")
    with localcontext(prec=60):
        exact = value if cast(int, value.as_tuple().exponent) < -PLACES else value.quantize(_UNIT)
    return format(exact, "f")


def instant(at: datetime) -> str:
    """RFC 3339 in UTC with microseconds, always the same width."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def text(facts: Any) -> str:
    """Sorted keys, no spaces, UTF-8 as it is, decimals as plain strings; floats and NaN are refused."""
    _refuse_floats(facts)
    return json.dumps(
        facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_plain
    )


def _refuse_floats(value: Any) -> None:
    if isinstance(value, float):
        raise TypeError("floats are not allowed in the record; use an integer or a decimal string")
    if isinstance(value, dict):
        for item in value.values():
            _refuse_floats(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _refuse_floats(item)


def digest(written: str) -> str:
    """SHA-256 of the text, 64 hex digits."""
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def digest_of(facts: Any) -> str:
    """Digest of the canonical text of these facts."""
    return digest(text(facts))
