"""The agent's loop: steps of one turn until the model stops or policy does. Never admits, never settles.

Each step: does its bound fit the hold; may it start (the intent says); ask; run the tools. What ends an
execution, and how that is told, is in `closing`.
"""

from __future__ import annotations

from django.conf import settings

from goals.agent import asking, closing, toolbox
from goals.agent import work as working
from goals.agent.asking import Asked
from goals.agent.bounds import Short
from goals.agent.endings import Ending
from goals.agent.work import Work
from goals.models import Step, Turn
from goals.rounds import leases, turns
from goals.rounds.leases import Lease
from governance.errors import Conflict


def drive(lease: Lease) -> Ending:
    """Run an admitted execution to its end under this lease. Raises LeaseLost if it is taken away."""
    try:
        work = working.load(lease)
    except Conflict as refused:
        return Ending(state="failed", outcome=refused.code, sentence=refused.message)
    if ending := closing.already_over(work):
        return ending
    turn = turns.new_turn(lease)
    return closing.measured(work, _steps(work, turn))


def _steps(work: Work, turn: Turn) -> Ending:
    for _ in range(settings.COUNTERSIGN.max_steps_per_round):
        if (ending := _step(work, turn)) is not None:
            return ending
    return closing.too_many_steps(work)


def _step(work: Work, turn: Turn) -> Ending | None:
    """One model call and its tools; the ending, or None where the model wants another step."""
    if isinstance(short := work.fit(), Short):
        stop = leases.check(work.lease, wrapping_up=work.wrapping_up)
        return closing.stopped(work, stop) if stop else closing.short(work, short)
    step = turns.new_step(turn, work.steps + 1)
    asked = asking.ask(work, step)
    if step.pk is not None:
        work.steps += 1
    ending, sentence = _after(work, turn, step, asked)
    if step.pk is not None and step.ended_at is None:
        turns.close_step(work.lease, step, sentence=sentence)
    return ending


def _after(work: Work, turn: Turn, step: Step, asked: Asked) -> tuple[Ending | None, str]:
    """The ending, if this step brings one, and the step's sentence."""
    reply = asked.reply
    if asked.stop:
        return closing.stopped(work, asked.stop), asked.stop.sentence
    if asked.short:
        failure = reply.failure if reply else None
        return closing.short(
            work, asked.short, failure=failure
        ), "What was committed carries no other attempt."
    assert reply is not None
    if reply.failure:
        return closing.failed(work, reply.failure), reply.failure.sentence
    assert reply.message is not None
    work.payload.append(reply.message)
    used = toolbox.use(work, turn, step, reply.tool_calls) if reply.tool_calls else toolbox.Used()
    sentence = closing.step_sentence(reply, used)
    if work.wrapping_up or used.ends_turn or not reply.tool_calls:
        return closing.finished(work), sentence
    return (closing.wrap_up(work, used.report) if used.report else None), sentence
