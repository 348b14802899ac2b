"""Attempts: the intent before a provider request, and the record after it.

`intend` commits `calling` before anything leaves, conditional on the fence. `record` posts what came
back in the transaction that stores the answer. What a fenced-off worker spent is still recorded, as
late, and changes no state.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from django.conf import settings

from goals import sessions
from goals.agent.usage import UsageReading
from goals.enums import Phase
from goals.models import Attempt, Execution, Step
from goals.rounds import consequences, spending
from goals.rounds.bills import Bound
from goals.rounds.leases import Lease, LeaseLost, Stop
from governance import canonical, clock, ledger
from governance.errors import Exhausted
from governance.models import Price
from governance.transactions import outermost

__all__ = ["Bound", "Outcome", "Recorded", "intend", "record"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one request came to. `error` is "" or a kebab-case code; `sent` False: surely nothing left."""

    reading: UsageReading | None
    raw_usage: str
    returned_model: str
    finish_reason: str
    error: str = ""
    sent: bool = True
    message: dict | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What was posted and what is left of the hold; `stop` where the execution must end now."""

    stop: Stop | None
    tokens: int
    money: Decimal
    left_tokens: int
    left_money: Decimal


def intend(
    lease: Lease,
    *,
    step: Step,
    number: int,
    model: str,
    price: Price | None,
    bound: Bound,
    request_text: str,
    wrapping_up: bool = False,
) -> Attempt:
    """Commit the intent to call. Raises LeaseLost, or Exhausted `over-cap` if the hold cannot carry it."""
    with outermost():
        _fence(lease, wrapping_up)
        held = Execution.objects.select_related("hold").get(pk=lease.execution_id).hold
        if bound.tokens > held.left_tokens or (held.money and bound.money > held.left_money):
            raise Exhausted(
                "What is left of this round's hold cannot carry another request.", code="over-cap",
                needed_tokens=bound.tokens, left_tokens=held.left_tokens,
                needed_money=bound.money, left_money=held.left_money,
            )  # fmt: skip
        return Attempt.objects.create(
            id=uuid.uuid4(), step=step, execution_id=lease.execution_id, number=number, fence=lease.fence,
            model=model, price=price, bound_input_tokens=bound.input_tokens,
            bound_output_tokens=bound.output_tokens, bound_tokens=bound.tokens, bound_money=bound.money,
            request_digest=canonical.digest(request_text), request_bytes=len(request_text.encode()),
            started_at=clock.now(),
        )  # fmt: skip


def _fence(lease: Lease, wrapping_up: bool) -> None:
    mine = Execution.objects.filter(pk=lease.execution_id, fence=lease.fence, state=Execution.State.RUNNING)
    mine = mine.filter(goal__cleared=False).exclude(authorisation__status="revoked")
    if not wrapping_up:
        mine = mine.exclude(
            kind=Execution.Kind.ROUND, goal__phase__in=[p for p in Phase if p != Phase.ACTIVE]
        )
    until = clock.db_now() + timedelta(seconds=settings.COUNTERSIGN.lease_seconds)
    if mine.update(lease_until=until) != 1:
        raise LeaseLost("This worker may not call any more.", execution=lease.execution_id)


def record(lease: Lease, attempt: Attempt, outcome: Outcome) -> Recorded:
    """Post the attempt, store its answer, and say whether the execution must stop. One transaction."""
    with outermost():
        execution = Execution.objects.select_related("goal__session", "session").get(pk=lease.execution_id)
        account = ledger.lock(execution.goal.account_id)
        execution = Execution.objects.select_related("goal__session", "session", "hold").get(pk=execution.pk)
        execution.goal.account = account
        attempt = Attempt.objects.select_related("step__turn", "price").get(pk=attempt.pk)
        late = execution.fence != attempt.fence or execution.state != Execution.State.RUNNING
        posted = spending.post(account, execution, attempt, outcome, late=late)
        if late:
            stop: Stop | None = Stop("lease-lost", "Another worker or a person has taken this over.")
        else:
            _append_message(execution, outcome)
            stop = consequences.of(execution, attempt, posted)
        held = execution.hold
        return Recorded(
            stop=stop, tokens=posted.tokens, money=posted.money, left_tokens=held.left_tokens,
            left_money=held.left_money,
        )  # fmt: skip


def _append_message(execution: Execution, outcome: Outcome) -> None:
    if outcome.message is None:
        return
    session = execution.session or execution.goal.session
    sessions.append(
        session, type="assistant/message", data={"finish_reason": outcome.finish_reason},
        body=canonical.text(outcome.message), goal=execution.goal, execution=execution,
    )  # fmt: skip
