"""Finds executions whose worker fell silent. Any number of reapers may run; each finding counts once.

Nothing in `calling`: claimable again under the next fence, quarantined after too many claims.
Something in `calling`: uncertain. That attempt's bound stays held, the rest is released, the goal is
disarmed, and a person is asked what to post.
"""

from __future__ import annotations

from django.conf import settings

from goals import activation
from goals.agent.endings import Ending
from goals.enums import BlockCode
from goals.models import Attempt, Execution
from goals.rounds import settlement
from governance import audit, clock, escalations, ledger
from governance.actors import COUNTERSIGN
from governance.money import ZERO
from governance.transactions import outermost


def reap(*, limit: int = 100) -> list[int]:
    """Deal with expired leases, at most `limit`; ids of the executions that changed."""
    silent = Execution.objects.filter(state=Execution.State.RUNNING, lease_until__lt=clock.db_now()).exclude(
        lease_owner=""
    )
    return [pk for pk in silent.values_list("pk", flat=True)[:limit] if _reap_one(pk)]


def _reap_one(execution_id: int) -> bool:
    with outermost():
        execution = settlement.locked(execution_id)
        if execution.state != Execution.State.RUNNING or execution.lease_until >= clock.db_now():
            return False
        if not execution.lease_owner:
            return False
        calling = list(execution.attempts.filter(state=Attempt.State.CALLING))
        if calling:
            _make_uncertain(execution, calling)
        elif execution.claims >= settings.COUNTERSIGN.max_claims or clock.db_now() >= execution.deadline:
            _quarantine(execution)
        else:
            _give_back(execution)
        return True


def _give_back(execution: Execution) -> None:
    execution.fence += 1
    Execution.objects.filter(pk=execution.pk).update(fence=execution.fence, lease_owner="")
    audit.record(
        acting=COUNTERSIGN, on=execution.goal.account, action="round.worker-lost",
        sentence=f"Countersign lost the worker of {settlement.name_of(execution)} between two calls; it may be "
        "taken up again, no money moved.",
        facts={"execution": execution.pk, "fence": execution.fence, "claims": execution.claims},
    )  # fmt: skip


def _quarantine(execution: Execution) -> None:
    late = clock.db_now() >= execution.deadline
    outcome = "wall-clock" if late else "quarantined"
    sentence = (
        "The round reached its wall-clock limit while its worker was silent."
        if late
        else f"The round lost its worker {execution.claims} times and is not tried again."
    )
    Execution.objects.filter(pk=execution.pk).update(fence=execution.fence + 1)
    settlement.finish(execution, Ending(state="failed", outcome=outcome, sentence=sentence))
    stopped = execution.goal.blocked_code == BlockCode.ROUND_FAILED
    if execution.state != Execution.State.SETTLED and not stopped:
        _disarm_and_ask(execution, "round-failed", sentence)


def _make_uncertain(execution: Execution, calling: list[Attempt]) -> None:
    keep_tokens = sum(attempt.bound_tokens for attempt in calling)
    keep_money = sum((attempt.bound_money for attempt in calling), ZERO) if execution.hold.money else ZERO
    entry = ledger.release(
        execution.goal.account, execution.hold, keep_tokens=keep_tokens, keep_money=keep_money
    )
    execution.fence += 1
    execution.state = Execution.State.UNCERTAIN
    Execution.objects.filter(pk=execution.pk).update(
        fence=execution.fence, state=execution.state, lease_owner=""
    )
    Attempt.objects.filter(pk__in=[attempt.pk for attempt in calling]).update(state=Attempt.State.UNCERTAIN)
    account = execution.goal.account
    sentence = (
        f"{settlement.name_of(execution).capitalize()} lost its worker during a model call. "
        "Say what to post: the bill, or the full hold."
    )
    audit.record(
        acting=COUNTERSIGN, on=account, action="round.uncertain",
        sentence=f"Countersign lost the worker of {settlement.name_of(execution)} during a model call; "
        f"{keep_tokens:,} tokens and {account.currency} {keep_money:.4f} stay committed until a person looks, "
        f"{entry.tokens:,} tokens released.",
        facts={"execution": execution.pk, "attempts": [str(a.pk) for a in calling], "kept_tokens": keep_tokens,
               "kept_money": keep_money},
        covers=ledger.covers([entry]), effect_tokens=entry.tokens, effect_money=entry.money,
    )  # fmt: skip
    _disarm_and_ask(execution, "uncertain", sentence, bound_tokens=keep_tokens, bound_money=keep_money)


def _disarm_and_ask(execution: Execution, cause: str, sentence: str, **evidence: object) -> None:
    account = execution.goal.account
    if activation.disarm(execution.goal):
        audit.record(
            acting=COUNTERSIGN, on=account, action="goal.disarmed",
            sentence=f"Countersign disarmed the goal: {sentence} No money moved.",
            facts={"code": cause, "execution": execution.pk},
        )  # fmt: skip
    escalations.open_question(
        acting=COUNTERSIGN, account=account, cause=cause, subject=f"execution {execution.pk}",
        sentence=sentence, evidence=dict(evidence),
    )  # fmt: skip
