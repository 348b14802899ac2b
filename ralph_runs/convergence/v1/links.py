"""Decides whether a blocker continues a run of earlier ones: by reference, by pointing back, or by the rules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ralph_runs.convergence.v1 import rules, sentences
from ralph_runs.convergence.values import PairVerdict, ReadBlocker, ReportedText

_POSITION = re.compile(r"(?:r(?:ound)?\s?\d{1,5}[\s_.:-]{0,2})?(?:b|blocker|#|no\.?)?[\s_-]?(\d{1,4})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A blocker in its round. `stands_for` are the readings it is compared by: its own, and those it refers to."""

    text: ReportedText
    stands_for: tuple[ReadBlocker, ...]
    verdict: PairVerdict | None = None  # how it joined the entry before it; None for the first of a run


@dataclass(frozen=True, slots=True)
class Round:
    """A settled round: all its readings in the order given, and those that are blockers, without repeats."""

    number: int
    given: tuple[ReadBlocker, ...]
    blockers: tuple[ReadBlocker, ...]


def telling_keys(reading: ReadBlocker) -> frozenset[str]:
    """What two readings must share for any rule but equal text to call them the same."""
    keys = {word.concept for word in reading.words if word.group == "object"}
    keys |= {word.text.casefold() for word in reading.words if word.group == "object"}
    for one in reading.identifiers:
        keys.add(one.value)
        keys.add(one.value[:5])
        keys.update(part for part in re.split(r"[/.:#]", one.value) if part)
    return frozenset(keys)


def join(entry: Entry, blocker: ReadBlocker) -> PairVerdict:
    """The verdict between a run's entry and a blocker by the rules; the best of what the entry stands for."""
    verdicts = [rules.compare(reading, blocker) for reading in entry.stands_for]
    return next((verdict for verdict in verdicts if verdict.same), verdicts[0])


def points_at(blocker: ReadBlocker, earlier: Round) -> ReadBlocker | None:
    """The blocker of the earlier round that the structured reference names: by position from 1, object or text."""
    if not blocker.ref:
        return None
    position = _POSITION.fullmatch(blocker.ref)
    if position and 1 <= int(position.group(1)) <= len(earlier.given):
        return earlier.given[int(position.group(1)) - 1]
    wanted = blocker.ref.casefold()
    return next((one for one in earlier.given if wanted in (one.object.casefold(), one.raw.casefold())), None)


def declared(rule: str, earlier: Sequence[ReadBlocker]) -> PairVerdict:
    """The verdict where the report itself says that it is the blocker of before."""
    return PairVerdict(True, rule, (), (), sentences.pair(rule, (), (), ()))
