"""One step's request: bound, intent, call, record, and again where a passing fault may mend.

Every attempt is committed before it leaves and recorded after. How often is bounded, and each must fit
what is left of the hold.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from django.conf import settings

from goals.agent import closing
from goals.agent.bounds import Fit, Known, Short
from goals.agent.outcomes import outcome_of
from goals.agent.provider import ask as ask_provider
from goals.agent.reply import Reply
from goals.agent.toolbox import Used
from goals.agent.work import Work
from goals.models import Step
from goals.rounds import attempts, leases
from goals.rounds.attempts import Bound, Outcome
from goals.rounds.heartbeat import Heartbeat
from goals.rounds.leases import LeaseLost, Stop

FIRST_PAUSE_SECONDS = 0.25
LOST = "lease-lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The last attempt's reply, if one was made; `stop` or `short` where the execution must end now."""

    reply: Reply | None = None
    stop: Stop | None = None
    short: Short | None = None


def ask(work: Work, step: Step) -> Asked:
    """The model's answer to the conversation as it stands. Raises LeaseLost."""
    most = 1 if work.wrapping_up else settings.COUNTERSIGN.max_attempts_per_step
    asked = Asked()
    for number in range(1, most + 1):
        fitting = work.fit()
        if isinstance(fitting, Short):
            return Asked(reply=asked.reply, short=fitting)
        asked = _attempt(work, step, number, fitting)
        failure = asked.reply.failure if asked.reply else None
        if asked.stop or failure is None or not failure.transient or number == most:
            return asked
        time.sleep(FIRST_PAUSE_SECONDS * 2 ** (number - 1))
        if stop := leases.check(work.lease, wrapping_up=work.wrapping_up):
            return Asked(reply=asked.reply, stop=stop)
    return asked


def _attempt(work: Work, step: Step, number: int, fitting: Fit) -> Asked:
    request = work.request(fitting.output_tokens)
    bound = Bound(input_tokens=fitting.input_tokens, output_tokens=fitting.output_tokens, money=fitting.money)
    try:
        attempt = attempts.intend(
            work.lease, step=step, number=number, model=work.model, price=work.price, bound=bound,
            request_text=request.text, wrapping_up=work.wrapping_up,
        )  # fmt: skip
    except LeaseLost:
        return Asked(stop=_stop_instead(work))
    with Heartbeat(work.lease):
        reply = ask_provider(
            request, endpoint=work.endpoint, attempt_id=str(attempt.pk), seconds=work.call_seconds()
        )
    outcome = outcome_of(reply, provider=work.profile.name)
    if reply.failure is None and not reply.tool_calls:
        outcome = replace(outcome, step_sentence=closing.step_sentence(reply, Used()))
    recorded = attempts.record(work.lease, attempt, outcome)
    if recorded.stop and recorded.stop.code == LOST:
        raise LeaseLost(recorded.stop.sentence, execution=work.lease.execution_id)
    work.take(recorded)
    if reply.failure is None:
        work.learn(_known(outcome, messages=request.messages), returned_model=reply.returned_model)
    return Asked(reply=reply, stop=recorded.stop)


def _stop_instead(work: Work) -> Stop:
    """Why no intent could be committed: a stop that came in between, or else the lease is really lost."""
    stop = leases.check(work.lease, wrapping_up=work.wrapping_up)
    if stop is None:
        raise LeaseLost("This worker may not call any more.", execution=work.lease.execution_id)
    return stop


def _known(outcome: Outcome, *, messages: int) -> Known | None:
    reading = outcome.reading
    if reading is None or reading.state != "reported" or reading.flags:
        return None
    if reading.input_tokens is None or reading.output_tokens is None:
        return None
    return Known(outcome.returned_model, messages, reading.input_tokens, reading.output_tokens)
