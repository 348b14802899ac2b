"""Keeps a set of processes running and ends them together.

Decides when a process that ended is started again (after 1, 2, 4 … 30 seconds; the wait is forgotten
after a quiet minute). Knows nothing of what the processes do.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from governance.config.servers import children

LOOK_SECONDS = 0.2
LONGEST_WAIT_SECONDS = 30
QUIET_SECONDS = 60
LEAST_GRACE_SECONDS = 1


@dataclass
class Service:
    """One process: its name for people, and how to start it."""

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    process: subprocess.Popen[bytes] | None = None
    wait_seconds: float = 0
    last_started: float = 0
    due: float = 0


@dataclass
class Supervisor:
    """Start services in the order given; stop them in the opposite one.

    `say` gets one sentence per event; `grace_seconds` is what work in flight has to finish.
    """

    say: Callable[[str], None]
    grace_seconds: float
    services: list[Service] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    def add(self, name: str, start: Callable[[], subprocess.Popen[bytes]]) -> Service:
        """Start it now and look after it from here on."""
        service = Service(name, start)
        self.services.append(service)
        self._start(service)
        return service

    def run(self) -> None:
        """Look after the services until `stopping` is set; then stop them all."""
        try:
            while not self.stopping.wait(LOOK_SECONDS):
                for service in self.services:
                    self.look_after(service)
        finally:
            self.stop()

    def stop(self) -> None:
        """Last started, first ended: what a process leans on outlives it. The grace is for all together."""
        deadline = time.monotonic() + self.grace_seconds
        for service in reversed(self.services):
            if service.process is not None:
                left = max(LEAST_GRACE_SECONDS, deadline - time.monotonic())
                children.stop(service.process, seconds=left)
        self.services.clear()

    def _start(self, service: Service) -> None:
        service.last_started = time.monotonic()
        service.due = 0
        service.process = service.start()

    def look_after(self, service: Service) -> None:
        """One look at one process: note that it ended, or start it again when its wait is over."""
        now = time.monotonic()
        if service.due:
            if now >= service.due:
                self.say(f"{service.name} is started again")
                self._start(service)
        elif service.process is not None and service.process.poll() is not None:
            quiet = now - service.last_started > QUIET_SECONDS
            service.wait_seconds = 1 if quiet else min(LONGEST_WAIT_SECONDS, max(1, service.wait_seconds * 2))
            service.due = now + service.wait_seconds
            status = service.process.returncode
            self.say(f"{service.name} ended with status {status}; next start in {service.wait_seconds:.0f} s")
