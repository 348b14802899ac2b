"""Splits what no recogniser claimed into words and Chinese terms and looks each up. Compares nothing."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from ralph_runs.convergence.v1.marks import Sheet
from ralph_runs.convergence.v1.stemming import stem
from ralph_runs.convergence.v1.vocabulary import OBJECT, STOP, VOCABULARY, Entry

_PIECE = re.compile(r"[\u3400-\u9fff]{1,2000}|[^\W\d_\u3400-\u9fff]{1,200}(?:'[a-z]{1,3}(?![\w]))?")
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
                found.extend(_latin_words(latin))
                latin = []
                found.extend(_chinese_terms(piece.group(), piece.start()))
            else:
                latin.append((piece.group(), piece.start(), piece.end()))
        found.extend(_latin_words(latin))
        latin = []
    return found


def _latin_words(pieces: list[tuple[str, int, int]]) -> Iterator[Found]:
    stems = [stem(_plain(text)) for text, _, _ in pieces]
    i = 0
    while i < len(pieces):
        known = VOCABULARY.phrase(stems[i : i + 4])
        entry, length = known if known else (_unknown(pieces[i][0], stems[i]), 1)
        yield Found(entry, pieces[i][1], pieces[i + length - 1][2])
        i += length


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold()).split("'")[0]
    return "".join(char for char in folded if not unicodedata.combining(char))


def _unknown(text: str, stemmed: str) -> Entry:
    if len(stemmed) == 1:
        return Entry(stemmed, STOP, False)
    for prefix in ("un", "re", "mis"):
        if stemmed.startswith(prefix) and len(stemmed) > len(prefix) + 3:
            entry = VOCABULARY.word(stemmed.removeprefix(prefix))
            if entry is not None and entry.group != STOP:
                return entry
    return Entry(stemmed, OBJECT, text.isupper())


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
