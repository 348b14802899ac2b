"""Writes of one transaction that leave together: one statement where PostgreSQL would have been sent ten.

Inside `together()` an insert or a compare-and-set waits until something is read or the block ends. What waits
leaves as one statement (each write a part of its WITH), and every write that had to find its row is counted
before anything commits: one that did not raises the error it came with, and all of it is rolled back. Any
other statement on the connection sends what waits first, so reads always see the writes before them.

SQLite has no such statement and no round trip to save: there, and outside of a block, nothing waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from governance import fusing, statements
from governance.fusing import Insert, Update, Write

MOST_VALUES = 2_000
_waiting: ContextVar[Waiting | None] = ContextVar("waiting", default=None)


class Waiting:
    """What waits, in the order it was asked for."""

    def __init__(self) -> None:
        self.writes: list[Write] = []
        self.values = 0
        self.passing = False

    def before(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Wraps every execution on the connection: what waits goes first."""
        if self.writes and not self.passing:
            self.send()
        return execute(sql, params, many, context)

    def add(self, write: Write) -> None:
        """Let it wait, as part of one that waits where both write the same row or table. Never too many at once."""
        size = len(write.values())
        if self.values + size > MOST_VALUES:
            self.send()
        self._join(write)
        self.values += size

    def _join(self, write: Write) -> None:
        for earlier in self.writes:
            if earlier.table != write.table:
                continue
            taken = earlier.take(write)
            if taken:
                return
            if taken is None:
                self.send()
                break
        self.writes.append(write)

    def send(self) -> None:
        writes, self.writes, self.values = self.writes, [], 0
        if writes:
            _send(writes)


@contextmanager
def together() -> Iterator[None]:
    """Writes in here may wait; all have left when the block ends well."""
    if statements.vendor() != "postgresql":
        yield
        return
    waiting = Waiting()
    token = _waiting.set(waiting)
    try:
        with statements.database().execute_wrapper(waiting.before):
            yield
            waiting.send()
    finally:
        _waiting.reset(token)


def waits() -> bool:
    """Whether a write may wait here."""
    return _waiting.get() is not None


@contextmanager
def passing() -> Iterator[None]:
    """A statement in here reads no row, so it need not come after the writes that wait."""
    waiting = _waiting.get()
    if waiting is None:
        yield
        return
    waiting.passing = True
    try:
        yield
    finally:
        waiting.passing = False


def write(one: Insert | Update) -> None:
    """Write it now, or with what follows. Raises the error it came with where it had to find its row and did not."""
    waiting = _waiting.get()
    if waiting is None:
        _send([one])
    else:
        waiting.add(one)


def _send(writes: Sequence[Write]) -> None:
    if len(writes) == 1:
        (one,) = writes
        found = statements.changed(fusing.alone(one.shape), one.values())
        if one.lost is not None and found != 1:
            raise one.lost
        return
    values = [value for one in writes for value in one.values()]
    counts = statements.first(fusing.fused(tuple(one.shape for one in writes)), values)
    assert counts is not None
    for one, found in zip((one for one in writes if one.shape.counted), counts, strict=False):
        if found != 1:
            assert one.lost is not None
            raise one.lost
