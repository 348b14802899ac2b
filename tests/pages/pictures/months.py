"""Months that are over: goals that were asked for, worked on, accepted; cheaper rounds, and more of them."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from decimal import Decimal

from django.db import transaction

from goals import claims
from goals.models import Goal
from governance import clock, envelopes, escalations, ledger, periods, prices
from governance.authorisations.effects.envelope import ask_envelope
from governance.models import CostCentre, Escalation, Price
from governance.transactions import outermost
from ralph_runs.demonstration import people
from tests.pages.pictures.hands import MODEL, SMALL, Call, Hands, at

CENTRES = {"4210": ("Accounts payable", "400.00"), "4220": ("Treasury", "250.00"), "4230": ("Tax", "120.00"),
           "4310": ("Procurement", "180.00"), "4400": ("Internal audit", "90.00")}  # fmt: skip
RATES = {MODEL: ("10.00", "1.00", "12.50", "50.00"), SMALL: ("1.00", "0.10", "1.25", "5.00")}
WORK = (
    ("4210", "Match {month} card statements to the receipts"),
    ("4220", "Forecast cash for the four weeks after {month}"),
    ("4210", "Find duplicate payments of {month}"), ("4310", "Compare {month} orders with the framework contracts"),
    ("4230", "Check VAT codes on {month} invoices"), ("4400", "Draw the {month} sample for the travel audit"),
    ("4210", "Chase missing delivery notes of {month}"), ("4220", "Confirm {month} bank fees against the tariffs"),
)  # fmt: skip
DID = ("Read {n} statements", "Compared {n} accounts", "Matched {n} more entries", "Listed {n} differences",
       "Wrote the differences into the report", "Checked {n} postings against the ledger")  # fmt: skip


def opened() -> None:
    """Cost centres and a price for each model, before the first month."""
    for code, (name, _money) in CENTRES.items():
        CostCentre.objects.get_or_create(code=code, defaults={"name": name})
    with transaction.atomic():
        for model, rates in RATES.items():
            if not Price.objects.filter(model=model).exists():
                prices.add(_row(model, [Decimal(rate) for rate in rates]))


def _row(model: str, rates: list[Decimal]) -> prices.Row:
    return prices.Row(
        model=model, currency="USD", effective_from=clock.now() - timedelta(days=400), input_per_million=rates[0],
        cached_input_per_million=rates[1], cache_write_per_million=rates[2], output_per_million=rates[3],
        source="the price list of the provider",
    )  # fmt: skip


def envelope(code: str, money: str, *, reason: str = "The plan for this month.") -> None:
    """Asked for by one controller, signed by somebody else."""
    data = {"cost_centre": code, "period": clock.period_of(clock.now()), "budget_money": money}
    with outermost():
        request = ask_envelope(acting=people.acting("tomas"), data=data, reason=reason)
    people.sign(request, by="mariam", reason="As planned.")


def month(hands: Hands, first: datetime, *, number: int, goals: int, dice: random.Random) -> None:
    """One month from its envelopes to its close. Each later one has cheaper rounds and more of them."""
    with at(first + timedelta(hours=8)):
        for code, (_name, money) in CENTRES.items():
            envelope(code, money)
    for place in range(goals):
        with at(first + timedelta(days=1 + place * 22 // goals, hours=9)):
            code, title = WORK[place % len(WORK)]
            objective = title.format(month=f"{first:%B}")
            one(hands, code, objective, rounds=2 + number // 2 + dice.randint(0, 1), number=number, dice=dice)
    with at(first + timedelta(days=36)):
        periods.close(acting=people.acting("tomas"), period=f"{first:%Y-%m}", reason="The books are agreed.")


def one(hands: Hands, code: str, objective: str, *, rounds: int, number: int, dice: random.Random) -> Goal:
    """A goal that is done and accepted within the day."""
    asker = dice.choice(["ingrid", "priya"])
    model = SMALL if code == "4400" else MODEL
    goal = hands.goal(
        objective, by=asker, why="It belongs to the close.", cost_centre=code, models=[model], max_rounds=rounds + 2,
        budget_tokens=1_500_000, budget_money="19.00",
    )  # fmt: skip
    for _ in range(rounds):
        hands.worked(goal, calls(number, dice), model=model)
    accepted(hands, goal, "The report is written and adds up.", "Checked against my own sample.")
    return goal


def calls(number: int, dice: random.Random) -> list[Call]:
    """Two calls; a later month reads less and finds more of it cached."""
    made = []
    for _ in range(2):
        whole = int(dice.randint(76_000, 84_000) * (1 - 0.05 * number))
        cached = int(whole * (0.30 + 0.06 * number))
        did = dice.choice(DID).format(n=dice.randint(4, 63))
        made.append((whole, cached, dice.randint(7_000 - 500 * number, 7_600 - 500 * number), did))
    return made


def claimed(goal: Goal, evidence: str) -> None:
    """The goal's last round says that it is done."""
    last = goal.rounds_started
    with transaction.atomic():
        envelopes.lock_account(goal.account_id)
        fresh = Goal.objects.select_related("account", "session").get(pk=goal.pk)
        fresh.account = ledger.lock(goal.account_id)
        claims.make(goal=fresh, claimant=f"The agent in round {last or 1}", evidence=evidence, execution=None)


def accepted(hands: Hands, goal: Goal, evidence: str, reason: str) -> None:
    """Claimed by its last round and accepted by a person."""
    claimed(hands.fresh(goal), evidence)
    question = Escalation.objects.get(account=goal.account_id, cause="completion-claimed")
    escalations.answer(
        acting=hands.acting("tomas"), escalation_id=question.pk, answer="accept", reason=reason
    )
