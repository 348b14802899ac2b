"""Rows for benchmarks, made by the product's own verbs. Import after Django is set up."""

from __future__ import annotations

from decimal import Decimal

from django.test import Client

from goals import activation, approvals
from goals.approvals import defaults
from goals.models import Goal
from goals.rounds import reservations
from goals.terms import parse
from governance import clock
from governance.actors import COUNTERSIGN
from governance.models import Envelope, Person
from ralph_runs.demonstration import people

WISH = {
    "max_rounds": 1_000_000, "budget_tokens": 2_000_000, "budget_money": "20.00", "per_round_tokens": 20_000,
    "per_round_money": "0.20", "models": ["scripted-echo"], "tools": [], "cost_centre": people.PAYABLES,
}  # fmt: skip


def people_and_driver() -> None:
    """The invented people, with room for thousands of goals, and a driver's lease that lasts."""
    people.ensure()
    Envelope.objects.update(budget_money=Decimal(10_000_000))
    activation.hold_lease("bench", seconds=36_000)


def client() -> Client:
    """Mariam, an approver, in a browser of her own."""
    opened = Client(headers={"host": "localhost"})
    opened.force_login(Person.objects.get(username="mariam"))
    return opened


def signed_goals(count: int, **other: object) -> list[str]:
    """Ids of this many signed, armed goals."""
    made = []
    for number in range(count):
        wish = {**WISH, "objective": f"Benchmark goal {number}", **other}
        request = approvals.ask_goal(
            acting=people.acting("priya"),
            terms=parse(defaults.filled(wish, at=clock.now())),
            reason="benchmark",
        )
        people.sign(request, by="mariam", reason="benchmark")
        request.refresh_from_db()
        made.append(Goal.objects.get(account=request.account_id).pk)
    return made


def reservations_for(goal_ids: list[str]) -> list[int]:
    """Outbox ids of one reservation for each goal."""
    found = []
    for goal_id in goal_ids:
        row, answer = reservations.reserve(acting=COUNTERSIGN, goal_id=goal_id)
        if row is None:
            raise RuntimeError(answer.sentence)
        found.append(row.pk)
    return found
