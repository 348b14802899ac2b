"""Goals with a past, made row by row where running them would take too long. Their books add up."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db import transaction

from goals.models import Execution, Goal, GoalTotals, Step, Turn
from goals.web import gathering
from governance import audit, clock, ledger
from governance.actors import COUNTERSIGN
from governance.enums import OutboxStatus, OutboxTopic, UsageState
from governance.ledger import Bill
from governance.models import Account, Hold, Outbox
from tests.cast import Cast
from tests.goals.approvals import signed_goal

EACH_TOKENS, EACH_MONEY = 100, Decimal("0.0046")
STEPS = 3


def reread(goal: Goal) -> Goal:
    return Goal.objects.select_related(*gathering._ROW).get(pk=goal.pk)


def long_goal(cast: Cast, rounds: int, **changes: Any) -> Goal:
    """A goal of Ben's with this many settled rounds of three steps each."""
    budget = {"budget_tokens": 900_000, "budget_money": "20.00", "max_rounds": rounds + 5}
    goal = signed_goal(cast, **{**budget, **changes})
    _settle_many(goal, rounds)
    return reread(goal)


def _settle_many(goal: Goal, rounds: int) -> None:
    began = clock.now() - timedelta(days=30)
    outboxes = Outbox.objects.bulk_create([_outbox(goal, number, began) for number in range(1, rounds + 1)])
    holds = Hold.objects.bulk_create([_hold(goal, began) for _ in range(rounds)])
    executions = Execution.objects.bulk_create(
        [
            _execution(goal, number, outbox, hold, began + timedelta(minutes=number))
            for number, (outbox, hold) in enumerate(zip(outboxes, holds, strict=True), start=1)
        ]
    )
    turns = Turn.objects.bulk_create([_turn(one) for one in executions])
    Step.objects.bulk_create([_step(turn, number) for turn in turns for number in range(1, STEPS + 1)])
    _book(goal, rounds)


def _spend(parts: int) -> dict[str, Any]:
    """Counters of so many steps."""
    return {
        "input_tokens": 90 * parts, "cached_input_tokens": 30 * parts, "output_tokens": 10 * parts,
        "tokens": EACH_TOKENS * parts, "money": EACH_MONEY * parts,
    }  # fmt: skip


def _outbox(goal: Goal, number: int, at: datetime) -> Outbox:
    return Outbox(
        topic=OutboxTopic.ROUND, account=goal.account, subject=goal.pk, revision=goal.revision, number=number,
        status=OutboxStatus.CLAIMED, created_at=at, done_at=at,
    )  # fmt: skip


def _hold(goal: Goal, at: datetime) -> Hold:
    tokens, money = EACH_TOKENS * STEPS, EACH_MONEY * STEPS
    return Hold(
        account=goal.account, purpose="a round", tokens=tokens, money=money, posted_tokens=tokens, posted_money=money,
        status="closed", opened_at=at, closed_at=at,
    )  # fmt: skip


def _execution(goal: Goal, number: int, outbox: Outbox, hold: Hold, at: datetime) -> Execution:
    return Execution(
        goal=goal, kind="round", number=number, revision=goal.revision, terms_version=1,
        authorisation_id=goal.account.authorisation_id, outbox=outbox, hold=hold, session=goal.session, epoch=1,
        state="settled", outcome="completed", sentence="The agent ended its turn.", lease_owner="a worker",
        lease_until=at, deadline=at, steps=STEPS, started_at=at, ended_at=at + timedelta(seconds=40), **_spend(STEPS),
    )  # fmt: skip


def _turn(one: Execution) -> Turn:
    return Turn(execution=one, number=1, sentence="Worked until the model stopped.", end_reason="completed",
                started_at=one.started_at, ended_at=one.ended_at, **_spend(STEPS))  # fmt: skip


def _step(turn: Turn, number: int) -> Step:
    return Step(turn=turn, number=number, sentence=f"Read statement {number}.", started_at=turn.started_at,
                ended_at=turn.ended_at, **_spend(1))  # fmt: skip


def _book(goal: Goal, rounds: int) -> None:
    """The ledger, the account and the goal's counters say the same as the rounds."""
    whole = _spend(STEPS * rounds)
    with transaction.atomic():
        account = ledger.lock(goal.account_id)
        held, _entry = ledger.hold(account, purpose="the past", tokens=whole["tokens"], money=whole["money"])
        bill = Bill(
            reference=f"past:{goal.pk}", tokens=whole["tokens"], money=whole["money"], bound_tokens=whole["tokens"],
            bound_money=whole["money"], price=None, usage_state=UsageState.REPORTED,
        )  # fmt: skip
        ledger.post(account, held, bill)
        ledger.release(account, held)
    Goal.objects.filter(pk=goal.pk).update(rounds_started=rounds)
    GoalTotals.objects.create(goal=goal, attempts=STEPS * rounds, **whole)


def many_entries(goal: Goal, count: int) -> None:
    """So many more entries in the goal's record."""
    with transaction.atomic():
        account = Account.objects.select_for_update().get(pk=goal.account_id)
        for number in range(count):
            audit.record(
                acting=COUNTERSIGN, on=account, action="story.told",
                sentence=f"Countersign told story {number}; no money moved.",
            )  # fmt: skip
