"""Proves the record: every stream's chain, every column against its hashed text, every covered row, and the reverse.

One snapshot, constant memory. Changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from governance.audit import entries, heads, reading, texts
from governance.audit.chain import Walk
from governance.audit.coverage import Coverage
from governance.audit.faults import Fault, How, Verdict

MOST_FAULTS = 1_000


class _Verifier:
    def __init__(self, streams: Sequence[str] | None) -> None:
        self.streams = streams
        self.verdict = Verdict()
        self.coverage = Coverage()
        self._ended: list[Walk] = []

    def run(self) -> Verdict:
        walk: Walk | None = None
        for page in reading.event_pages(self.streams):
            walk = self._read(page, walk)
            self._settle()
        if walk is not None:
            self._ended.append(walk)
        self.coverage.turn("")
        self._settle()
        self._note(self._reverse())
        self.verdict.rows = dict(sorted(self.coverage.counts.items()))
        self.verdict.unchecked.extend(sorted(self.coverage.unchecked))
        return self.verdict

    def _read(self, page: list[reading.Row], walk: Walk | None) -> Walk | None:
        coverage = self.coverage
        for row in page:
            if walk is None or row[0] != walk.stream:
                if walk is not None:
                    self._ended.append(walk)
                walk = Walk(row[0])
                coverage.turn(row[0])
            covers, faults = walk.take(row)
            if covers:
                coverage.see(row[0], row[1], covers)
            if faults:
                self._note(faults)
        self.verdict.events += len(page)
        return walk

    def _settle(self) -> None:
        """After a page: the rows its events vouch for, and the ends of the streams that ended in it."""
        self._note(self.coverage.settle())
        stored = heads.heads_of([walk.stream for walk in self._ended])
        for walk in self._ended:
            self._note(walk.end(stored.get(walk.stream)))
            self.verdict.unchecked.extend(walk.unchecked)
            if self.streams is not None:
                self.verdict.heads[walk.stream] = (walk.seq, walk.head)
        self.verdict.streams += len(self._ended)
        self._ended = []
        texts.forget()

    def _reverse(self) -> Iterator[Fault]:
        if self.streams is None:
            for name, seq in heads.vanished():
                yield Fault(name, 1, How.TRUNCATED, f"All {seq} events of this stream are missing.")
            yield from entries.without_events()
            yield from self.coverage.finish()
            return
        for name in self.streams:
            seq, _head = heads.heads_of([name]).get(name, (0, ""))
            if seq and name not in self.verdict.heads:
                yield Fault(name, 1, How.TRUNCATED, f"All {seq} events of this stream are missing.")

    def _note(self, faults: Sequence[Fault] | Iterator[Fault]) -> None:
        for fault in faults:
            if len(self.verdict.faults) < MOST_FAULTS:
                self.verdict.faults.append(fault)
            else:
                self.verdict.more += 1


def verify(streams: Sequence[str] | None = None) -> Verdict:
    """Check these streams with the rows they vouch for, or everything. Reads only, as of one instant."""
    with reading.snapshot():
        return _Verifier(streams).run()
