"""Keeps leases alive beside long calls: one thread of a process renews each when its time has come.

A call that is short starts no thread of its own, and nothing runs where no call is in flight. Whoever loses
a lease learns it where the answer is recorded, never here.
"""

from __future__ import annotations

import os
import threading
import time
from types import TracebackType
from typing import Self

import structlog
from django.conf import settings
from django.db import connection

from goals.rounds.leases import Lease, renew

log = structlog.get_logger(__name__)
MOST_SECONDS_ASLEEP = 1.0


class Heartbeat:
    """Renews a lease while the block lasts, from another thread on a connection of its own."""

    def __init__(self, lease: Lease) -> None:
        self.lease, self.due = lease, 0.0

    def __enter__(self) -> Self:
        self.put_off()
        _pulse.take(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _pulse.leave(self)

    def put_off(self) -> None:
        self.due = time.monotonic() + settings.COUNTERSIGN.heartbeat_seconds


class _Pulse:
    """The leases of this process that are in use, and the thread that looks after them."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """A forked process has neither its parent's thread nor its calls."""
        self._lock, self._beating = threading.Lock(), set[Heartbeat]()
        self._thread: threading.Thread | None = None

    def take(self, beat: Heartbeat) -> None:
        with self._lock:
            self._beating.add(beat)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, daemon=True, name="heartbeat")
                self._thread.start()

    def leave(self, beat: Heartbeat) -> None:
        with self._lock:
            self._beating.discard(beat)

    def _run(self) -> None:
        while True:
            time.sleep(min(MOST_SECONDS_ASLEEP, settings.COUNTERSIGN.heartbeat_seconds / 4))
            with self._lock:
                if not self._beating:
                    self._thread = None
                    return
                due = [beat for beat in self._beating if beat.due <= time.monotonic()]
            self._renew(due)

    def _renew(self, due: list[Heartbeat]) -> None:
        for beat in due:
            beat.put_off()
            try:
                renew(beat.lease)
            except Exception as error:
                log.warning("lease-not-renewed", execution=beat.lease.execution_id, error=str(error))
                self.leave(beat)
        if due:
            connection.close()


_pulse = _Pulse()
os.register_at_fork(after_in_child=_pulse.forget)
