"""Whole numbers in addresses of pages. Anything else is as if it had not been said; pages never fail on it."""

from __future__ import annotations

import re

_WHOLE = re.compile(r"[1-9][0-9]{0,17}")


def whole_number(text: str | None) -> int | None:
    """The number, or None for anything but one from 1 upwards in plain digits."""
    return int(text) if text is not None and _WHOLE.fullmatch(text) else None
