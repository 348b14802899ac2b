"""Opens and closes the runs of a goal: one open at a time, numbered, each ended once, by one sentence.

The window decides when a new run begins (`windows`). Composable: the caller holds the account's lock.
"""

from __future__ import annotations

from goals.enums import BlockCode
from goals.models import Goal
from governance import audit, clock, escalations
from governance.actors import COUNTERSIGN, Acting
from governance.errors import Conflict
from governance.models import Escalation
from governance.transactions import require_transaction
from ralph_runs import decisions, results, windows
from ralph_runs.causes import ASIDE
from ralph_runs.models import RalphRun, RunRound

Outcome = RalphRun.Outcome
OpenedFor = RalphRun.OpenedFor
_BUDGETS = (BlockCode.ROUND_LIMIT, BlockCode.TOKEN_BUDGET, BlockCode.MONEY_BUDGET)
_FAULTS = (BlockCode.ROUND_FAILED, BlockCode.USAGE_OVERRUN, BlockCode.CONTEXT_LIMIT)
_WHY = {
    OpenedFor.START: "the goal's first",
    OpenedFor.ANSWER: "a new one, because a policy stop was answered",
    OpenedFor.OBJECTIVE: "a new one, because another objective was signed",
    OpenedFor.RESUME: "in the same window, because the goal was resumed",
}


def run_for(goal: Goal) -> RalphRun:
    """The run that the goal's next round belongs to: the open one, or a new one."""
    require_transaction()
    last, answer = windows.last_run(goal), windows.last_answer(goal)
    if last is None:
        return _open(goal, None, OpenedFor.START, answer)
    why = windows.opens(goal, last, answer)
    if last.outcome == Outcome.OPEN:
        if why is None:
            return last
        _close_overtaken(goal, last, why, answer)
    return _open(goal, last, why or OpenedFor.RESUME, answer)


def _open(goal: Goal, last: RalphRun | None, why: OpenedFor, answer: Escalation | None) -> RalphRun:
    number = last.number + 1 if last else 1
    run = RalphRun.objects.create(
        goal=goal, number=number, opened_for=why, after_escalation=answer,
        objective_digest=windows.objective_digest(goal), opened_at=clock.now(),
        handoff=last.handoff if last else None,
    )  # fmt: skip
    audit.record(
        acting=COUNTERSIGN, on=goal.account, action="run.opened",
        sentence=f"Countersign opened run {number}, {_WHY[why]}; no money moved.",
        facts={"run": run.pk, "number": number, "opened_for": why.value,
               "after": answer.ref if answer else None, "round": goal.rounds_started + 1},
    )  # fmt: skip
    return run


def close(
    *, run: RalphRun, goal: Goal, outcome: Outcome, sentence: str, acting: Acting = COUNTERSIGN
) -> None:
    """End an open run and what it still asked aside; in one of the harness's ways, with its checked terminal value.

    Raises Conflict `already-ended`.
    """
    require_transaction()
    ended = results.made(run, goal, outcome)
    run.outcome, run.sentence, run.closed_at = outcome, sentence, clock.now()
    run.result_text, run.cap = ended if ended else ("", None)
    closed = RalphRun.objects.filter(pk=run.pk, outcome=Outcome.OPEN).update(
        outcome=outcome, sentence=sentence, closed_at=run.closed_at, result_text=run.result_text, cap=run.cap
    )
    if closed != 1:
        raise Conflict("This run has already ended.", code="already-ended")
    for cause in ASIDE:
        escalations.make_moot(acting=acting, account=goal.account, cause=cause)
    audit.record(
        acting=acting, on=goal.account, action="run.closed",
        sentence=f"{acting.name} closed run {run.number} as {outcome.value}: {sentence} No money moved.",
        facts={"run": run.pk, "number": run.number, "outcome": outcome.value, "result": run.result_text or None},
    )  # fmt: skip


def close_open(*, acting: Acting, goal: Goal) -> None:
    """The goal ended for good; so does what is still open."""
    run = RalphRun.objects.filter(goal=goal, outcome=Outcome.OPEN).first()
    if run is not None:
        last = RunRound.objects.filter(run=run).order_by("-execution_id").first()
        after = f"after round {last.execution.number}" if last else "before a round"
        sentence = f"Cancelled {after}: {acting.name} ended the goal."
        close(run=run, goal=goal, outcome=Outcome.CANCELLED, sentence=sentence, acting=acting)


def _close_overtaken(goal: Goal, run: RalphRun, why: OpenedFor, answer: Escalation | None) -> None:
    """A run that was open when a new window began: the stop that was answered says how it ended."""
    last = decisions.last_in([run])
    code = answer.cause if answer is not None and why == OpenedFor.ANSWER else ""
    if last is not None and last.stops and why == OpenedFor.ANSWER:
        close(run=run, goal=goal, outcome=Outcome.STOPPED, sentence=last.sentence)
    elif code in _BUDGETS and answer is not None:
        close(run=run, goal=goal, outcome=Outcome.BUDGET_LIMITED, sentence=answer.sentence)
    elif code in _FAULTS and answer is not None:
        close(run=run, goal=goal, outcome=Outcome.ROUND_FAILED, sentence=answer.sentence)
    else:
        sentence = (
            f"Cancelled before round {goal.rounds_started + 1}: what it worked on was changed by a person."
        )
        close(run=run, goal=goal, outcome=Outcome.CANCELLED, sentence=sentence)
