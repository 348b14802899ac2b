"""“Post this much.” A person says what a call cost whose answer nobody saw: from 0 to what is still held."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict

from goals import authority
from goals.answers.subject import goal_of
from goals.models import Execution
from goals.rounds import settlement, uncertain
from governance import strict
from governance.actors import Acting
from governance.errors import Conflict
from governance.models import Escalation
from governance.strict.fields import Amount, whole


class Settled(BaseModel):
    """Tokens to post; money only where it is known, otherwise the same share of the bound."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tokens: Annotated[int, whole(least=0)]
    money: Amount | None = None


class Settle:
    name = "settle"
    meaning = "Post what the lost call cost"
    spends_on = False

    def may(self, acting: Acting, escalation: Escalation) -> None:
        authority.require_settler(acting, goal_of(escalation))

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        said = strict.parse(Settled, data, noun="The amounts")
        money: Decimal | None = said.money
        uncertain.settle_locked(
            acting=acting, execution=_execution(escalation), tokens=said.tokens, money=money,
            reason=escalation.reason,
        )  # fmt: skip


def _execution(escalation: Escalation) -> Execution:
    goal = goal_of(escalation)
    live = Execution.objects.filter(goal=goal, state=Execution.State.UNCERTAIN).first()
    if live is None:
        raise Conflict("Nothing of this goal is uncertain any more.", code="not-uncertain")
    return settlement.locked(live.pk)
