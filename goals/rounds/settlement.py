"""Ends an execution exactly once: release the rest of the hold, conclude, one event. One transaction."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.db.models import QuerySet

from goals import activation, claims, sessions, stops
from goals.agent.endings import Ending
from goals.enums import Phase
from goals.models import Attempt, Execution, Goal
from goals.rounds import turns
from goals.rounds.leases import Lease, LeaseLost
from goals.strategies import Conclusion
from goals.strategies.admitted import strategy_of
from governance import audit, clock, ledger, rows
from governance.actors import COUNTERSIGN, Acting
from governance.compiled import Compiled
from governance.enums import HoldStatus
from governance.errors import Conflict
from governance.joined import Joined
from governance.models import LedgerEntry
from governance.money import ZERO
from governance.transactions import outermost, require_transaction


def settle(lease: Lease, ending: Ending) -> Execution:
    """End a running execution as its worker reports it. Raises LeaseLost if the worker was given up."""
    with outermost():
        execution = locked(lease.execution_id, account_id=lease.account_id)
        if execution.fence != lease.fence or execution.state != Execution.State.RUNNING:
            raise LeaseLost("Another worker or a person has ended this.", execution=execution.pk)
        if _CALLING.first(execution=execution.pk):
            raise Conflict("A call of this execution is still open.", code="call-open")
        return _finish(execution, ending, COUNTERSIGN)


def _calling(*, execution: int) -> QuerySet[Attempt, Any]:
    return Attempt.objects.filter(execution=execution, state=Attempt.State.CALLING).values("pk")[:1]


_CALLING = Compiled(_calling, execution=int)
_EXECUTION = Joined(Execution, "goal__session", "session", "hold")


def locked(execution_id: int, *, account_id: int | None = None) -> Execution:
    """The execution with its account locked, as `execution.goal.account`; name the account where it is known."""
    require_transaction()
    if account_id is None:
        account_id = Execution.objects.values_list("goal__account_id", flat=True).get(pk=execution_id)
    account = ledger.lock(account_id)
    execution = _EXECUTION.sure(execution_id)
    execution.goal.account = account
    return execution


def finish(execution: Execution, ending: Ending, *, acting: Acting = COUNTERSIGN) -> Execution:
    """End a locked, live execution: release, conclude, event. Composable."""
    require_transaction()
    counted = rows.sure(rows.fetch(Execution, id=execution.pk))
    execution.tokens, execution.money, execution.steps = counted.tokens, counted.money, counted.steps
    return _finish(execution, ending, acting)


def _finish(execution: Execution, ending: Ending, acting: Acting) -> Execution:
    """As `finish`, for an execution whose counters were read under the lock. Reads first, then writes together."""
    goal = execution.goal
    strategy = strategy_of(execution, goal)
    ending = strategy.ended(execution, ending)
    open_turns = turns.open_turns(execution)
    entries = _release(execution)
    turns.close(open_turns, execution, reason=ending.turn_reason, sentence=ending.sentence)
    _end(execution, ending)
    conclusion = strategy.conclude(execution, goal, ending)
    released = sum(entry.tokens for entry in entries)
    released_money = sum((entry.money for entry in entries), ZERO)
    audit.record(
        acting=acting,
        on=goal.account,
        action="round.settled" if execution.number else "turn.settled",
        sentence=_sentence(execution, ending, released, released_money, acting),
        facts={"execution": execution.pk, "number": execution.number, "state": execution.state,
               "outcome": ending.outcome, "tokens": execution.tokens, "money": execution.money,
               "steps": execution.steps, "said": ending.sentence, **_plain(ending.facts)},
        covers=[*ledger.covers(entries), *sessions.covers(execution.session or goal.session)],
        effect_tokens=released,
        effect_money=released_money,
    )  # fmt: skip
    _conclude(goal, execution, conclusion)
    return execution


def _release(execution: Execution) -> list[LedgerEntry]:
    if execution.hold.status != HoldStatus.OPEN:
        return []
    return [ledger.release(execution.goal.account, execution.hold)]


def _end(execution: Execution, ending: Ending) -> None:
    before = execution.state
    execution.state, execution.outcome, execution.sentence = ending.state, ending.outcome, ending.sentence
    execution.ended_at = clock.now()
    change = {name: getattr(execution, name) for name in ("state", "outcome", "sentence", "ended_at")}
    over = Conflict("This execution has already ended.", code="already-ended")
    if before not in Execution.LIVE:
        raise over
    rows.change(Execution, execution.pk, change, where={"state": before}, lost=over)
    session = execution.session or execution.goal.session
    data = {"number": execution.number, "state": ending.state, "outcome": ending.outcome}
    sessions.append(session, type="round/end", data=data, goal=execution.goal, execution=execution)


def _conclude(goal: Goal, execution: Execution, conclusion: Conclusion) -> None:
    if conclusion.claim_evidence:
        claims.make(
            goal=goal, execution=execution, claimant=conclusion.claimant, evidence=conclusion.claim_evidence
        )
    elif conclusion.block_code and goal.phase == Phase.ACTIVE:
        stops.block(
            acting=COUNTERSIGN, goal=goal, code=conclusion.block_code, message=conclusion.block_message,
            numbers=conclusion.numbers, earlier=conclusion.earlier,
        )  # fmt: skip
    elif conclusion.disarm_code and activation.disarm(goal):
        audit.record(
            acting=COUNTERSIGN, on=goal.account, action="goal.disarmed",
            sentence=f"Countersign disarmed the goal: {conclusion.disarm_message} No money moved.",
            facts={"code": conclusion.disarm_code, "execution": execution.pk},
        )  # fmt: skip


def _sentence(
    execution: Execution, ending: Ending, released: int, released_money: Decimal, acting: Acting
) -> str:
    account = execution.goal.account
    what = name_of(execution)
    how = {"settled": "settled", "failed": "ended", "cancelled": "cancelled", "over-cap": "ended"}[
        ending.state
    ]
    why = "" if ending.state == "settled" else f" ({ending.sentence.rstrip('.')})"
    back = f"{released:,} tokens"
    spent = f"{execution.tokens:,} tokens and {account.currency} {execution.money:.2f}"
    if account.budget_money is not None:
        back += f" and {account.currency} {released_money:.2f}"
    return f"{acting.name} {how} {what}{why} at {spent}; {back} released."


def name_of(execution: Execution) -> str:
    """How sentences call an execution."""
    return f"round {execution.number}" if execution.number else "a person's turn"


def _plain(facts: dict[str, Any]) -> dict[str, Any]:
    return {f"ending_{key}": value for key, value in facts.items()}
