"""Lays two texts side by side: is it one sentence in which only the thing was exchanged? Knows no rule names."""

from dataclasses import dataclass
from itertools import pairwise

from ralph_runs.convergence.v1.identity import same_name
from ralph_runs.convergence.values import ReadBlocker, Word

MAX_TOKENS = 48


@dataclass(frozen=True, slots=True)
class Part:
    """One token: `key` is compared; `telling` if it can name a thing; `slot` if it is more than what goes wrong."""

    key: str
    telling: bool
    slot: bool
    position: int


def parts_of(read: ReadBlocker, names_only: bool) -> list[Part]:
    """Words without stop words, and names, in the order of the text."""
    parts = [
        Part(f"{one.type}={one.value}", True, True, one.span.start)
        for one in read.identifiers
        if one.span is not None
    ]
    parts += [
        Part(
            w.concept,
            not names_only and _names_a_thing(w),
            not names_only and w.group != "trouble",
            w.span.start,
        )
        for w in read.words
        if w.group != "stop"
    ]
    return sorted(parts, key=lambda part: part.position)[: MAX_TOKENS + 1]


def _names_a_thing(word: Word) -> bool:
    return word.group in ("object", "role") and not word.text.casefold().endswith(("ed", "ing", "ly"))


def exchanged(a: ReadBlocker, b: ReadBlocker, *, names_only: bool) -> bool:
    """Whether at least half of the longer text stands in both in the same order, and in some gap between what
    stands both sides put a telling token that the other does not have anywhere."""
    left, right = parts_of(a, names_only), parts_of(b, names_only)
    if not left or not right or max(len(left), len(right)) > MAX_TOKENS:
        return False
    right = _renamed(right, a, b)
    keys_left, keys_right = {p.key for p in left}, {p.key for p in right}
    if 2 * len(keys_left & keys_right) < max(len(keys_left), len(keys_right)):
        return False
    anchors = _common(left, right)
    if 2 * len(anchors) < max(len(left), len(right)):
        return False
    if _one_slot(left, right, anchors):
        return True
    edges = [(-1, -1), *anchors, (len(left), len(right))]
    return any(
        _telling(left[i + 1 : k], keys_right) and _telling(right[j + 1 : m], keys_left)
        for (i, j), (k, m) in pairwise(edges)
    )


def _renamed(parts: list[Part], a: ReadBlocker, b: ReadBlocker) -> list[Part]:
    """The parts of `b` under the keys that `a` has for the same names, also where `a` has them as plain words."""
    keys = {}
    worded = {word.text.casefold(): word.concept for word in a.words}
    named = {one.value: f"{one.type}={one.value}" for one in a.identifiers}
    for one in b.identifiers:
        match = next((other for other in a.identifiers if same_name(one, other)), None)
        key = f"{match.type}={match.value}" if match else worded.get(one.value)
        if key:
            keys[f"{one.type}={one.value}"] = key
    for word in b.words:
        key = named.get(word.text.casefold())
        if key:
            keys[word.concept] = key
    return [Part(keys.get(part.key, part.key), part.telling, part.slot, part.position) for part in parts]


def _one_slot(left: list[Part], right: list[Part], anchors: list[tuple[int, int]]) -> bool:
    """Word for word the same but for one place, where each says something else than what goes wrong."""
    i = next((n for n, pair in enumerate(anchors) if pair != (n, n)), len(anchors))
    after = len(anchors) - i
    gaps = left[i : len(left) - after], right[i : len(right) - after]
    tail = [(len(left) - after + n, len(right) - after + n) for n in range(after)]
    return anchors[i:] == tail and all(any(part.slot for part in gap) for gap in gaps)


def _telling(gap: list[Part], elsewhere: set[str]) -> bool:
    return any(part.telling and part.key not in elsewhere for part in gap)


def _common(left: list[Part], right: list[Part]) -> list[tuple[int, int]]:
    """A longest common subsequence, as pairs of indices."""
    rows, columns = len(left), len(right)
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            same = left[i].key == right[j].key
            best[i][j] = best[i + 1][j + 1] + 1 if same else max(best[i + 1][j], best[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < rows and j < columns:
        if left[i].key == right[j].key:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs
