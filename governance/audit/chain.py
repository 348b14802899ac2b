"""Walks along one stream. Decides for each event whether it stands where and as it was written.

The common case is one comparison of texts and two digests; what does not fit goes to `diagnosing`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from governance.audit import diagnosing, texts
from governance.audit.faults import Fault, How
from governance.audit.recording import VERSION
from governance.models.streams import GENESIS

Row = tuple[Any, ...]
_NO_FAULTS: Sequence[Fault] = ()


class Walk:
    """Fed with every event of a stream in order. `seq` and `head` are those of the last event read."""

    __slots__ = ("_away", "_shift", "_troubled", "head", "last_id", "seq", "stream", "unchecked")

    def __init__(self, stream: str) -> None:
        self.stream, self.seq, self.head, self.last_id = stream, 0, GENESIS, 0
        self.unchecked: list[str] = []
        self._away: set[int] = set()
        self._shift, self._troubled = 0, False

    def take(self, row: Row) -> tuple[list[str], Sequence[Fault]]:
        """Names of the rows this event vouches for, and what is wrong with it."""
        stream, seq, previous, hash_, body, row_id = row[0], row[1], row[2], row[3], row[4], row[15]
        try:
            digest = sha256(body.encode()).hexdigest()
            line = f"{VERSION}|{stream}|{seq}|{previous}|{digest}"
            if (
                seq == self.seq + 1
                and previous == self.head
                and row_id > self.last_id
                and sha256(line.encode()).hexdigest() == hash_
                and (covers := texts.covered_by(row)) is not None
            ):
                self.seq, self.head, self.last_id, self._troubled = seq, hash_, row_id, False
                return covers, _NO_FAULTS
        except (TypeError, ValueError, AttributeError):
            pass  # a column holds what it never should: diagnosing says which
        return self._explained(row)

    def _explained(self, row: Row) -> tuple[list[str], Sequence[Fault]]:
        before = diagnosing.Before(
            due=self.seq + 1, head=self.head, last_id=self.last_id, shift=self._shift,
            troubled=self._troubled, away=self._away,
        )  # fmt: skip
        found = diagnosing.explain(row, before)
        self.seq, self.head, self._shift = found.place, found.head, found.shift
        self.last_id, self._troubled = row[15], bool(found.faults)
        if found.unchecked:
            self.unchecked.append(found.unchecked)
        return found.covers, found.faults

    def end(self, stored: tuple[int, str] | None) -> Iterator[Fault]:
        """What is wrong with the end of the stream; `stored` is the head kept on the row that owns it."""
        if stored is None:
            yield Fault(self.stream, self.seq, How.INSERTED, "Nothing in the books has this stream.")
        elif stored[0] > self.seq:
            yield Fault(
                self.stream, self.seq + 1, How.TRUNCATED,
                f"The last events are missing: {stored[0]} were written, the last one there is {self.seq}.",
            )  # fmt: skip
        elif stored[0] < self.seq:
            yield Fault(
                self.stream, stored[0] + 1, How.INSERTED,
                f"Events after {stored[0]} were added: the books count {stored[0]}, and {self.seq} are there.",
            )  # fmt: skip
        elif stored[1] != self.head and not self._troubled:
            yield Fault(
                self.stream, self.seq, How.EDITED,
                f"Event {self.seq} is not the one that was written last: the stream's head names another.",
            )  # fmt: skip
