"""What can be wrong with the record, and the verdict on what was read. Three values; a partial look is never whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class How(StrEnum):
    """How a stored record came to differ from the one that was written."""

    EDITED = "edited"  # a field says something else
    DELETED = "deleted"  # something in the middle is missing
    INSERTED = "inserted"  # something is there that no change wrote
    REORDERED = "reordered"  # events stand in each other's place
    TRUNCATED = "truncated"  # the end is missing


@dataclass(frozen=True, slots=True)
class Fault:
    """One break: stream, sequence number where it shows, how, and one sentence.

    Where no event shows it, `seq` is 0; for a row that no event vouches for, they are its kind and number.
    """

    stream: str
    seq: int
    how: How
    sentence: str

    def __str__(self) -> str:
        where = f" event {self.seq}" if ":" in self.stream else f" {self.seq}"
        return f"{self.stream}{where if self.seq else ''}, {self.how}: {self.sentence}"


@dataclass(slots=True)
class Verdict:
    """What was read and what was found. `rows` counts covered rows by kind, `heads` is filled for named streams.

    `more` counts faults that were found and are not listed; `notes` are sentences beside the figures.
    """

    streams: int = 0
    events: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    heads: dict[str, tuple[int, str]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    more: int = 0
    unchecked: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def word(self) -> str:
        """OK, BROKEN or NOT FULLY CHECKED."""
        return "BROKEN" if self.faults else "NOT FULLY CHECKED" if self.unchecked else "OK"

    @property
    def exit_code(self) -> int:
        """0 only if everything asked for was read and agrees; 1 broken; 2 not fully checked."""
        return {"OK": 0, "BROKEN": 1, "NOT FULLY CHECKED": 2}[self.word]
