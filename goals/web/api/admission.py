"""The dry run: would the gate admit the next round now, and with another budget? Writes nothing."""

from __future__ import annotations

from goals.gate import asking
from goals.gate.answer import Answer
from goals.web.api import paths
from goals.web.api.goal_outputs import AnswerOut
from governance.errors import CountersignError
from governance.strict.fields import Amount, WholeOrZero
from governance.web.api.inputs import Body, QueryTokens
from governance.web.api.operation import Call, Read


class GateRefusal(CountersignError):
    """What the gate said no with. Its own code and numbers; the gate has already kept it."""

    kept = True


def refuse(answer: Answer) -> GateRefusal:
    """The refusal as an error, for operations that asked for more than an answer."""
    return GateRefusal(answer.sentence, code=answer.code, **answer.numbers)


class WouldAdmit(Read):
    """Would the next round be admitted now? With another budget if one is named."""

    Output = AnswerOut

    class Query(Body):
        budget_tokens: QueryTokens | None = None
        budget_money: Amount | None = None

    def run(self, call: Call) -> Answer:
        asked = call.query
        return asking.ask_as_read(
            paths.goal(call), budget_tokens=asked.budget_tokens, budget_money=asked.budget_money
        )


class WouldAdmitWith(Read):
    """The same with the budget in the body."""

    Output = AnswerOut
    example = {"budget_tokens": 600_000, "budget_money": "18.00"}

    class Input(Body):
        budget_tokens: WholeOrZero | None = None
        budget_money: Amount | None = None

    def run(self, call: Call) -> Answer:
        asked = call.body
        return asking.ask_as_read(
            paths.goal(call), budget_tokens=asked.budget_tokens, budget_money=asked.budget_money
        )
