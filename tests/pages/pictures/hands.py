"""The invented people at their desks: they ask, sign, and rounds are worked as a worker would, call by call.

Everything is done by the product's verbs; only the model is replaced by what it might have said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import time_machine

from goals import activation, approvals, human_turns
from goals.agent import loop
from goals.agent.endings import Ending
from goals.agent.scripted import ScriptedEndpoint
from goals.agent.usage import UsageReading
from goals.approvals import defaults
from goals.models import Execution, Goal, Turn
from goals.rounds import attempts, claiming, reservations, settlement, turns
from goals.rounds.attempts import Bound, Outcome
from goals.rounds.leases import Lease
from goals.terms import parse, read_terms
from governance import clock, prices
from governance.actors import COUNTERSIGN, Acting
from governance.models import Request
from governance.money import ZERO
from ralph_runs.demonstration import people
from tests import turning

MODEL, SMALL = "meridian-large", "meridian-small"
LOOKED_AT = '{"path": "statements/brenner.csv"}'
FOUND = "invoice,date,amount\n70412-0817,2026-08-17,1204.30\n70412-0824,2026-08-24,318.94\n"
Call = tuple[int, int, int, str]  # input, cached, output, what it did


@contextmanager
def at(instant: datetime) -> Iterator[None]:
    """The same people at another time, with a driver that is live."""
    with time_machine.travel(instant, tick=True):
        activation.hold_lease("the driver", seconds=24 * 3600)
        yield


@dataclass
class Hands:
    """`endpoint` plays the model wherever a round is really driven."""

    endpoint: ScriptedEndpoint
    goals: dict[str, Goal] = field(default_factory=dict)

    def acting(self, name: str) -> Acting:
        return people.acting(name)

    def ask(self, objective: str, *, by: str = "ingrid", why: str, **limits: Any) -> Request:
        wish = {"objective": objective, "models": [MODEL], "cost_centre": "4210", "max_rounds": 8,
                "valid_until": clock.now() + timedelta(days=80), **limits}  # fmt: skip
        return approvals.ask_goal(
            acting=self.acting(by), terms=parse(defaults.filled(wish, at=clock.now())), reason=why
        )

    def ask_change(self, goal: Goal, *, by: str, why: str, **wider: Any) -> Request:
        fresh = self.fresh(goal)
        assert fresh.account.terms is not None
        terms = parse({**read_terms(fresh.account.terms.text).model_dump(), **wider})
        return approvals.ask_change(
            acting=self.acting(by), goal_id=goal.pk, terms=terms, base_digest=fresh.account.terms.digest, reason=why
        )  # fmt: skip

    def signed(self, request: Request, *names: str, why: str = "Within the plan for this month.") -> Goal:
        """Signed by all of these, one after the other."""
        for name in names:
            request.refresh_from_db()
            people.sign(request, by=name, reason=why)
        request.refresh_from_db()
        return Goal.objects.select_related("account").get(account=request.account_id)

    def goal(self, objective: str, *names: str, by: str = "ingrid", why: str, **limits: Any) -> Goal:
        return self.signed(self.ask(objective, by=by, why=why, **limits), *(names or ("tomas",)))

    def fresh(self, goal: Goal) -> Goal:
        return Goal.objects.select_related("account__terms", "account__owner").get(pk=goal.pk)

    def admit(self, goal: Goal) -> Lease:
        row, answer = reservations.reserve(acting=COUNTERSIGN, goal_id=goal.pk)
        assert row is not None, answer
        lease = claiming.claim(row.pk)
        assert lease is not None
        return lease

    def call(self, lease: Lease, turn: Turn, call: Call, *, model: str = MODEL, bound: int = 0) -> None:
        """One step with one answered call; a `bound` below what is reported is an overrun."""
        tokens_in, cached, out, did = call
        step = turning.open_step(turn)
        attempt = self.intend(lease, step, model, bound or tokens_in + out + 400)
        reading = UsageReading(
            input_tokens=tokens_in, cached_input_tokens=cached, cache_write_tokens=None, output_tokens=out,
            reasoning_tokens=None, state="reported", flags=(),
        )  # fmt: skip
        outcome = Outcome(
            reading=reading, returned_model=model, finish_reason="stop", step_sentence=did,
            raw_usage=json.dumps({"prompt_tokens": tokens_in, "completion_tokens": out}),
            message={"role": "assistant", "content": None, "tool_calls": [
                {"id": "call_1", "type": "function", "function": {"name": "read_file", "arguments": LOOKED_AT}}]},
        )  # fmt: skip
        attempts.record(lease, attempt, outcome)
        turns.record_tool(
            lease, step, number=1, name="read_file", call_id="call_1", arguments=LOOKED_AT, result=FOUND,
            sentence="Read statements/brenner.csv.",
        )  # fmt: skip
        turns.close_step(lease, step, sentence=did)

    def intend(self, lease: Lease, step: Any, model: str, tokens: int) -> Any:
        price = prices.price_for(model, currency="USD", at=clock.now())
        out = min(tokens // 2, 8_000)
        money = prices.bound(price, input_tokens=tokens - out, output_tokens=out) if price else ZERO
        bound = Bound(input_tokens=tokens - out, output_tokens=out, money=money)
        return attempts.intend(
            lease, step=step, number=1, model=model, price=price, bound=bound, request_text='{"messages": []}'
        )

    def worked(self, goal: Goal, calls: list[Call], *, told: str = "", model: str = MODEL) -> Execution:
        """A round of these calls that ends by itself."""
        lease = self.admit(goal)
        turn = turning.open_turn(lease)
        for one in calls:
            self.call(lease, turn, one, model=model)
        turning.close_turn(turn, sentence="Worked until the model stopped.")
        ending = Ending(state="settled", outcome="completed", sentence=told or f"{calls[-1][3]}.")
        return settlement.settle(lease, ending)

    def says(self, goal: Goal, text: str) -> Execution:
        """A turn of the owner's own; the model answers with what it knows."""
        by = self.acting(self.fresh(goal).account.owner.username)
        written = human_turns.write(acting=by, goal_id=goal.pk, text=text)
        lease = claiming.claim(written.outbox_id)
        assert lease is not None
        self.endpoint.plan(text="The Baltic lanes explain USD 3,120.00 of it; the rest is fuel.")
        return settlement.settle(lease, loop.drive(lease))

    def reported(self, goal: Goal, calls: list[Call], report: dict[str, Any]) -> Execution:
        """A fresh agent's round: these calls, then the report that it really submits."""
        lease = self.admit(goal)
        turn = turning.open_turn(lease)
        for one in calls:
            self.call(lease, turn, one)
        turning.close_turn(turn, sentence="Worked until the model stopped.")
        self.endpoint.plan(tool_calls=[{"name": "submit_report", "arguments": report}])
        return settlement.settle(lease, loop.drive(lease))
