"""Reads one reported blocker: what names it, what it says, what is ignored. Decides nothing about sameness."""

from ralph_runs.convergence.items import Item
from ralph_runs.convergence.v1.codes import CODES
from ralph_runs.convergence.v1.countries import COUNTRIES
from ralph_runs.convergence.v1.counts import COUNTS
from ralph_runs.convergence.v1.folding import MAX_CHARACTERS, Folded, fold
from ralph_runs.convergence.v1.identity import STRONG
from ralph_runs.convergence.v1.marks import COUNTED, IGNORED, NAMED, Mark, Sheet, scan
from ralph_runs.convergence.v1.names import NAMES, PEOPLE
from ralph_runs.convergence.v1.narration import is_placeholder, mark_narration, mark_resolved
from ralph_runs.convergence.v1.noise import (
    BRACKETED_DATES,
    IDS,
    LABELLED_IDS,
    MEASURES,
    MOMENTS,
    POSITIONS,
    REST,
    TIMES,
    TOOL_VERSIONS,
)
from ralph_runs.convergence.v1.periods import PERIODS
from ralph_runs.convergence.v1.places import PLACES
from ralph_runs.convergence.v1.records import BARE_NUMBERS, RECORDS, SUMS
from ralph_runs.convergence.v1.troubles import find_trouble
from ralph_runs.convergence.v1.vocabulary import STOP
from ralph_runs.convergence.v1.words import Found, find_words
from ralph_runs.convergence.values import Count, Identifier, Ignored, ReadBlocker, Span, Word

VERSION = 1
MAX_WORDS = 400
MAX_IDENTIFIERS = 64
_ORDER = (
    (mark_resolved, mark_narration),
    TOOL_VERSIONS, TIMES, LABELLED_IDS, PLACES, MOMENTS, IDS, BRACKETED_DATES, POSITIONS, CODES, PERIODS, RECORDS,
    COUNTS, SUMS, MEASURES, COUNTRIES, NAMES, BARE_NUMBERS, PEOPLE, REST,
)  # fmt: skip


def read_item(item: Item) -> ReadBlocker:
    """The reading of one item. The same item gives the same reading, on every machine."""
    folded, sheet, words = _scan(item.text)
    identifiers = _identifiers(folded, sheet.marks) + _from_object(item.object, sheet.marks)
    empty = _why_empty(folded.text, sheet, words)
    return ReadBlocker(
        raw=item.text,
        canonical=_canonical(identifiers, words),
        identifiers=identifiers[:MAX_IDENTIFIERS],
        words=tuple(_word(folded, found) for found in words[:MAX_WORDS]),
        ignored=_ignored(folded, sheet.marks),
        counts=_counts(folded, sheet.marks),
        trouble=find_trouble(words, identifiers),
        empty=empty,
        refers_back=not empty and _refers_back(sheet, words),
        ref=item.ref.strip(),
        object=item.object.strip(),
        version=VERSION,
    )


def _scan(text: str) -> tuple[Folded, Sheet, list[Found]]:
    folded = fold(text)
    sheet = Sheet(folded.text)
    for recognisers in _ORDER:
        scan(sheet, recognisers)
    return folded, sheet, find_words(sheet)


def _identifiers(folded: Folded, marks: list[Mark]) -> tuple[Identifier, ...]:
    named = sorted((mark for mark in marks if mark.role == NAMED), key=lambda mark: mark.start)
    return tuple(
        Identifier(
            mark.type, mark.value, folded.text[mark.start : mark.end], _span(folded, mark.start, mark.end)
        )
        for mark in named
    )


def _from_object(text: str, marks: list[Mark]) -> tuple[Identifier, ...]:
    """Names in the structured field. They veto only where the text itself names nothing: renaming is no escape."""
    if not text:
        return ()
    own = any(mark.role == NAMED and mark.type in STRONG for mark in marks)
    _, sheet, _ = _scan(text)
    named = [
        mark for mark in sheet.marks if mark.role == NAMED and (mark.type != "symbol" or "_" in mark.value)
    ]
    return tuple(
        Identifier(mark.type, mark.value, sheet.text[mark.start : mark.end], None)
        for mark in named
        if not own
    )


def _span(folded: Folded, start: int, end: int) -> Span:
    return Span(*folded.raw_span(start=start, end=end))


def _word(folded: Folded, found: Found) -> Word:
    entry = found.entry
    text = folded.text[found.start : found.end]
    return Word(entry.concept, entry.group, text, _span(folded, found.start, found.end), entry.bilingual)


def _canonical(identifiers: tuple[Identifier, ...], words: list[Found]) -> tuple[str, ...]:
    names = {f"{one.type}={one.value}" for one in identifiers}
    return tuple(sorted(names | {found.entry.concept for found in words if found.entry.group != STOP}))


def _ignored(folded: Folded, marks: list[Mark]) -> tuple[Ignored, ...]:
    ignored = [
        Ignored(
            "count" if mark.role == COUNTED else mark.type,
            folded.text[mark.start : mark.end],
            _span(folded, mark.start, mark.end),
        )
        for mark in sorted(marks, key=lambda mark: mark.start)
        if mark.role in (IGNORED, COUNTED)
    ]
    if folded.cut:
        end = folded.raw_length
        ignored.append(Ignored(f"text beyond {MAX_CHARACTERS} characters", "", Span(end, end)))
    return tuple(ignored)


def _counts(folded: Folded, marks: list[Mark]) -> tuple[Count, ...]:
    counted = sorted((mark for mark in marks if mark.role == COUNTED), key=lambda mark: mark.start)
    return tuple(Count(float(mark.value), mark.type, _span(folded, mark.start, mark.end)) for mark in counted)


def _why_empty(text: str, sheet: Sheet, words: list[Found]) -> str:
    if not any(char.isalnum() for char in text):
        return "blank"
    if is_placeholder(text):
        return "placeholder"
    resolved = any(mark.type == "resolved" for mark in sheet.marks)
    if resolved and not _has_content(sheet, words):
        return "resolved"
    return ""


def _refers_back(sheet: Sheet, words: list[Found]) -> bool:
    return any(mark.type == "narration" for mark in sheet.marks) and not _has_content(sheet, words)


def _has_content(sheet: Sheet, words: list[Found]) -> bool:
    said = any(f.entry.group != STOP and f.entry.concept not in ("waiting", "broken") for f in words)
    return said or any(mark.role == NAMED for mark in sheet.marks)
