"""What the fault drills share: a signed goal of one round, quick leases, and waiting by looking at the books."""

from __future__ import annotations

import time
from collections.abc import Callable

from goals import activation, approvals
from goals.approvals import defaults
from goals.driver import Driver
from goals.models import DriverLease, Execution, Goal
from goals.proofs import check_all, refold_all
from goals.terms import parse
from governance import authorisations, clock
from governance.actors import COUNTERSIGN
from governance.audit.verifying import verify
from governance.prices import seeding
from tests.cast import Cast

QUICK = {
    "COUNTERSIGN_LEASE_SECONDS": "3",
    "COUNTERSIGN_DRIVER_LEASE_SECONDS": "5",
    "COUNTERSIGN_DRIVER_POLL_MILLISECONDS": "100",
    "COUNTERSIGN_RESEND_AFTER_SECONDS": "1",
    "COUNTERSIGN_LOG_LEVEL": "INFO",
}


def until(what: str, happened: Callable[[], bool], *, seconds: float = 60) -> None:
    """Look until it happened; fails naming what did not."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, f"waited {seconds} s for {what}"
        time.sleep(0.05)


def driver_is_live() -> bool:
    return DriverLease.objects.filter(lease_until__gt=clock.db_now()).exists()


def signed(cast: Cast, **limits: object) -> Goal:
    """A goal of one plain round, signed; armed if a driver is live."""
    seeding.seed(acting=COUNTERSIGN, currency="USD")
    wish = {
        "objective": "Say that the ledger is closed.", "models": ["scripted-echo"], "tools": [], "cost_centre": "4210",
        "max_rounds": 1, "budget_tokens": 60_000, "budget_money": "2.00", "per_round_tokens": 30_000,
        "per_round_money": "1.00", **limits,
    }  # fmt: skip
    request = approvals.ask_goal(
        acting=cast.acting(cast.ben), terms=parse(defaults.filled(wish, at=clock.now())), reason="drill"
    )
    approvals.sign(
        acting=cast.acting(cast.cy), request_id=request.pk, revision=request.revision, reason="drill",
        page_digest=authorisations.page_digest(request),
    )  # fmt: skip
    request.refresh_from_db()
    return Goal.objects.get(account=request.account_id)


def own_driver() -> Driver:
    """This process drives: goals signed from here on are armed. `tick` is one look of the driver."""
    activation.hold_lease("the drill", seconds=36_000)
    return Driver(name="the drill")


def the_round(goal: Goal) -> Execution:
    return Execution.objects.select_related("hold").get(goal=goal, number=1)


def ended(goal: Goal, *states: str) -> Callable[[], bool]:
    return lambda: Execution.objects.filter(goal=goal, state__in=states).exists()


def everything_holds() -> None:
    """The standing proofs after a drill."""
    assert check_all() == []
    assert list(refold_all()) == []
    assert verify().faults == []
