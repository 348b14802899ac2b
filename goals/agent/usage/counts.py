"""What is a token count and what is not. Knows names and numbers, no vendor's convention.

Money, times, speeds and search counts are not counts here, so nothing odd in them can spoil a response.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from goals.agent.usage.flags import QUARANTINE, Flag, Flags

_COUNT_NAME: Final = re.compile(
    r"(?:(?:^|_)tokens|Tokens|[tT]okenCount|_token_count"
    r"|^native_tokens_\w+|^(?:prompt_)?eval_count|^prompt_eval_cached_count"
    r"|^tokens_(?:evaluated|predicted)|^(?:prompt|cache|predicted)_n)$"
)
_NOT_A_COUNT_NAME: Final = re.compile(r"cost|price|budget|limit|^max|(?:^|_)per_", re.IGNORECASE)
_LONGEST_NUMBER: Final = 30


def parse_count(value: object, *, limit: int | None = None) -> tuple[int | None, Flag | None]:
    """The number a count stands for, and the doubt it raises. Null is absent: ``(None, None)``."""
    match value:
        case None:
            return None, None
        case bool():
            return None, Flag.NOT_A_COUNT
        case int():
            return _in_range(value, limit)
        case float() if math.isfinite(value) and (value < 0 or value.is_integer()):
            return _in_range(int(value) if value >= 0 else -1, limit)
        case str() if value.isascii() and value.isdigit():
            return _from_digits(value, limit)
        case _:
            return None, Flag.NOT_A_COUNT


def _in_range(number: int, limit: int | None) -> tuple[int | None, Flag | None]:
    if number < 0:
        return None, Flag.NEGATIVE_COUNT
    if limit is not None and number > limit:
        return None, Flag.ABSURD_COUNT
    return number, None


def _from_digits(text: str, limit: int | None) -> tuple[int | None, Flag | None]:
    digits = text.lstrip("0")
    if len(digits) > _LONGEST_NUMBER:  # int() itself refuses thousands of digits
        return None, Flag.ABSURD_COUNT
    number, fault = _in_range(int(digits or "0"), limit)
    return number, fault or Flag.NUMBER_AS_TEXT


def count_of(source: object, *names: str) -> int | None:
    """The largest count ``source`` tells under any of these names: one number often has several."""
    if not isinstance(source, dict):
        return None
    return largest(*(parse_count(source.get(name))[0] for name in names))


def largest(*numbers: int | None) -> int | None:
    return max((number for number in numbers if number is not None), default=None)


def added(*numbers: int | None) -> int | None:
    """The sum of what is told; ``None`` if nothing is."""
    told = [number for number in numbers if number is not None]
    return sum(told) if told else None


@dataclass(frozen=True, slots=True)
class Scan:
    """Every count below one usage object: how many are told, whether any is above 0, what is wrong."""

    told: int
    positive: bool
    flags: Flags

    @property
    def faults(self) -> Flags:
        return self.flags & QUARANTINE


def scan(source: dict[str, object], *, limit: int) -> Scan:
    """Check every count in a usage object, at any depth."""
    results = [parse_count(value, limit=limit) for value in _count_values(source)]
    numbers = [number for number, _ in results if number is not None]
    flags = frozenset(flag for _, flag in results if flag)
    return Scan(told=len(numbers), positive=any(numbers), flags=flags)


def _count_values(source: object) -> Iterator[object]:
    waiting: list[object] = [source]  # no recursion: responses nest as deep as they like
    while waiting:
        item = waiting.pop()
        if isinstance(item, list):
            waiting.extend(item)
        elif isinstance(item, dict):
            for name, value in item.items():
                holder = isinstance(value, list | dict)
                if _is_count_name(name) and not (holder and name == "tokens"):
                    yield value
                elif holder:
                    waiting.append(value)


@lru_cache(maxsize=1024)
def _is_count_name(name: object) -> bool:
    if not isinstance(name, str):
        return False
    return bool(_COUNT_NAME.search(name)) and not _NOT_A_COUNT_NAME.search(name)
