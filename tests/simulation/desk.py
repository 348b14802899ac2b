"""One goal under random treatment: the product's verbs, with the model replaced by what it might have said."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import timedelta

from goals import activation, approvals
from goals.agent.endings import Ending
from goals.agent.usage import UsageReading
from goals.approvals import defaults
from goals.models import Attempt, Execution, Goal, Step, Turn
from goals.rounds import attempts, claiming, reservations, settlement, turns
from goals.rounds.attempts import Bound, Outcome
from goals.rounds.leases import Lease
from goals.terms import Terms, parse, read_terms
from governance import authorisations, clock, prices
from governance.actors import COUNTERSIGN, Acting
from governance.models import Request
from governance.prices import seeding
from tests import turning
from tests.cast import Cast, build

WISH = {
    "objective": "Reconcile the ledgers", "models": ["scripted-echo"], "tools": ["list_files"],
    "cost_centre": "4210",
}  # fmt: skip


@dataclass
class Desk:
    """People and one goal; what the machine's rules act on. `lease` is that of the worker we follow."""

    cast: Cast
    goal_id: str = ""
    lease: Lease | None = None
    turn: Turn | None = None
    step: Step | None = None
    attempt: Attempt | None = None
    lost: list[tuple[Lease, Attempt]] = field(default_factory=list)
    driver: int = 0

    @classmethod
    def furnished(cls) -> Desk:
        """With people, prices and a driver, before any goal."""
        desk = cls(build())
        seeding.seed(acting=COUNTERSIGN, currency="USD")
        desk.take_over()
        return desk

    def fresh(self) -> Desk:
        """Another one in the same room, whose rows nobody has moved on."""
        return Desk(deepcopy(self.cast), driver=self.driver)

    def acting(self, name: str) -> Acting:
        return self.cast.acting(getattr(self.cast, name))

    def goal(self) -> Goal:
        return Goal.objects.select_related("account__terms").get(pk=self.goal_id)

    def terms(self) -> Terms:
        standing = self.goal().account.terms
        assert standing is not None
        return read_terms(standing.text)

    def take_over(self) -> None:
        """Another driver takes an expired lease over: a new epoch."""
        activation.DriverLease.objects.filter(pk=1).update(lease_until=clock.db_now() - timedelta(seconds=1))
        self.driver += 1
        activation.hold_lease(f"driver {self.driver}", seconds=3_600)

    def ask(self, **limits: object) -> Request:
        terms = parse(defaults.filled({**WISH, **limits}, at=clock.now()))
        return approvals.ask_goal(acting=self.acting("ben"), terms=terms, reason="close")

    def sign(self, request: Request, by: str = "dee") -> None:
        approvals.sign(
            acting=self.acting(by), request_id=request.pk, revision=request.revision, reason="fine",
            page_digest=authorisations.page_digest(request),
        )  # fmt: skip

    def ask_change(self, **wider: object) -> None:
        standing = self.goal().account.terms
        assert standing is not None
        data = {**json.loads(standing.text), **wider}
        request = approvals.ask_change(
            acting=self.acting("ben"), goal_id=self.goal_id, terms=parse(data), base_digest=standing.digest,
            reason="more",
        )  # fmt: skip
        self.sign(request)

    def admit(self, outbox_id: int) -> None:
        """One delivery of a message, as a worker treats it."""
        lease = claiming.claim(outbox_id)
        if lease is not None:
            self._forget()
            self.lease = lease

    def reserve(self) -> int | None:
        row, _answer = reservations.reserve(acting=COUNTERSIGN, goal_id=self.goal_id)
        return row.pk if row else None

    def call(self, input_tokens: int, output_tokens: int) -> None:
        """The intent of a request with this bound, priced as it would be."""
        assert self.lease is not None
        turn = self.turn or turns.new_turn(self.lease)
        self.step = turning.open_step(turn)
        price = prices.price_for("scripted-echo", currency="USD", at=clock.now())
        assert price is not None
        money = prices.bound(price, input_tokens=input_tokens, output_tokens=output_tokens)
        self.attempt = attempts.intend(
            self.lease, step=self.step, number=1, model="scripted-echo", price=price,
            bound=Bound(input_tokens=input_tokens, output_tokens=output_tokens, money=money), request_text="…",
        )  # fmt: skip
        self.turn = turn

    def answer(
        self, lease: Lease, attempt: Attempt, reading: UsageReading | None, *, sent: bool = True
    ) -> None:
        outcome = Outcome(
            reading=reading, raw_usage="{}", returned_model="scripted-echo", finish_reason="stop", sent=sent,
            message={"role": "assistant", "content": "Done."},
        )  # fmt: skip
        attempts.record(lease, attempt, outcome)

    def settle(self, state: str, outcome: str) -> None:
        assert self.lease is not None
        settlement.settle(self.lease, Ending(state=state, outcome=outcome, sentence="It ended."))
        self._forget()

    def lose_the_worker(self) -> None:
        """The worker falls silent: its lease runs out; a call it had open may still answer, late."""
        assert self.lease is not None
        Execution.objects.filter(pk=self.lease.execution_id).update(
            lease_until=clock.db_now() - timedelta(seconds=1)
        )
        if self.attempt is not None:
            self.lost.append((self.lease, self.attempt))
        self._forget()

    def _forget(self) -> None:
        self.lease = self.turn = self.step = self.attempt = None


def reading(tokens_in: int, tokens_out: int) -> UsageReading:
    """What a provider says after a plain call."""
    return UsageReading(
        input_tokens=tokens_in, cached_input_tokens=None, cache_write_tokens=None, output_tokens=tokens_out,
        reasoning_tokens=None, state="reported", flags=(),
    )  # fmt: skip
