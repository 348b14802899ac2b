"""What bodies and queries are made of, beyond the strict types that verbs share. Decides shapes only."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Annotated, Any

from django.conf import settings
from pydantic import BaseModel, ConfigDict

from governance import strict
from governance.strict.fields import Count, matching, published, shown, whole

MOST_TEXT = 20_000
_DIGITS = re.compile(r"0|[1-9][0-9]{0,15}")
_READABLE_GAPS = "\n\t"


class Body(BaseModel):
    """Base of every body and query: exactly these fields, nothing beside them."""

    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())


class Nothing(Body):
    """No fields at all."""


def _reason_or_none(value: Any) -> str:
    return "" if value == "" else strict.reason(value)


def _words(value: Any) -> str:
    if not isinstance(value, str) or not strict.readable(value):
        raise ValueError(f"{shown(value)} is no text: say something")
    if len(value) > MOST_TEXT:
        raise ValueError(f"at most {MOST_TEXT:,} characters are taken")
    if any(unicodedata.category(c) in ("Cc", "Cs") and c not in _READABLE_GAPS for c in value):
        raise ValueError("holds characters that nobody can read")
    return value.strip()


def _text(most: int, least: int = 1) -> dict[str, Any]:
    return {"type": "string", "minLength": least, "maxLength": most}


Reason = Annotated[str, published(strict.reason, _text(4_000))]
"""Why, in words for the record; required where something is decided."""
OptionalReason = Annotated[str, published(_reason_or_none, _text(4_000, 0))]
Words = Annotated[str, published(_words, _text(MOST_TEXT))]
"""Readable text, trimmed."""
Digest = Annotated[str, matching(r"[0-9a-f]{64}", "0" * 64)]
Revision = Count
PersonId = Count


def _number(least: int, most: Callable[[], int]) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        if not isinstance(value, str) or not _DIGITS.fullmatch(value) or not least <= int(value) <= most():
            raise ValueError(f"{shown(value)} is not a whole number from {least} to {most():,}")
        return int(value)

    return check


def _most_rows() -> int:
    return int(settings.COUNTERSIGN.max_page_rows)


QueryNumber = Annotated[
    int, published(_number(1, lambda: 10**15), {"type": "integer", "minimum": 1, "maximum": 10**15})
]
QueryTokens = Annotated[
    int, published(_number(0, lambda: 2**53 - 1), {"type": "integer", "minimum": 0, "maximum": 2**53 - 1})
]
Rows = Annotated[int, published(_number(1, _most_rows), {"type": "integer", "minimum": 1, "maximum": 200})]
Cursor = Annotated[str, matching(r"[A-Za-z0-9_-]{1,40}", "NDEy")]
Word = Annotated[str, matching(r"[a-z][a-z0-9.-]{0,59}", "goal.paused")]


class Page(Body):
    """Which page of a list: `cursor` is the `next_cursor` of the page before."""

    limit: Rows = 50
    cursor: Cursor | None = None


__all__ = [
    "Body", "Count", "Cursor", "Digest", "Nothing", "OptionalReason", "Page", "PersonId", "QueryNumber",
    "QueryTokens", "Reason", "Revision", "Rows", "Word", "Words", "whole",
]  # fmt: skip
