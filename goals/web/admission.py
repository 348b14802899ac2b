"""The dry run of the gate: would the next round be admitted now, and with another budget? Reads only."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from goals.gate.answer import Answer
from goals.gate.asking import gather
from goals.gate.checks import ORDER
from goals.gate.judgement import judge
from goals.models import Goal
from goals.web import gathering, goal_page
from goals.web.wording import closed
from governance.money import ZERO
from governance.strict.fields import amount
from governance.web.cells import Cell, Column, Row, Table
from governance.web.format import kept, money, tokens
from governance.web.numbers_in import whole_number
from governance.web.viewer import viewer_of

CHECKS = {
    "identity": "It is this goal, at this revision", "freeze": "Nobody has frozen admissions",
    "phase": "The goal is active", "armed": "A person’s permission to start is alive",
    "authorisation": "A signature covers the terms as they stand",
    "turn-taking": "Nothing else runs, and no person waits to speak", "capacity": "The round cap leaves room",
    "convergence": "No blocker has come back too often", "prices": "Every allowed model has a price",
    "tokens": "The tokens left carry a useful round", "money": "The money left carries a useful round",
    "cost-centre": "The cost centre has not suspended this goal",
}  # fmt: skip


@require_safe
def admission(request: HttpRequest, account: int) -> HttpResponse:
    """The answer, check by check, and the same with other totals if they are given."""
    goal = gathering.goal_for(viewer_of(request), account)
    fields = _fields(request, goal)
    answer = _ask(goal, request, fields)
    context = {
        "current": "goals", "crumbs": goal_page.crumbs(goal, "Dry run"), "title": _question(goal, request),
        "state": _state(answer), "checks": _table(answer), "goal": goal,
        "filters": {"action": reverse("goal-admission", args=[account]), "fields": fields, "verb": "Ask the gate",
                    "clear_href": "?" if any(one["set"] for one in fields) else "",
                    "found": "With other totals." if any(one["set"] for one in fields) else ""},
    }  # fmt: skip
    return render(request, "goals/admission.html", context)


def _ask(goal: Goal, request: HttpRequest, fields: list[dict[str, Any]]) -> Answer:
    facts = gather(goal, kind="round")
    other_tokens, other_money = whole_number(request.GET.get("budget_tokens")), _money(request)
    if other_tokens is not None:
        facts = replace(facts, budget_tokens=other_tokens, over_tokens=0)
    if other_money is not None:
        facts = replace(facts, budget_money=other_money, over_money=ZERO)
    return judge(facts)


def _money(request: HttpRequest) -> Decimal | None:
    given = request.GET.get("budget_money", "").strip()
    if not given:
        return None
    try:
        return amount(given)
    except ValueError:
        return None


def _fields(request: HttpRequest, goal: Goal) -> list[dict[str, Any]]:
    counted = request.GET.get("budget_tokens", "").strip()
    given = request.GET.get("budget_money", "").strip()
    in_tokens = _field(
        "budget_tokens", "And with a budget of, tokens", counted, wrong=whole_number(counted) is None,
        accepts="Give a whole number of tokens, such as 2000000.",
    )  # fmt: skip
    in_money = _field(
        "budget_money", f"And with a cap of, {goal.account.currency}", given, wrong=_money(request) is None,
        accepts="Give an amount such as 25.00.",
    )  # fmt: skip
    return [in_tokens | {"inputmode": "numeric"}, in_money | {"inputmode": "decimal"}]


def _field(name: str, label: str, value: str, *, wrong: bool, accepts: str) -> dict[str, Any]:
    refused = bool(value) and wrong
    return {
        "name": name, "label": label, "kind": "text", "value": value, "set": bool(value) and not wrong,
        "error": accepts if refused else "",
    }  # fmt: skip


def _question(goal: Goal, request: HttpRequest) -> str:
    return f"Would {kept('round', goal.rounds_started + 1)} of {goal.account.ref} be admitted now?"


def _state(answer: Answer) -> dict[str, str]:
    if answer.admitted:
        return {"glyph": "settled", "word": "Yes.", "text": f" {answer.sentence}"}
    return {"glyph": "refused", "word": "No.", "text": f" {closed(answer.sentence)}"}


def _table(answer: Answer) -> Table:
    rows = [Row([str(place), _outcome(name, answer)]) for place, (name, _check) in enumerate(ORDER, start=1)]
    columns = [Column("No.", "quiet"), Column("Check")]
    return Table("The gate’s checks, in the order in which they are made", columns, rows)


def _outcome(name: str, answer: Answer) -> Cell:
    said = CHECKS.get(name, name)
    if name in answer.passed:
        return Cell(f"{said}: yes", glyph="settled")
    if not answer.admitted and name == ORDER[len(answer.passed)][0]:
        return Cell(f"{said}: no", glyph="refused", second=_numbers(answer), strong=True)
    return Cell(f"{said}: not asked any more", glyph="open")


def _numbers(answer: Answer) -> str:
    """The numbers of a refusal in words, where it has any that count."""
    currency, found = str(answer.numbers.get("currency", "USD")), []
    for name in ("needed", "allowance", "available", "budget", "spent", "committed", "over"):
        value = answer.numbers.get(name)
        if isinstance(value, Decimal):
            found.append(f"{name} {money(value, currency=currency, places=4)}")
        elif isinstance(value, int):
            found.append(f"{name} {tokens(value)} tokens")
    return ", ".join(found) or closed(answer.sentence)
