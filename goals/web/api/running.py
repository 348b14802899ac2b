"""Rounds and human turns: ordered, listed, read to the last attempt, and settled by a person where uncertain."""

from __future__ import annotations

from typing import Literal

from django.db.models import QuerySet

from goals.models import Execution, ToolCall
from goals.rounds import ordering
from goals.web.api import paths, reading
from goals.web.api.admission import refuse
from goals.web.api.execution_outputs import (
    ExecutionDetailOut,
    ExecutionOut,
    ReservationOut,
    ToolCallDetailOut,
)
from governance import escalations
from governance.errors import Conflict
from governance.models import Escalation, Outbox
from governance.strict.fields import Amount, WholeOrZero
from governance.web.api.inputs import Body, Page, Reason, Revision
from governance.web.api.operation import Call, Listing, Read, Write


class OrderRound(Write):
    """Reserve one round now, by an operator. The gate decides; its refusal is the problem that is answered."""

    asks = "order a round"
    status = 202
    Output = ReservationOut
    example = {"revision": 1}

    class Input(Body):
        revision: Revision

    def run(self, call: Call) -> Outbox:
        reserved, answer = ordering.order(
            acting=call.acting, goal=paths.goal(call), revision=call.body.revision
        )
        if reserved is None:
            raise refuse(answer)
        return reserved


class ListRounds(Listing):
    """The goal's rounds, the latest first."""

    Output = ExecutionOut
    order = "-number"

    def run(self, call: Call) -> QuerySet[Execution]:
        return reading.executions().filter(goal=paths.goal(call), kind=Execution.Kind.ROUND)


class ShowRound(Read):
    """One round by its number, with turns, steps, attempts and tool calls."""

    Output = ExecutionDetailOut

    def run(self, call: Call) -> Execution:
        return reading.execution(paths.round_of(paths.goal(call), call.path["round"]).pk)


class ListExecutions(Listing):
    """Everything that ran for the goal, rounds and human turns, the latest first."""

    Output = ExecutionOut

    class Query(Page):
        kind: Literal["round", "human"] | None = None

    def run(self, call: Call) -> QuerySet[Execution]:
        rows = reading.executions().filter(goal=paths.goal(call))
        return rows if call.query.kind is None else rows.filter(kind=call.query.kind)


class ShowExecution(Read):
    """One execution by its id, with turns, steps, attempts and tool calls."""

    Output = ExecutionDetailOut

    def run(self, call: Call) -> Execution:
        return reading.execution(paths.execution(call).pk)


class ShowToolCall(Read):
    """One call of a tool, with what it was given and what it gave back."""

    Output = ToolCallDetailOut

    def run(self, call: Call) -> ToolCall:
        return paths.tool_call(call)


class SettleExecution(Write):
    """Say what to post for a call whose answer nobody saw: from 0 to what is still held. The rest is released."""

    asks = "settle an uncertain call"
    Output = ExecutionDetailOut
    example = {"tokens": 0, "reason": "The provider's log shows no request."}

    class Input(Body):
        tokens: WholeOrZero
        money: Amount | None = None
        reason: Reason

    def run(self, call: Call) -> Execution:
        execution, body = paths.execution(call), call.body
        asked = Escalation.objects.filter(
            account=execution.goal.account_id, cause="uncertain", subject=f"execution {execution.pk}"
        )
        question = asked.order_by("-pk").first()
        if question is None:
            raise Conflict("This execution is not uncertain.", code="not-uncertain", state=execution.state)
        escalations.answer(
            acting=call.acting, escalation_id=question.pk, answer="settle", reason=body.reason,
            data={"tokens": body.tokens, "money": body.money},
        )  # fmt: skip
        return reading.execution(execution.pk)
