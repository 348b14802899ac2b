"""The processes of the demonstration: broker, scripted endpoint and worker, then the driver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings

from governance.config.servers.stack import Stack
from governance.config.servers.supervisor import Supervisor


@contextmanager
def running(say: Callable[[str], None]) -> Iterator[Callable[[], None]]:
    """Start everything but the web and the driver; what is given starts the driver. All end together."""
    supervisor = Supervisor(say=say, grace_seconds=settings.COUNTERSIGN.shutdown_seconds)
    stack = Stack(settings.COUNTERSIGN)
    try:
        stack.start_worker(supervisor)
        yield lambda: stack.start_driver(supervisor)
    finally:
        supervisor.stop()
