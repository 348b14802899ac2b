"""Compares two texts word by word for the difference table. Shows, never judges whether a change matters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

MOST_WORDS = 1_500


@dataclass(frozen=True)
class Run:
    """Words that stand together and either all changed or all did not."""

    text: str
    changed: bool


def _split(text: str) -> list[str]:
    return re.findall(r"\s+|[^\s]+", text)


def compare(old: str, new: str) -> tuple[list[Run], list[Run]]:
    """Both texts as runs; texts too long to compare by word are marked as changed from end to end."""
    before, after = _split(old), _split(new)
    if max(len(before), len(after)) > MOST_WORDS:
        return [Run(old, old != new)], [Run(new, old != new)]
    olds: list[Run] = []
    news: list[Run] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if b > a:
            olds.append(Run("".join(before[a:b]), kind != "equal"))
        if d > c:
            news.append(Run("".join(after[c:d]), kind != "equal"))
    return olds, news
