"""Leases: who runs an execution now, until when by the database's clock, and whether it may go on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from django.conf import settings
from django.db.models import Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from goals.enums import Phase
from goals.models import Execution
from governance.compiled import Compiled
from governance.errors import Conflict
from governance.models import Freeze
from governance.money import MoneyField


class LeaseLost(Conflict):
    """Somebody else may run this execution now: stop, record what was spent, change nothing else."""

    code = "lease-lost"


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to run one execution: its id, the fence number, the worker's name, the hard deadline,
    and the account that pays, which never changes.
    """

    execution_id: int
    fence: int
    owner: str
    deadline: datetime
    account_id: int

    @classmethod
    def of(cls, execution: Execution) -> Self:
        return cls(
            execution.pk,
            execution.fence,
            execution.lease_owner,
            execution.deadline,
            execution.goal.account_id,
        )


@dataclass(frozen=True, slots=True)
class Stop:
    """Why an execution ends before its next step: a stable code and one sentence."""

    code: str
    sentence: str


def renew(lease: Lease) -> None:
    """Push the lease forward from the database's now. Raises LeaseLost. One statement."""
    until = Now() + timedelta(seconds=settings.COUNTERSIGN.lease_seconds)
    held = Execution.objects.filter(pk=lease.execution_id, fence=lease.fence, state=Execution.State.RUNNING)
    if held.update(lease_until=until) != 1:
        raise LeaseLost("This worker no longer holds the execution.", execution=lease.execution_id)


def check(lease: Lease, *, wrapping_up: bool = False) -> Stop | None:
    """May the next step start? None, or the stop. Raises LeaseLost. One query.

    A pause, block, completion, clear, revocation or freeze ends the execution here. While wrapping up
    after its own report, the goal's phase does not count.
    """
    return stop_in(standing(lease), lease, wrapping_up=wrapping_up)


def standing(lease: Lease) -> dict[str, Any]:
    """How the execution, its goal and what is left of its hold stand now. Raises LeaseLost. One query."""
    row = _STANDING.first(execution=lease.execution_id)
    if row is None or row["fence"] != lease.fence or row["state"] != Execution.State.RUNNING:
        raise LeaseLost("This worker no longer holds the execution.", execution=lease.execution_id)
    return row


def _standing(*, execution: int) -> QuerySet[Execution, Any]:
    frozen = Freeze.objects.filter(lifted_at=None).filter(
        Q(cost_centre=None) | Q(cost_centre=OuterRef("goal__account__cost_centre"))
    )
    asked = Execution.objects.filter(pk=execution).annotate(
        frozen=Exists(frozen),
        hold_money=F("hold__money"),
        left_tokens=F("hold__tokens") - F("hold__posted_tokens") - F("hold__released_tokens"),
        left_money=ExpressionWrapper(
            F("hold__money") - F("hold__posted_money") - F("hold__released_money"), output_field=MoneyField()
        ),
        now=Now(),
    )
    return asked.values(
        "fence", "state", "kind", "goal__phase", "goal__cleared", "authorisation__status", "frozen", "deadline",
        "hold_money", "left_tokens", "left_money", "now",
    )  # fmt: skip


_STANDING = Compiled(_standing, execution=int)


def stop_in(row: dict[str, Any], lease: Lease, *, wrapping_up: bool) -> Stop | None:
    """The stop in what `standing` found, or None. A person who cancels a turn brings its deadline forward."""
    if row["goal__cleared"]:
        return Stop("cancelled", "The goal was closed.")
    if row["authorisation__status"] == "revoked":
        return Stop("cancelled", "The authorisation was revoked.")
    if row["frozen"]:
        return Stop("cancelled", "Admissions were frozen.")
    if row["kind"] == Execution.Kind.ROUND and row["goal__phase"] != Phase.ACTIVE and not wrapping_up:
        return Stop("cancelled", f"The goal is {row['goal__phase']}.")
    if row["now"] < row["deadline"]:
        return None
    if row["deadline"] < lease.deadline:
        return Stop("cancelled", "A person cancelled the turn.")
    return Stop("over-cap", "The round reached its wall-clock limit.")
