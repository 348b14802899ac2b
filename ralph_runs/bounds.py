"""How large reports and results may be, counted as the harness counts. Cuts results, never reports.

The size of a report is the length of its compact JSON in UTF-16 code units: a character outside the
basic plane counts two, a lone surrogate the six of its escape. A size equal to the limit passes.
"""

from __future__ import annotations

import json
import re
from typing import Any

from ralph_runs.faults import ReportFault

DEFAULT_CHARS = 16_384
MARKER = "… (the rest is cut)"
_LONE = re.compile(r"[\ud800-\udfff]")


def compact(value: Any) -> str:
    """JSON without a space, keys in the order given, characters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def units(text: str) -> int:
    """Length in UTF-16 code units; lone surrogates as the escapes that JSON writes for them."""
    wide = 0 if text.isascii() else sum(1 for character in text if character > "\uffff")
    return len(text) + wide + 5 * len(_LONE.findall(text))


def size(value: Any) -> int:
    """Size of a JSON value in code units."""
    return units(compact(value))


def require_within(value: Any, limit: int) -> int:
    """The size of a report. Raises ReportFault `oversized` above the limit, naming both numbers."""
    try:
        found = size(value)
    except (ValueError, TypeError, RecursionError):
        raise ReportFault("not-json", "The report holds something that JSON cannot say.") from None
    if found > limit:
        raise ReportFault(
            "oversized",
            f"The report has {found:,} code units of compact JSON, which exceeds the limit of {limit:,}.",
        )
    return found


def cut(text: str, limit: int, *, marker: str = MARKER) -> str:
    """The text in at most `limit` code units, its marker included, even where the marker alone is longer."""
    if units(text) <= limit:
        return text
    room = limit - units(marker)
    if room < 0:
        return _first_units(marker, limit)
    return _first_units(text, room) + marker


def _first_units(text: str, most: int) -> str:
    """As many whole characters as fit."""
    kept = text[:most]
    while units(kept) > most:
        kept = kept[: -max(1, (units(kept) - most) // 6)]
    return kept
