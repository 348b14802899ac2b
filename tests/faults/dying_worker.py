"""A real Celery worker that ends itself with SIGKILL at one named point. `python -m tests.faults.dying_worker POINT`"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import django

POINTS = ("before-claim", "after-claim", "after-intent", "before-record", "after-report", "after-end")


def main(point: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "governance.config.settings")
    django.setup()
    from goals.agent import loop  # noqa: PLC0415 - Django is set up first
    from goals.rounds import attempts, claiming, running, settlement  # noqa: PLC0415

    if point == "before-claim":
        claiming.claim = _dying_before()
    elif point == "after-claim":
        loop.drive = _dying_before()
    elif point == "after-intent":
        attempts.intend = _dying_after(attempts.intend)
    elif point == "before-record":
        attempts.record = _dying_before()
    elif point == "after-report":
        settlement.settle = _dying_before()
    elif point == "after-end":
        running._wake_next = _dying_before()
    from governance.config.celery import app  # noqa: PLC0415

    app.worker_main(["worker", "--pool=solo", "--without-gossip", "--without-mingle", "--loglevel=INFO"])


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _dying_before() -> Callable[..., None]:
    return lambda *args, **kwargs: _die()


def _dying_after(verb: Callable[..., Any]) -> Callable[..., None]:
    def then_die(*args: Any, **kwargs: Any) -> None:
        verb(*args, **kwargs)
        _die()

    return then_die


if __name__ == "__main__":
    main(sys.argv[1])
