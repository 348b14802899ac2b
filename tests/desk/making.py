"""Many goals with odd amounts, made by the product's verbs alone; only the model is replaced by what it might say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal

import time_machine
from django.db import transaction

from goals import activation, claims, human_turns, operations
from goals.agent.endings import Ending
from goals.agent.usage import UsageReading
from goals.models import Attempt, Goal, Turn
from goals.rounds import attempts, claiming, reservations, settlement, spending
from goals.rounds.attempts import Bound, Outcome
from goals.rounds.leases import Lease, LeaseLost
from goals.rounds.settlement import locked
from governance import clock, envelopes, ledger, prices
from governance.actors import COUNTERSIGN
from governance.models import CostCentre, Envelope
from tests import turning
from tests.desk.room import Room

MODELS = ("scripted-1", "scripted-echo")
BOUND = Bound(input_tokens=40_000, output_tokens=8_000)


class Maker:
    """Makes goals as the dice fall. The same seed makes the same books."""

    def __init__(self, *, seed: int = 1, centres: int = 3) -> None:
        self.desk, self.dice = Room.furnished(), random.Random(seed)
        self.centres = [self.desk.cast.payables]
        for number in range(1, centres):
            code = f"42{number}5"
            self.centres.append(CostCentre.objects.create(code=code, name=f"Place {number}"))

    def envelope(self, centre: CostCentre, budget: int = 9_000) -> Envelope:
        """An envelope for the present period."""
        period = clock.period_of(clock.now())
        made, _new = Envelope.objects.update_or_create(
            cost_centre=centre, period=period, defaults={"budget_money": budget}
        )
        return made

    def goal(self, *, rounds: int | None = None, accept: bool | None = None) -> Goal:
        """One goal that is asked for, signed, run for some rounds, and perhaps completed and accepted."""
        dice = self.dice
        centre = dice.choice(self.centres)
        wish = {"cost_centre": centre.code, "models": [dice.choice(MODELS)], "budget_tokens": 900_000,
                "budget_money": "30.00", "max_rounds": 12}  # fmt: skip
        request = self.desk.ask(**wish)
        self.desk.sign(request)
        request.refresh_from_db()
        goal = Goal.objects.select_related("account").get(account=request.account_id)
        for _ in range(dice.choice((0, 1, 1, 2)) if rounds is None else rounds):
            self.round(goal, wish["models"][0])
        if dice.random() < 0.2:
            self._correct(goal)
        if dice.random() < 0.4 if accept is None else accept:
            self._finish(goal)
        goal.refresh_from_db()
        return goal

    def round(self, goal: Goal, model: str) -> None:
        """A round or a person's turn of one to three calls."""
        lease = self._admitted(goal)
        if lease is None:
            return
        turn = turning.open_turn(lease)
        state = self.dice.choice(["settled", "settled", "settled", "failed"])
        for _ in range(self.dice.randint(1, 2)):
            try:
                self._call(lease, turn, model)
            except LeaseLost:  # usage above the bound has stopped the goal
                state = "cancelled"
                break
        settlement.settle(lease, Ending(state=state, outcome=state, sentence="It ended."))
        if state == "failed":
            self._resume(goal)

    def _resume(self, goal: Goal) -> None:
        """A failed round has disarmed it, a person arms it again."""
        goal.refresh_from_db()
        if goal.phase == "active" and not activation.is_armed(goal):
            operations.resume(acting=self.desk.acting("ben"), goal_id=goal.pk, revision=goal.revision)

    def _admitted(self, goal: Goal) -> Lease | None:
        if self.dice.random() < 0.2:
            written = human_turns.write(acting=self.desk.acting("ben"), goal_id=goal.pk, text="Look again.")
            return claiming.claim(written.outbox_id)
        row, _answer = reservations.reserve(acting=COUNTERSIGN, goal_id=goal.pk)
        return claiming.claim(row.pk) if row else None

    def _call(self, lease: Lease, turn: Turn, model: str) -> None:
        step = turning.open_step(turn)
        price = prices.price_for(model, currency="USD", at=clock.now())
        assert price is not None
        money = prices.bound(price, input_tokens=BOUND.input_tokens, output_tokens=BOUND.output_tokens)
        bound = Bound(input_tokens=BOUND.input_tokens, output_tokens=BOUND.output_tokens, money=money)
        attempt = attempts.intend(
            lease, step=step, number=1, model=model, price=price, bound=bound, request_text="…"
        )
        attempts.record(lease, attempt, self._outcome(model))

    def _outcome(self, model: str) -> Outcome:
        dice, reading = self.dice, None
        if dice.random() > 0.05:
            tokens_in = dice.randint(48_001, 55_000) if dice.random() < 0.05 else dice.randint(1, 39_000)
            cached = dice.choice([None, 0, dice.randint(0, tokens_in)])
            reading = UsageReading(
                input_tokens=tokens_in, cached_input_tokens=cached, cache_write_tokens=None,
                output_tokens=dice.randint(1, 7_999), reasoning_tokens=None, state="reported", flags=(),
            )  # fmt: skip
        return Outcome(
            reading=reading, raw_usage="{}", returned_model=model, finish_reason="stop", sent=True,
            message={"role": "assistant", "content": "Done."},
        )  # fmt: skip

    def _correct(self, goal: Goal) -> None:
        attempt = Attempt.objects.filter(execution__goal=goal, entry__isnull=False).order_by("-entry").first()
        if attempt is None:
            return
        with transaction.atomic():
            execution = locked(attempt.execution_id)
            account = ledger.lock(goal.account_id)
            attempt = Attempt.objects.select_related("step__turn", "entry__price").get(pk=attempt.pk)
            less = self.dice.randint(0, attempt.tokens)
            amount = attempt.money * less / attempt.tokens if attempt.tokens else attempt.money
            spending.correct(
                account,
                execution,
                attempt,
                tokens=less,
                amount=amount.quantize(Decimal("1E-10")),
                why="a bill",
            )

    def _finish(self, goal: Goal) -> None:
        with transaction.atomic():
            envelopes.lock_account(goal.account_id)
            fresh = Goal.objects.select_related("account", "session").get(pk=goal.pk)
            fresh.account = ledger.lock(goal.account_id)
            if fresh.phase != "active":
                return
            claims.make(goal=fresh, claimant="round 1", evidence="All reconciled.", execution=None)
        claims.accept(acting=self.desk.acting("cy"), goal_id=goal.pk, reason="Checked.")


@contextmanager
def at(instant: datetime) -> Iterator[None]:
    """The same story at another time."""
    with time_machine.travel(instant, tick=True):
        yield


def many(count: int, *, seed: int = 1) -> Maker:
    """So many goals in three cost centres, two of which pay out of envelopes."""
    maker = Maker(seed=seed)
    for centre in maker.centres[:2]:
        maker.envelope(centre)
    for _ in range(count):
        maker.goal()
    return maker
