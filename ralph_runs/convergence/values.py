"""The shapes that a judgement about repeated blockers is made of. Holds values; decides nothing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of character positions in the raw text, so that a page can underline it."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Ignored:
    """A part of the raw text that cannot tell two blockers apart. `kind` is a plain word: "time", "line number"."""

    kind: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Identifier:
    """A name by its type: `value` is the form that is compared, `text` what stands in the raw text.

    `span` is None if the name came from the structured field `object`.
    """

    type: str
    value: str
    text: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Word:
    """A word or term. `concept` is the form that is compared; `group` is one of object, generic, role, trouble, stop.

    `bilingual` says whether the concept can be met in the other language.
    """

    concept: str
    group: str
    text: str
    span: Span
    bilingual: bool


@dataclass(frozen=True, slots=True)
class Count:
    """How much of something is left, or done. `kind` is "left" (falling is progress) or "done" (rising is)."""

    value: float
    kind: str
    span: Span


@dataclass(frozen=True, slots=True)
class ReadBlocker:
    """One blocker as the rules see it.

    `canonical` is the order-free form: equal canonical forms are the same blocker. `empty` is why the item is no
    blocker at all ("placeholder", "resolved", "blank"), else "". `refers_back` says that the text only points at
    the report before it. `ref` is the structured reference to an open blocker of the previous handoff.
    """

    raw: str
    canonical: tuple[str, ...]
    identifiers: tuple[Identifier, ...]
    words: tuple[Word, ...]
    ignored: tuple[Ignored, ...]
    counts: tuple[Count, ...]
    trouble: frozenset[str]
    empty: str
    refers_back: bool
    ref: str
    object: str
    version: int


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """Whether two blockers are the same, the name of the rule that decided, and what they share."""

    same: bool
    rule: str
    shared_identifiers: tuple[Identifier, ...]
    shared_words: tuple[str, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class ReportedText:
    """One blocker of a run in the words of its round. `round` counts from 1 over all rounds given."""

    round: int
    raw: str
    read: ReadBlocker


@dataclass(frozen=True, slots=True)
class ComparedRounds:
    """A pair that was compared: the round numbers and the verdict."""

    earlier: int
    later: int
    verdict: PairVerdict


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A blocker that the last settled round reported, and for how many consecutive settled rounds it has stood."""

    raw: str
    rounds: tuple[int, ...]
    threshold: int

    @property
    def length(self) -> int:
        return len(self.rounds)


@dataclass(frozen=True, slots=True)
class Alarm:
    """A pattern that a person should see and that never stops a run by itself."""

    code: str
    rounds: tuple[int, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement over a window of rounds: where it stops, on which evidence, in one sentence."""

    stop_round: int | None
    which: str | None
    texts: tuple[ReportedText, ...]
    pairs: tuple[ComparedRounds, ...]
    ignored: tuple[str, ...]
    rule: str | None
    sentence: str
    open_runs: tuple[OpenRun, ...]
    alarms: tuple[Alarm, ...]
    threshold: int
    version: int
