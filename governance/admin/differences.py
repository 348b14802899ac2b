"""Before and after, side by side: only what changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from governance.web.exports import cells


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that changed. "" is nothing."""

    what: str
    before: str
    after: str


def between(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """What is not the same in both, in the order of the later one."""
    names = [*after, *(name for name in before if name not in after)]
    return [
        Difference(name.replace("_", " "), _written(before.get(name)), _written(after.get(name)))
        for name in names
        if before.get(name) != after.get(name)
    ]


def of_texts(before: str, after: str) -> list[Difference]:
    """The same for two canonical texts; a text that cannot be read is as if empty."""
    return between(_read(before), _read(after))


def _read(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text) if text else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _written(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    plain = cells.value(value)
    return plain if isinstance(plain, str) else f"{plain:,}"
