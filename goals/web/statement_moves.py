"""Reads what a goal's statement is made of. A constant number of queries: at most two hundred rounds stand one by
one, what came before them is one line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from goals.models import Execution, Goal
from goals.web import round_rows, sections, spend_lines
from goals.web.facts import Facts
from goals.web.spend_lines import Sum
from goals.web.statement_lines import Move, Parts
from goals.web.timeline import did
from goals.web.wording import shorter
from governance.enums import Act, EntryKind
from governance.models import Authorisation, LedgerEntry, Signature
from governance.money import ZERO
from governance.web.format import counted, kept, names

MOST = 200
LONGEST = 90


def parts(goal: Goal, facts: Facts, *, spent: Sum) -> Parts:
    """Everything that moved the balance of this goal, and what is left of it."""
    entries = list(LedgerEntry.objects.filter(account=goal.account_id, kind=EntryKind.BUDGET).order_by("seq"))
    capped = all(entry.budget_money_after is not None for entry in entries)
    budgets = _budgets(entries, _signed(goal))
    spends, turns = _spends(goal, spent)
    return Parts(
        opening=budgets[0], changes=budgets[1:], spends=spends, spent_words=_spent_words(goal, turns),
        rest=_rest(goal, facts), capped=capped, ended=facts.ended,
        total_words="Budget accounted for" if facts.ended else "Budget accounted for so far",
    )  # fmt: skip


def _signed(goal: Goal) -> list[tuple[datetime, list[str]]]:
    """When each authorisation of the goal began, and who signed it, in order. Two queries."""
    given = Authorisation.objects.filter(account=goal.account_id).order_by("valid_from", "pk")
    signers: dict[int, list[str]] = {}
    signatures = Signature.objects.filter(request__authorisation__account=goal.account_id, act=Act.SIGN)
    for request, name in signatures.order_by("pk").values_list("request_id", "person_name"):
        signers.setdefault(request, []).append(name)
    return [(one.valid_from, signers.get(one.request_id, [])) for one in given]


def _budgets(entries: Sequence[LedgerEntry], signed: list[tuple[datetime, list[str]]]) -> list[Move]:
    """The budget as it was first signed, and each change of it. A change that nobody signed narrowed it."""
    moves: list[Move] = []
    tokens, money = 0, ZERO
    left = list(signed)
    for entry in entries:
        by: list[str] = []
        while left and left[0][0] <= entry.at:
            by = left.pop(0)[1]
        text = f"Budget signed by {names(by)}" if by else "Budget narrowed"
        moves.append(Move(entry.at, "", text, entry.tokens - tokens, entry.money - money))
        tokens, money = entry.tokens, entry.money
    return moves


def _spends(goal: Goal, spent: Sum) -> tuple[list[Move], int]:
    """Rounds and people's turns, and how many of those shown are turns."""
    found = list(round_rows.with_last_words(Execution.objects.filter(goal=goal)).order_by("-pk")[: MOST + 1])
    shown = found[:MOST][::-1]
    said = sections.of(goal.strategy).said([one.pk for one in shown]) if shown else {}
    moves = [_spend(one, said) for one in shown]
    left = spent - spend_lines.total(shown)
    if len(found) > MOST:
        first, what = f"Before {moves[0].strong.lower()}", "rounds and people’s turns, in one line"
        moves.insert(0, Move(goal.account.created_at, first, what, -left.tokens, -left.money))
    elif left != Sum():
        moves.append(Move(None, "Corrections", "outside of rounds", -left.tokens, -left.money))
    return moves, sum(1 for one in shown if not one.number)


def _spend(one: Execution, said: dict[int, str]) -> Move:
    name = kept("Round", one.number) if one.number else "Human turn"
    words = did(one, said.get(one.pk, "")) or "still running"
    entry = shorter(words if one.number else f"{one.writer}: {words}", limit=LONGEST)
    return Move(one.ended_at or one.started_at, name, entry, -one.tokens, -one.money)


def _spent_words(goal: Goal, turns: int) -> str:
    said = f"Spent in {counted(goal.rounds_started, 'round')}"
    return f"{said} and {counted(turns, 'human turn')}" if turns else said


def _rest(goal: Goal, facts: Facts) -> list[Move]:
    """What is not spent: held, released at the end, available, or missing where more was spent than is budgeted."""
    book = goal.account
    cap = book.budget_money if book.budget_money is not None else ZERO
    moves: list[Move] = []
    if book.held_tokens or book.held_money:
        what = f"for {facts.live.name}" if facts.live else "for what runs"
        moves.append(Move(None, "Committed", what, -book.held_tokens, -book.held_money))
    tokens = book.budget_tokens - book.spent_tokens - book.held_tokens
    money = cap - book.spent_money - book.held_money
    at, text = _what_became(facts, over=tokens < 0 or (book.budget_money is not None and money < 0))
    moves.append(Move(at, "", text, -tokens, -money))
    return moves


def _what_became(facts: Facts, *, over: bool) -> tuple[datetime | None, str]:
    if facts.ended and facts.accepted and facts.claim is not None:
        return facts.claim.decided_at, f"Released to {facts.cost_centre} on acceptance"
    if facts.ended:
        return (facts.rest.at if facts.rest else None), f"Released to {facts.cost_centre} at its close"
    return None, "Over: more was spent than is budgeted" if over else "Available"
