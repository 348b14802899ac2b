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
from typing import Any

from django.conf import settings

from goals import sessions
from goals.agent.usage import UsageReading
from goals.models import Attempt, Execution, Step
from goals.rounds import consequences, leases, spending, turns
from goals.rounds.bills import Bound
from goals.rounds.leases import Lease, LeaseLost, Stop
from governance import canonical, clock, ledger, rows
from governance.errors import Exhausted
from governance.joined import Joined
from governance.models import Account, Price
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
    step_sentence: str = ""


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
        left = _fenced(lease, wrapping_up)
        if bound.tokens > left["left_tokens"] or (left["hold_money"] and bound.money > left["left_money"]):
            raise Exhausted(
                "What is left of this round's hold cannot carry another request.", code="over-cap",
                needed_tokens=bound.tokens, left_tokens=left["left_tokens"],
                needed_money=bound.money, left_money=left["left_money"],
            )  # fmt: skip
        turns.keep(step)
        attempt = Attempt(
            id=uuid.uuid4(), step=step, execution_id=lease.execution_id, number=number, fence=lease.fence,
            model=model, price=price, bound_input_tokens=bound.input_tokens,
            bound_output_tokens=bound.output_tokens, bound_tokens=bound.tokens, bound_money=bound.money,
            request_digest=canonical.digest(request_text), request_bytes=len(request_text.encode()),
            started_at=clock.now(),
        )  # fmt: skip
        return rows.insert(attempt)


def _fenced(lease: Lease, wrapping_up: bool) -> dict[str, Any]:
    """What is left of the hold, the lease renewed in the same breath. Raises LeaseLost, also where a stop came."""
    seen = leases.standing(lease)
    if leases.stop_in(seen, lease, wrapping_up=wrapping_up):
        raise _lost(lease)
    mine = {"fence": lease.fence, "state": Execution.State.RUNNING}
    until = seen["now"] + timedelta(seconds=settings.COUNTERSIGN.lease_seconds)
    rows.change(Execution, lease.execution_id, {"lease_until": until}, where=mine, lost=_lost(lease))
    return seen


def _lost(lease: Lease) -> LeaseLost:
    return LeaseLost("This worker may not call any more.", execution=lease.execution_id)


def record(lease: Lease, attempt: Attempt, outcome: Outcome) -> Recorded:
    """Post the attempt, store its answer, and say whether the execution must stop. One transaction."""
    with outermost():
        account = ledger.lock(lease.account_id)
        attempt = _again(attempt, account)
        execution = attempt.execution
        late = execution.fence != attempt.fence or execution.state != Execution.State.RUNNING
        posted = spending.post(account, execution, attempt, outcome, late=late)
        if late:
            stop: Stop | None = Stop("lease-lost", "Another worker or a person has taken this over.")
        else:
            _append_message(execution, outcome)
            _end_step(attempt.step, outcome)
            stop = consequences.of(execution, attempt, posted)
        held = execution.hold
        return Recorded(
            stop=stop, tokens=posted.tokens, money=posted.money, left_tokens=held.left_tokens,
            left_money=held.left_money,
        )  # fmt: skip


_ATTEMPT = Joined(Attempt, "execution__goal__session", "execution__session", "execution__hold")


def _again(attempt: Attempt, account: Account) -> Attempt:
    """The attempt and its execution as they stand under the lock, with the step and price it was made with."""
    fresh = _ATTEMPT.sure(attempt.pk)
    fresh.step = attempt.step
    if fresh.price_id == attempt.price_id:
        fresh.price = attempt.price
    execution, goal = fresh.execution, fresh.execution.goal
    goal.account = account
    if execution.session_id == goal.session_id:
        execution.session = goal.session
    return fresh


def _end_step(step: Step, outcome: Outcome) -> None:
    """A step without tools ends with its answer."""
    if outcome.step_sentence:
        step.sentence, step.ended_at = outcome.step_sentence, clock.now()
        rows.change(Step, step.pk, {"sentence": step.sentence, "ended_at": step.ended_at})


def _append_message(execution: Execution, outcome: Outcome) -> None:
    if outcome.message is None:
        return
    session = execution.session or execution.goal.session
    sessions.append(
        session, type="assistant/message", data={"finish_reason": outcome.finish_reason},
        body=canonical.text(outcome.message), goal=execution.goal, execution=execution,
    )  # fmt: skip
