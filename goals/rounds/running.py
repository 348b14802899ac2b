"""The flow of a round, as the task runs it: claim, drive, settle, wake the next."""

from __future__ import annotations

import structlog
from django.db import DatabaseError

from goals.agent import loop
from goals.models import Execution
from goals.rounds import claiming, dispatching, reservations, settlement
from goals.rounds.leases import LeaseLost
from governance.errors import EnforcementUnavailable

log = structlog.get_logger(__name__)


def run(outbox_id: int) -> str:
    """Run what this outbox row stands for, once. The answer is only a word for the log.

    1. claim and admit in one transaction; 2. drive the agent under the lease; 3. settle in one
    transaction; 4. reserve and send the next round, which the driver would also find.
    """
    try:
        lease = claiming.claim(outbox_id)
    except EnforcementUnavailable as error:
        log.error("enforcement-unavailable", outbox=outbox_id, error=str(error.__cause__))
        _give_up(outbox_id)
        return "enforcement-unavailable"
    if lease is None:
        log.info("nothing-to-claim", outbox=outbox_id)
        return "nothing-to-claim"
    try:
        execution = settlement.settle(lease, loop.drive(lease))
    except LeaseLost:
        log.warning("lease-lost", execution=lease.execution_id, fence=lease.fence)
        return "lease-lost"
    _wake_next(execution)
    return execution.outcome


def _give_up(outbox_id: int) -> None:
    try:
        reservations.give_up(outbox_id)
    except DatabaseError:
        log.error("still-unavailable", outbox=outbox_id, exc_info=True)


def _wake_next(execution: Execution) -> None:
    try:
        dispatching.next_for(execution.goal_id)
    except Exception:
        log.warning("next-round-left-to-the-driver", goal=execution.goal_id, exc_info=True)
