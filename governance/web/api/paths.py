"""Names in addresses: a reference as people read it (R-0042) or the number behind it. Anything else is not there."""

from __future__ import annotations

import re
from typing import Any

from governance.errors import NotFound

_NUMBER = re.compile(r"[1-9][0-9]{0,14}")
NOT_THERE = "There is no such thing, or it is not yours to see."
DESCRIBED: dict[str, dict[str, Any]] = {}
"""How the published document describes each name in an address."""


def describe(name: str, pattern: str, says: str) -> None:
    """Publish what a name in an address accepts."""
    DESCRIBED[name] = {"schema": {"type": "string", "pattern": f"^{pattern}$"}, "description": says}


def missing() -> NotFound:
    """What is said both for things that are not there and for things that are not theirs to see."""
    return NotFound(NOT_THERE)


def number(text: str) -> int:
    """A plain id. Raises NotFound."""
    if not _NUMBER.fullmatch(text):
        raise missing()
    return int(text)


def referred(letter: str, text: str) -> int:
    """The id behind R-0042 or 42. Raises NotFound for any other spelling."""
    if not text.startswith(f"{letter}-"):
        return number(text)
    digits = text[2:]
    if not digits.isascii() or not digits.isdigit() or len(digits) > 15:
        raise missing()
    found = int(digits)
    if not found or digits != f"{found:04d}":
        raise missing()
    return found


_ID = "[1-9][0-9]{0,14}"
for _name, _says in (
    ("authorisation", "Its id."), ("event", "Its id."), ("freeze", "Its id."), ("token", "Its id."),
):  # fmt: skip
    describe(_name, _ID, _says)
describe("cost_centre", "[A-Za-z0-9][A-Za-z0-9._-]{0,19}", "Its code, such as 4210.")
