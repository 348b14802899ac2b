"""A month of one cost centre, told by the product's own verbs: everything the record can hold happens once.

The model is not there; what it might have said is. Nothing is written past a verb.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from goals import activation, approvals, claims, human_turns, store
from goals.agent.endings import Ending
from goals.agent.usage import UsageReading
from goals.approvals import narrowing, revoking
from goals.models import Execution, Goal
from goals.rounds import attempts, claiming, reservations, settlement, turns
from goals.rounds.attempts import Bound, Outcome
from goals.rounds.leases import Lease
from goals.terms import parse
from governance import authorisations, clock, freezes, prices
from governance.actors import COUNTERSIGN
from governance.authorisations.effects import price, role
from governance.models import Person, Request
from governance.prices import seeding
from tests import turning
from tests.cast import Cast, build
from tests.goals.approvals import asked, signed

RATES = {"input": "2.5", "cached_input": "0.25", "cache_write": "3.125", "output": "10"}
REPORTED = UsageReading(900, 300, 0, 100, 40, "reported", ())
MUCH_MORE = UsageReading(900, 0, 0, 9_000, 0, "reported", ())


@dataclass(frozen=True, slots=True)
class Told:
    """Who was there and three goals: one that went its way, one that was revoked, one that waits to start."""

    cast: Cast
    goal: Goal
    revoked: Goal
    waiting: Goal


def tell() -> Told:
    """The whole month."""
    cast = build()
    seeding.seed(acting=COUNTERSIGN, currency="USD")
    activation.hold_lease("the story's driver", seconds=3_600)
    _grant(cast)
    _frozen_for_a_moment(cast)
    _declined(cast)
    goal = _goal(signed(cast, asked(cast)))
    run(goal, REPORTED, None)
    _wider_then_narrower(cast, goal)
    _spoken_to(cast, goal)
    run(goal, REPORTED)
    _finished(cast, goal)
    revoked = _goal(signed(cast, asked(cast, objective="Match the supplier statements “of” Öl & Sühne 💶")))
    run(revoked, MUCH_MORE)
    revoking.revoke(acting=cast.acting(cast.dee), goal_id=revoked.pk, reason="The supplier sent other files.")
    return Told(cast, goal, revoked, _goal(signed(cast, asked(cast, objective="Close the travel account"))))


def run(goal: Goal, *readings: UsageReading | None) -> Execution:
    """One round with a step for each of these answers; None is an answer without usage."""
    row, answer = reservations.reserve(acting=COUNTERSIGN, goal_id=goal.pk)
    assert row is not None, answer
    return carry_out(row.pk, goal, *readings)


def carry_out(outbox_id: int, goal: Goal, *readings: UsageReading | None) -> Execution:
    """Claim what this outbox row stands for and bring it to its end."""
    lease = claiming.claim(outbox_id)
    assert lease is not None
    turn = turning.open_turn(lease)
    for number, reading in enumerate(readings, start=1):
        if (stop := _step(lease, turn, goal, number, reading)) is not None:
            return settlement.settle(lease, Ending(state="failed", outcome=stop.code, sentence=stop.sentence))
    turning.close_turn(turn, sentence="It looked at both ledgers.")
    return settlement.settle(lease, Ending(state="settled", outcome="continue", sentence="Two rows left."))


def _step(lease: Lease, turn: Any, goal: Goal, number: int, reading: UsageReading | None) -> Any:
    step = turning.open_step(turn)
    rate = prices.price_for("scripted-1", currency="USD", at=clock.now())
    assert rate is not None
    bound = Bound(
        input_tokens=2_000, output_tokens=500,
        money=prices.bound(rate, input_tokens=2_000, output_tokens=500),
    )  # fmt: skip
    attempt = attempts.intend(
        lease, step=step, number=1, model="scripted-1", price=rate, bound=bound,
        request_text=f"request {number} of {goal.pk}",
    )  # fmt: skip
    recorded = attempts.record(
        lease, attempt,
        Outcome(reading=reading, raw_usage="{}", returned_model="scripted-1", finish_reason="stop",
                message={"role": "assistant", "content": f"answer {number}"}),
    )  # fmt: skip
    if recorded.stop is None:
        turns.record_tool(
            lease, step, number=1, name="read_file", call_id=f"call-{number}", arguments='{"path":"a.csv"}',
            result="date,amount\n", sentence="It read a.csv.",
        )  # fmt: skip
        turns.close_step(lease, step, sentence="It asked what to do.")
    return recorded.stop


def _grant(cast: Cast) -> None:
    """A role and a price, each asked for by Ada and signed by a second person."""
    ada = cast.acting(cast.ada)
    with transaction.atomic():
        wanted = role.ask_role(
            acting=ada, data={"person": cast.eve.pk, "role": "controller"}, reason="Ada will be away."
        )
    _sign(cast, wanted, by=cast.dee)
    rates = {f"{name}_per_million": amount for name, amount in RATES.items()}
    with transaction.atomic():
        wanted = price.ask_price(
            acting=ada, data={"model": "mill-2", "currency": "USD", "effective_from": "2026-01-01T00:00:00Z", **rates},
            reason="A new contract.",
        )  # fmt: skip
    _sign(cast, wanted, by=cast.eve)


def _sign(cast: Cast, request: Request, *, by: Person) -> None:
    approvals.sign(
        acting=cast.acting(by), request_id=request.pk, revision=request.revision, reason="Agreed.",
        page_digest=authorisations.page_digest(request),
    )  # fmt: skip


def _frozen_for_a_moment(cast: Cast) -> None:
    frozen = freezes.freeze(acting=cast.acting(cast.olu), reason="The bank file is late.")
    freezes.lift(acting=cast.acting(cast.ada), freeze_id=frozen.pk, reason="It is here.")


def _declined(cast: Cast) -> None:
    request = asked(cast, objective="Rewrite the chart of accounts")
    approvals.decline(
        acting=cast.acting(cast.cy), request_id=request.pk, revision=request.revision, reason="Not this year.",
        page_digest=authorisations.page_digest(request),
    )  # fmt: skip


def _wider_then_narrower(cast: Cast, goal: Goal) -> None:
    request = approvals.ask_change(
        acting=cast.acting(cast.ben), goal_id=goal.pk, terms=_terms(goal, budget_tokens=500_000),
        base_digest=_digest(goal), reason="Two more statements came.",
    )  # fmt: skip
    signed(cast, request, by=cast.dee)
    narrowing.narrow(
        acting=cast.acting(cast.ben), goal_id=goal.pk, terms=_terms(goal, max_rounds=4), base_digest=_digest(goal),
        reason="Four will do.",
    )  # fmt: skip


def _terms(goal: Goal, **changes: Any) -> Any:
    return parse({**json.loads(_goal_by(goal.pk).account.terms.text), **changes})


def _digest(goal: Goal) -> str:
    return str(_goal_by(goal.pk).account.terms.digest)


def _spoken_to(cast: Cast, goal: Goal) -> None:
    with transaction.atomic():
        activation.arm(acting=cast.acting(cast.ben), goal=store.lock(goal.pk))
    written = human_turns.write(acting=cast.acting(cast.ben), goal_id=goal.pk, text="=Look at row 7 first.")
    carry_out(written.outbox_id, goal, REPORTED)


def _finished(cast: Cast, goal: Goal) -> None:
    with transaction.atomic():
        claims.make(
            goal=store.lock(goal.pk), claimant="Ben Osei", evidence="Both ledgers match.", execution=None,
            acting=cast.acting(cast.ben),
        )  # fmt: skip
    claims.accept(acting=cast.acting(cast.cy), goal_id=goal.pk, reason="I checked ten rows.")


def _goal(request: Request) -> Goal:
    return Goal.objects.select_related("account", "session").get(account_id=request.account_id)


def _goal_by(goal_id: str) -> Goal:
    return Goal.objects.select_related("account__terms", "session").get(pk=goal_id)
