"""Runs several acts at one barrier, each in its own thread with its own connection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection


def race(*acts: Callable[[], Any]) -> list[Any]:
    """What each act gave back, or the exception it raised, in the order in which the acts are named."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            barrier.wait()
            return act()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def refusals(outcomes: Sequence[Any]) -> list[Exception]:
    """Those that came second."""
    return [outcome for outcome in outcomes if isinstance(outcome, Exception)]
