"""Lays two texts side by side: is it one sentence in which only the thing was exchanged? Knows no rule names."""

from dataclasses import dataclass, replace
from itertools import pairwise

from ralph_runs.convergence.v1.identity import same_name
from ralph_runs.convergence.values import ReadBlocker, Word

MAX_TOKENS = 48  # longer texts are no sentences with one slot


@dataclass(frozen=True, slots=True)
class Part:
    """One token: `key` is compared; `telling` if it can name a thing; `slot` if it is more than what goes wrong."""

    key: str
    telling: bool
    slot: bool
    position: int


def exchanged(a: ReadBlocker, b: ReadBlocker, *, names_only: bool) -> bool:
    """Whether half of the longer text stands in both in one order, and where they part each names another thing.

    With `names_only`, only names can be exchanged, not words.
    """
    left, right = _parts(a, names_only), _renamed(_parts(b, names_only), a, b)
    longer = max(len(left), len(right))
    keys_left, keys_right = {part.key for part in left}, {part.key for part in right}
    enough_words = 2 * len(keys_left & keys_right) >= max(len(keys_left), len(keys_right))
    if not left or not right or longer > MAX_TOKENS or not enough_words:
        return False
    anchors = _common(left, right)
    if 2 * len(anchors) < longer:
        return False
    edges = [(-1, -1), *anchors, (len(left), len(right))]
    return _one_slot(left, right, anchors) or any(
        _names(left[i + 1 : k], keys_right) and _names(right[j + 1 : m], keys_left)
        for (i, j), (k, m) in pairwise(edges)
    )


def _parts(read: ReadBlocker, names_only: bool) -> list[Part]:
    """Names, and words without stop words, in the order of the text."""
    parts = [
        Part(f"{one.type}={one.value}", True, True, one.span.start)
        for one in read.identifiers
        if one.span is not None
    ]
    for word in read.words:
        if word.group != "stop":
            slot = not names_only and word.group != "trouble"
            parts.append(Part(word.concept, slot and _names_a_thing(word), slot, word.span.start))
    return sorted(parts, key=lambda part: part.position)[: MAX_TOKENS + 1]


def _names_a_thing(word: Word) -> bool:
    return word.group in ("object", "role") and not word.text.casefold().endswith(("ed", "ing", "ly"))


def _renamed(parts: list[Part], a: ReadBlocker, b: ReadBlocker) -> list[Part]:
    """The parts of `b` under the keys that `a` has for the same names, also where `a` has them as plain words."""
    keys: dict[str, str] = {}
    worded = {word.text.casefold(): word.concept for word in a.words}
    named = {one.value: f"{one.type}={one.value}" for one in a.identifiers}
    for one in b.identifiers:
        match = next((other for other in a.identifiers if same_name(one, other)), None)
        key = f"{match.type}={match.value}" if match else worded.get(one.value)
        if key:
            keys[f"{one.type}={one.value}"] = key
    for word in b.words:
        if word.text.casefold() in named:
            keys[word.concept] = named[word.text.casefold()]
    return [replace(part, key=keys.get(part.key, part.key)) for part in parts]


def _one_slot(left: list[Part], right: list[Part], anchors: list[tuple[int, int]]) -> bool:
    """Word for word the same but for one place, where each says something else than what goes wrong."""
    head = next((n for n, pair in enumerate(anchors) if pair != (n, n)), len(anchors))
    tail = len(anchors) - head
    mine, theirs = left[head : len(left) - tail], right[head : len(right) - tail]
    ends = [(len(left) - tail + n, len(right) - tail + n) for n in range(tail)]
    return anchors[head:] == ends and all(any(part.slot for part in gap) for gap in (mine, theirs))


def _names(gap: list[Part], elsewhere: set[str]) -> bool:
    """Whether the gap names a thing that the other text does not have anywhere."""
    return any(part.telling and part.key not in elsewhere for part in gap)


def _common(left: list[Part], right: list[Part]) -> list[tuple[int, int]]:
    """A longest common subsequence, as pairs of indices."""
    best = _lengths(left, right)
    pairs, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if left[i].key == right[j].key:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _lengths(left: list[Part], right: list[Part]) -> list[list[int]]:
    """Length of the longest common subsequence of what begins at each pair of indices."""
    best = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in range(len(left) - 1, -1, -1):
        for j in range(len(right) - 1, -1, -1):
            same = left[i].key == right[j].key
            best[i][j] = best[i + 1][j + 1] + 1 if same else max(best[i + 1][j], best[i][j + 1])
    return best
