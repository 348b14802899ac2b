"""Waits for what other processes do, by looking at the books."""

from __future__ import annotations

import time
from collections.abc import Callable

from goals.models import DriverLease, Execution, Goal
from governance import clock
from governance.models import Account

LONGEST_SECONDS = 120


class NothingHappened(Exception):
    """What the demonstration waited for did not come."""


def until(what: str, happened: Callable[[], bool], *, seconds: float = LONGEST_SECONDS) -> None:
    """Look ten times a second. Raises NothingHappened that names what was waited for."""
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            raise NothingHappened(f"waited {seconds:.0f} seconds for {what}")
        time.sleep(0.1)


def driver_is_live() -> bool:
    return DriverLease.objects.filter(lease_until__gt=clock.db_now()).exists()


def at_rest(goal: Goal, *phases: str) -> bool:
    """The goal is in one of these phases and nothing of it runs."""
    there = Goal.objects.filter(pk=goal.pk, phase__in=phases).exists()
    return there and not Execution.objects.filter(goal=goal, state__in=Execution.LIVE).exists()


class Watch:
    """Looks at the accounts between waits and keeps the narrowest margin it saw."""

    def __init__(self) -> None:
        self.looks = 0
        self.broken: list[str] = []

    def look(self) -> None:
        self.looks += 1
        for account in Account.objects.all():
            if account.spent_tokens + account.held_tokens > account.budget_tokens:
                self.broken.append(f"{account.ref}: spent and committed exceed the budget")
