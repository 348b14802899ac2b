"""Usage by the line: JSON lines with a response in, JSON answers out.

Decides what a well-formed line is. A malformed line is answered with its fault and stops no other line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from goals.agent.usage import UsageReading, read_usage

_DEFAULT_PROVIDER: Final = "openai-compatible"
_DIGITS_THAT_DECIDE: Final = 300


@dataclass(frozen=True, slots=True)
class Answer:
    """The reading of one line; ``id`` as the line gave it."""

    id: str | int
    reading: UsageReading

    def as_json(self) -> str:
        told = self.reading
        return json.dumps(
            {
                "id": self.id,
                "input_tokens": told.input_tokens,
                "cached_input_tokens": told.cached_input_tokens,
                "cache_write_tokens": told.cache_write_tokens,
                "output_tokens": told.output_tokens,
                "reasoning_tokens": told.reasoning_tokens,
                "state": told.state,
                "flags": list(told.flags),
            }
        )


@dataclass(frozen=True, slots=True)
class Malformed:
    """Why line ``number`` (from 1) has no reading."""

    number: int
    fault: str

    def __str__(self) -> str:
        return f"line {self.number}: {self.fault}"


def answers(lines: Iterable[bytes | str]) -> Iterator[Answer | Malformed]:
    """One result per line that is not blank. Fields: ``id``, ``provider`` (optional), ``mode``, ``raw``."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _answer(number, line)


def _answer(number: int, line: bytes | str) -> Answer | Malformed:
    try:
        entry = json.loads(line, parse_int=_whole_number)
    except UnicodeDecodeError:
        return Malformed(number, "not UTF-8")
    except ValueError as error:
        return Malformed(number, f"not JSON: {error}")
    except RecursionError:
        return Malformed(number, "nested too deeply to read")
    fault = _fault(entry)
    if fault is not None:
        return Malformed(number, fault)
    provider = entry.get("provider") or _DEFAULT_PROVIDER
    return Answer(entry["id"], read_usage(entry["raw"], mode=_mode(entry), provider=provider))


def _whole_number(digits: str) -> int:
    return int(digits[:_DIGITS_THAT_DECIDE])  # longer ones, which int() refuses, are just as absurd


def _mode(entry: dict[str, object]) -> Literal["plain", "stream"]:
    return "stream" if entry["mode"] == "stream" else "plain"


def _fault(entry: object) -> str | None:
    if not isinstance(entry, dict):
        return "not a JSON object"
    missing = [name for name in ("id", "mode", "raw") if name not in entry]
    if missing:
        return f"{' and '.join(missing)} missing"
    if not isinstance(entry["id"], str | int) or isinstance(entry["id"], bool):
        return "id is neither text nor a whole number"
    if entry["mode"] not in ("plain", "stream"):
        return 'mode is neither "plain" nor "stream"'
    if not isinstance(entry.get("provider"), str | None):
        return "provider is not text"
    return None
