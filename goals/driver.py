"""The driver: reserves rounds one at a time under its lease, sends what waits, reaps what fell silent.

A second driver stands by. Taking over an expired lease is a new epoch, in which every goal is disarmed.
"""

from __future__ import annotations

import threading
import time

import structlog
from django.conf import settings
from django.db import DatabaseError, connection

from goals import activation
from goals.rounds import dispatching, reaping, reservations
from goals.rounds.claiming import worker_name
from governance import authorisations, escalations, notifications
from governance.actors import COUNTERSIGN

log = structlog.get_logger(__name__)


class Driver:
    """`run` until `stop`; `tick` is one look, for tests and for `--once`."""

    def __init__(self, *, name: str | None = None) -> None:
        self.name = name or worker_name()
        self.epoch: int | None = None
        self._over = threading.Event()

    def stop(self) -> None:
        self._over.set()

    def run(self) -> None:
        """Look, wait, look again. A database that cannot be reached is asked again after the wait."""
        wait = settings.COUNTERSIGN.driver_poll_milliseconds / 1000
        while not self._over.is_set():
            began = time.monotonic()
            try:
                self.tick()
            except DatabaseError:
                log.error("database-unreachable", exc_info=True)
                connection.close()
            self._over.wait(max(0.0, wait - (time.monotonic() - began)))
        activation.drop_lease(self.name)

    def tick(self) -> bool:
        """One look. False while another driver holds the lease."""
        epoch = activation.hold_lease(self.name, seconds=settings.COUNTERSIGN.driver_lease_seconds)
        if epoch is None:
            return False
        if epoch != self.epoch:
            log.info("driver-epoch", epoch=epoch, name=self.name)
            self.epoch = epoch
        reaping.reap()
        authorisations.expire_due()
        escalations.expire_due()
        for goal_id in dispatching.ready_goals().values_list("pk", flat=True)[: dispatching.BATCH]:
            reservations.reserve(acting=COUNTERSIGN, goal_id=goal_id)
        dispatching.send_waiting()
        notifications.send_due()
        return True
