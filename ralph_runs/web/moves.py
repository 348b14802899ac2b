"""What moved from one handoff to the next and what did not: evidence, next steps, blockers. Pure.

Evidence and next steps are the same where their words are. Blockers are the same where the rule that judged the
rounds said so; the words may differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from governance.web.format import counted, names
from ralph_runs.web.chains import Chain

MOST = 20
State = Literal["first", "new", "stayed", "gone"]


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a handoff. `note` says since when it stands."""

    text: str
    state: State
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A handoff beside the one before. `moved` is False where nothing but words changed."""

    evidence: Sequence[Part]
    next_steps: Sequence[Part]
    blockers: Sequence[Part]
    first: bool

    @property
    def moved(self) -> bool:
        return self.first or any(
            part.state != "stayed" for part in (*self.evidence, *self.next_steps, *self.blockers)
        )

    @property
    def sentence(self) -> str:
        """ "1 new piece of evidence and 1 next step gone", or that nothing moved."""
        if self.first:
            return "The first handoff"
        said = [
            *_counts(self.evidence, "new piece of evidence", "new pieces of evidence", "new"),
            *_counts(self.next_steps, "next step gone", "next steps gone", "gone"),
            *_counts(self.next_steps, "new next step", "new next steps", "new"),
            *_counts(self.blockers, "blocker cleared", "blockers cleared", "gone"),
            *_counts(self.blockers, "new blocker", "new blockers", "new"),
        ]
        stayed = [*_counts(self.blockers, "blocker stayed", "blockers stayed", "stayed")]
        return names(said + stayed) if said or stayed else "Nothing moved"


def between(
    before: Mapping[str, Any] | None, report: Mapping[str, Any], *, number: int, chains: Iterable[Chain]
) -> Moved:
    """This round's report beside the last good one; `chains` are the blockers of the run."""
    if before is None:
        told = (report["evidence"], report["nextSteps"], texts_of(report))
        evidence, steps, blockers = ([Part(text, "first") for text in texts[:MOST]] for texts in told)
        return Moved(evidence=evidence, next_steps=steps, blockers=blockers, first=True)
    return Moved(
        evidence=_parts(before["evidence"], report["evidence"], gone=False),
        next_steps=_parts(before["nextSteps"], report["nextSteps"]),
        blockers=_blockers(before, report, number, list(chains)), first=False,
    )  # fmt: skip


def texts_of(report: Mapping[str, Any]) -> list[str]:
    """The blockers of a report of either profile, in its words."""
    if report.get("blocker"):
        return [str(report["blocker"])]
    return [str(each["text"]) for each in report.get("blockers") or ()]


def _parts(before: Sequence[str], now: Sequence[str], *, gone: bool = True) -> list[Part]:
    parts = [Part(text, "stayed" if text in before else "new") for text in now[:MOST]]
    if gone:
        parts += [Part(text, "gone") for text in before[:MOST] if text not in now]
    return parts


def _blockers(
    before: Mapping[str, Any], report: Mapping[str, Any], number: int, chains: list[Chain]
) -> list[Part]:
    parts = []
    for text in texts_of(report)[:MOST]:
        chain = next((each for each in chains if each.texts.get(number) == text), None)
        row = [each for each in chain.rounds if each <= number] if chain else []
        parts.append(
            Part(text, "stayed", f"{_ordinal(len(row))} time in a row") if len(row) > 1 else Part(text, "new")
        )
    here = {id(each) for each in chains if number in each.rounds}
    earlier = texts_of(before)
    for each in chains:
        last = max((at for at in each.rounds if at < number), default=None)
        if id(each) not in here and last is not None and each.texts[last] in earlier:
            parts.append(Part(each.texts[last], "gone"))
    return parts


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 not in (11, 12, 13) else 0, "th")
    return f"{number}{ending}"


def _counts(parts: Sequence[Part], one: str, many: str, state: State) -> list[str]:
    found = sum(part.state == state for part in parts)
    return [counted(found, one, many)] if found else []
