"""Splits what no recogniser claimed into words and Chinese terms and looks each up. Compares nothing."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ralph_runs.convergence.v1.marks import Sheet
from ralph_runs.convergence.v1.stemming import stem
from ralph_runs.convergence.v1.vocabulary import OBJECT, STOP, TROUBLE, VOCABULARY, Entry

LONGEST_ACRONYM = 5
_PIECE = re.compile(r"[\u3400-\u9fff]{1,2000}|[^\W\d_\u3400-\u9fff]{1,200}(?:'[A-Za-z]{1,3}(?![\w]))?")
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Found:
    """A word in the folded text with its entry."""

    entry: Entry
    start: int
    end: int


def find_words(sheet: Sheet) -> list[Found]:
    """All words of the unclaimed parts, in order."""
    found: list[Found] = []
    latin: list[tuple[str, int, int]] = []
    for start, end in sheet.gaps():
        for piece in _PIECE.finditer(sheet.text, start, end):
            if _HAN.match(piece.group()):
                found.extend(_latin_words(latin, sheet.text))
                latin = []
                found.extend(_chinese_terms(piece.group(), piece.start()))
            else:
                latin.append((piece.group(), piece.start(), piece.end()))
        found.extend(_latin_words(latin, sheet.text))
        latin = []
    return found


def _latin_words(pieces: list[tuple[str, int, int]], whole: str) -> Iterator[Found]:
    shouted = whole.isupper()
    stems = [text if not shouted and _is_acronym(text) else stem(_plain(text)) for text, _, _ in pieces]
    i = 0
    while i < len(pieces):
        known = VOCABULARY.phrase(stems[i : i + 4])
        entry, length = known if known else (_unknown(pieces[i][0], stems[i]), 1)
        yield Found(entry, pieces[i][1], pieces[i + length - 1][2])
        if length > 1 and entry.group == OBJECT:
            yield from _inside(pieces[i : i + length], stems[i : i + length])
            length = 1 if _begins_longer(stems, i + 1) else length
        i += length
    yield from _compounds(pieces, whole)


def _begins_longer(stems: list[str], i: int) -> bool:
    """Whether a phrase of several words begins inside the phrase before it: bank fee, fee advice."""
    known = VOCABULARY.phrase(stems[i : i + 4])
    return known is not None and known[1] > 1


def _inside(pieces: list[tuple[str, int, int]], stems: list[str]) -> Iterator[Found]:
    """The words of a phrase that name things on their own."""
    for (text, start, end), stemmed in zip(pieces, stems, strict=True):
        known = VOCABULARY.phrase([stemmed])
        entry = known[0] if known else _unknown(text, stemmed)
        if entry.group not in (STOP, TROUBLE):
            yield Found(entry, start, end)


def _compounds(pieces: list[tuple[str, int, int]], text: str) -> Iterator[Found]:
    """Two words joined by a hyphen are also one thing of their own: close-data."""
    for (first, start, middle), (second, following, end) in pairwise(pieces):
        if text[middle:following] == "-" and _phrase_length(first, second) < 2:
            concept = f"{stem(_plain(first))}+{stem(_plain(second))}"
            yield Found(Entry(concept, OBJECT, False), start, end)


def _phrase_length(first: str, second: str) -> int:
    known = VOCABULARY.phrase([stem(_plain(first)), stem(_plain(second))])
    return known[1] if known else 0


def _plain(text: str) -> str:
    if text.casefold().endswith("n't"):
        return "not"
    folded = unicodedata.normalize("NFKD", text.casefold()).split("'")[0]
    return "".join(char for char in folded if not unicodedata.combining(char))


def _is_acronym(text: str) -> bool:
    """Whether capitals are the word's own: FIN is not fine."""
    short = 1 < len(text) <= LONGEST_ACRONYM
    return short and text.isupper() and text.isascii() and not VOCABULARY.spells(text.casefold())


def _unknown(text: str, stemmed: str) -> Entry:
    if len(stemmed) == 1:
        return Entry(stemmed, STOP, False)
    if stemmed.isupper():
        return Entry(stemmed.casefold(), OBJECT, True)
    for prefix in ("un", "re", "mis"):
        if stemmed.startswith(prefix) and len(stemmed) > len(prefix) + 3:
            bare = stemmed.removeprefix(prefix)
            entry = VOCABULARY.word(bare)
            return entry if entry is not None and entry.group != STOP else Entry(bare, OBJECT, False)
    return Entry(stemmed, OBJECT, text.isupper() and len(text) <= LONGEST_ACRONYM)


def _chinese_terms(text: str, offset: int) -> Iterator[Found]:
    """Known terms, longest first; what lies between them as overlapping pairs of characters."""
    position = unknown = 0
    while position < len(text):
        known = VOCABULARY.term(text, position)
        if known is None:
            position += 1
            continue
        yield from _pairs(text, unknown, position, offset)
        entry, length = known
        yield Found(entry, offset + position, offset + position + length)
        position = unknown = position + length
    yield from _pairs(text, unknown, position, offset)


def _pairs(text: str, start: int, end: int, offset: int) -> Iterator[Found]:
    if end - start == 1:
        yield Found(Entry(text[start], OBJECT, False), offset + start, offset + end)
    for i in range(start, end - 1):
        yield Found(Entry(text[i : i + 2], OBJECT, False), offset + i, offset + i + 2)
