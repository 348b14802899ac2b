"""The texts that stopped a goal with what they share and what was ignored, marked word by word. Pure.

Read again by the pinned version of the rule; nothing here decides whether they are the same.
"""

from __future__ import annotations

import string
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ralph_runs.convergence import ReadBlocker, read_blocker

Part = dict[str, str]
RULES = {
    "same-text": "the same words", "shared-identifier": "shared name, nothing against it",
    "shared-words": "enough shared words, nothing against it", "declared-same": "the report says so",
    "refers-back": "it points at the report before", "other-object": "another thing of the same kind",
    "other-trouble": "another kind of trouble", "other-in-same-sentence": "one thing exchanged in the same sentence",
    "too-little-in-common": "too little in common",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """A range of the text that is marked, and how."""

    start: int
    end: int
    kind: str
    letter: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """Everything the page shows about one stop."""

    texts: list[dict[str, Any]]
    shared: list[dict[str, str]]
    compared: list[dict[str, Any]]


def marked(verdict: dict[str, Any], instants: dict[int, str]) -> Marked:
    """From a stored verdict; `instants` says when each round ended."""
    version = int(verdict["version"])
    read = [(int(one["round"]), str(one["text"]), _read(one["text"], version)) for one in verdict["texts"]]
    named = _named(read)
    words = _words(read, {word for pair in verdict["pairs"] for word in pair["words"]}, named)
    letters = {key: string.ascii_lowercase[place] for place, key in enumerate(list(named)[:20])}
    for_words = string.ascii_lowercase[len(letters)] if words else ""
    texts = [
        {
            "round": number,
            "instant": instants.get(number, ""),
            "words": _parts(raw, _marks(one, letters, words, for_words)),
        }
        for number, raw, one in read
    ]
    shared = [
        _line(letters[key], name, key[0], rounds) for key, (name, rounds) in named.items() if key in letters
    ]
    if words:
        rounds = sorted({number for found in words.values() for number in found})
        shared.append(_line(for_words, ", ".join(words), "words", rounds))
    return Marked(texts=texts, shared=shared, compared=[_pair(pair) for pair in verdict["pairs"]])


def _read(text: str, version: int) -> ReadBlocker:
    return read_blocker(text, version=version)


Read = Sequence[tuple[int, str, ReadBlocker]]
Key = tuple[str, str]


def _named(read: Read) -> dict[Key, tuple[str, list[int]]]:
    """Names that stand in two texts or more, by type and value, with how they are written and in which rounds."""
    found: dict[Key, dict[int, str]] = defaultdict(dict)
    for number, _raw, one in read:
        for name in one.identifiers:
            if name.span is not None:
                found[(name.type, name.value)].setdefault(number, name.text)
    return {key: (next(iter(by.values())), sorted(by)) for key, by in found.items() if len(by) > 1}


def _words(read: Read, told: set[str], named: dict[Key, Any]) -> dict[str, list[int]]:
    """Concepts that a pair was decided on and that stand in two texts or more, but are no name."""
    values = {value for _type, value in named}
    found: dict[str, set[int]] = defaultdict(set)
    for number, _raw, one in read:
        for word in one.words:
            if word.concept in told - values:
                found[word.concept].add(number)
    return {concept: sorted(rounds) for concept, rounds in found.items() if len(rounds) > 1}


def _marks(
    one: ReadBlocker, letters: dict[Key, str], words: dict[str, list[int]], for_words: str
) -> list[Mark]:
    marks = [
        Mark(
            name.span.start,
            name.span.end,
            "identifier",
            letters[(name.type, name.value)],
            f"same {name.type}",
        )
        for name in one.identifiers
        if name.span is not None and (name.type, name.value) in letters
    ]
    marks += [
        Mark(word.span.start, word.span.end, "word", for_words, "same word")
        for word in one.words
        if word.concept in words
    ]
    marks += [Mark(each.span.start, each.span.end, "ignored") for each in one.ignored]
    return marks


def _parts(raw: str, marks: Iterable[Mark]) -> list[Part]:
    """The text cut into its marked and unmarked parts, in order; nothing of it is lost."""
    parts: list[Part] = []
    at = 0
    for mark in sorted(marks, key=lambda one: (one.start, -one.end)):
        if mark.start < at or mark.end > len(raw):
            continue
        if mark.start > at:
            parts.append({"text": raw[at : mark.start], "kind": ""})
        parts.append(
            {"text": raw[mark.start : mark.end], "kind": mark.kind, "letter": mark.letter, "said": mark.said}
        )
        at = mark.end
    if at < len(raw):
        parts.append({"text": raw[at:], "kind": ""})
    return parts


def _line(letter: str, name: str, kind: str, rounds: Sequence[int]) -> dict[str, str]:
    return {
        "letter": letter,
        "name": name,
        "kind": kind.replace("-", " "),
        "rounds": ", ".join(map(str, rounds)),
    }


def _pair(pair: dict[str, Any]) -> dict[str, Any]:
    rule = RULES.get(pair["rule"], pair["rule"].replace("-", " "))
    return {
        "rounds": f"Rounds\u00a0{pair['earlier']},\u00a0{pair['later']}",
        "rule": rule,
        "same": pair["same"],
    }
