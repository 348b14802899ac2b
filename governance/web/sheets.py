"""Cuts a long account into printed sheets that carry their balance. Never drops or reorders a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

FIRST_SHEET, NEXT_SHEET = 16, 34


@dataclass(frozen=True)
class Line:
    """One line. Balances are what was left after it; None leaves a cell empty. `at` is the instant behind the date."""

    date: str
    entry: str
    strong: str = ""
    tokens: int | None = None
    tokens_balance: int | None = None
    usd: Decimal | None = None
    usd_balance: Decimal | None = None
    style: str = ""
    at: datetime | None = None


@dataclass(frozen=True)
class Balance:
    """What is carried from one sheet to the next; without a money cap there is none in USD."""

    tokens: int
    usd: Decimal | None


@dataclass(frozen=True)
class Sheet:
    """The lines of one sheet, with the balance that came in and the one that goes on."""

    lines: tuple[Line, ...]
    brought: Balance | None = None
    carried: Balance | None = None


def _last_balance(lines: Sequence[Line]) -> Balance | None:
    for line in reversed(lines):
        if line.tokens_balance is not None:
            return Balance(line.tokens_balance, line.usd_balance)
    return None


def split(lines: Sequence[Line], *, first: int = FIRST_SHEET, following: int = NEXT_SHEET) -> list[Sheet]:
    """Sheets of at most `first` and then `following` lines; every sheet but the last carries its balance."""
    sheets: list[Sheet] = []
    start, room = 0, first
    brought: Balance | None = None
    while start < len(lines) or not sheets:
        here = tuple(lines[start : start + room])
        goes_on = start + room < len(lines)
        carried = (_last_balance(here) or brought) if goes_on else None
        sheets.append(Sheet(here, brought, carried))
        start, room, brought = start + room, following, carried
    return sheets
