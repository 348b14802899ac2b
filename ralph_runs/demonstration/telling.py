"""Prints what happened: the trail as sentences, and the totals of every level side by side."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet, Sum

from goals.models import Attempt, Execution, Goal, Step, Turn
from goals.proofs import check_all, refold_all
from governance.audit.verifying import verify
from governance.models import Event, LedgerEntry
from governance.money import ZERO

Say = Callable[[str], None]


def trail(goal: Goal, say: Say) -> None:
    """The goal's record, oldest first, with what is available after each line."""
    say(f"\n{goal.account.ref}  {goal.objective}")
    for event in Event.objects.filter(account=goal.account).order_by("pk"):
        money = "" if event.available_money is None else f"{event.available_money:>8.2f}"
        say(f"  {event.at:%H:%M:%S}  {event.available_tokens:>9,} {money}  {event.sentence}")


def totals(goal: Goal, say: Say) -> bool:
    """Steps, turns, rounds and ledger beside each other; True if all are equal."""
    rows = {
        "steps": _sum(Step.objects.filter(turn__execution__goal=goal)),
        "attempts": _sum(Attempt.objects.filter(execution__goal=goal)),
        "turns": _sum(Turn.objects.filter(execution__goal=goal)),
        "rounds": _sum(Execution.objects.filter(goal=goal)),
        "ledger": _ledger(goal),
    }
    equal = len(set(rows.values())) == 1
    shown = ", ".join(f"{name} {tokens:,} tokens USD {money:.4f}" for name, (tokens, money) in rows.items())
    say(f"  {'agree' if equal else 'DO NOT AGREE'}: {shown}")
    return equal


def proofs(say: Say) -> bool:
    """Rules I1 to I9, the refolding, and the record's chains; True if everything holds."""
    wrong = [f"{found.rule}: {found.sentence}" for found in check_all()]
    wrong += [f"{found.subject}: {found.sentence}" for found in refold_all()]
    for line in wrong:
        say(f"BROKEN {line}")
    if not wrong:
        say("\nRules I1 to I9 hold, every goal refolds to its row.")
    return not wrong


def record(say: Say) -> bool:
    """The verdict on the whole record; True if it was read to its end and is whole."""
    verdict = verify()
    rows = ", ".join(f"{count:,} {kind}" for kind, count in verdict.rows.items())
    say(
        f"The record is {verdict.word}: {verdict.events:,} events in {verdict.streams:,} chains vouch for {rows}."
    )
    for fault in verdict.faults:
        say(f"BROKEN {fault}")
    return verdict.exit_code == 0


def _sum(rows: QuerySet[Any]) -> tuple[int, Decimal]:
    found = rows.aggregate(tokens=Sum("tokens"), money=Sum("money"))
    return found["tokens"] or 0, found["money"] if found["money"] is not None else ZERO


def _ledger(goal: Goal) -> tuple[int, Decimal]:
    tokens, money = 0, ZERO
    for entry in LedgerEntry.objects.filter(
        account=goal.account, kind__in=["post", "overrun", "charge", "credit"]
    ):
        sign = -1 if entry.kind == "credit" else 1
        tokens, money = tokens + sign * entry.tokens, money + sign * entry.money
    return tokens, money
