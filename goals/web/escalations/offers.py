"""The answers of a question as they are offered: what each means, what it does to money, the verb on the button.

A new answer that says nothing here is offered with its own meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from goals.gate.asking import gather
from goals.gate.judgement import judge
from goals.models import Goal
from goals.terms import Terms, read_terms
from governance.escalations import causes
from governance.models import Escalation, Request
from governance.web.format import money, tokens

Offer = dict[str, str]
Said = Callable[[Goal, Terms], Offer]
_SAID: dict[str, Said] = {}


def register(answer: str, said: Said) -> None:
    """Say how an answer is offered: label, meaning, effect, verb."""
    _SAID[answer] = said


def offered(question: Escalation, goal: Goal, *, change: Request | None) -> list[Offer]:
    """The answers in their order; signing a change is offered only where one waits to be signed."""
    assert goal.account.terms is not None
    terms = read_terms(goal.account.terms.text)
    answers = causes.of(question.cause).answers.values()
    found = [one for one in answers if one.name != "change" or change is not None]
    return [_offer(one, goal, terms, change) for one in _ordered(found)]


def _ordered(answers: Sequence[Any]) -> list[Any]:
    """As it is, not the same, change the terms, close; anything else where it was registered."""
    place = {"resume": 0, "not-the-same": 1, "raise": 2, "change": 3, "close": 9}
    return sorted(answers, key=lambda one: place.get(one.name, 5))


def _offer(answer: Any, goal: Goal, terms: Terms, change: Request | None) -> Offer:
    said = _SAID.get(answer.name)
    found = (
        said(goal, terms)
        if said
        else {"label": answer.meaning, "meaning": "", "effect": "", "verb": answer.meaning}
    )
    if answer.name == "change" and change is not None:
        found = {**found, "label": f"Sign {change.ref} and resume"}
    return {"value": answer.name, **found}


def _next_round(goal: Goal, terms: Terms) -> str:
    """What the gate would say once the goal is active and armed: the dry run, in its own words."""
    account, facts = goal.account, gather(goal, kind="round")
    epoch = facts.live_epoch or 0
    would = judge(replace(facts, phase="active", live_epoch=epoch, armed_epoch=epoch, strategy_says=None))
    if not would.admitted:
        return f"It would not start again: {would.sentence}"
    most = min(account.available_tokens, terms.per_round_tokens or account.available_tokens)
    amounts = f"{tokens(most)} tokens"
    if account.available_money is not None:
        cap = min(account.available_money, terms.per_round_money or account.available_money)
        amounts = f"{money(cap, currency=account.currency)} and {amounts}"
    return f"Round {goal.rounds_started + 1} may start. Up to {amounts} are committed to it."


def _left(goal: Goal) -> str:
    account = goal.account
    left = f"{tokens(account.available_tokens)} tokens"
    if account.available_money is not None:
        left = f"{money(account.available_money, currency=account.currency)} and {left}"
    return f"{left} go back to {account.cost_centre}."


def _resume(goal: Goal, terms: Terms) -> Offer:
    meaning = (
        "The count of repeats starts again at zero."
        if goal.strategy == "ralph"
        else "Its terms stay as they are."
    )
    return {"label": "It is fixed: resume as it is", "verb": "Resume as it is", "meaning": meaning,
            "effect": _next_round(goal, terms)}  # fmt: skip


def _not_the_same(goal: Goal, terms: Terms) -> Offer:
    return {"label": "Not the same: continue", "verb": "Continue, not the same",
            "meaning": "You overrule the stop. The case is kept as a labelled example.",
            "effect": f"{_next_round(goal, terms)} The record names you and your reason."}  # fmt: skip


def _raise(goal: Goal, terms: Terms) -> Offer:
    return {"label": "Raise the budget and resume", "verb": "Raise and resume",
            "meaning": "New totals within your limit. Above the band of one signature it waits for a second person.",
            "effect": "The new totals are yours to sign; what is added comes from the cost centre."}  # fmt: skip


def _change(goal: Goal, terms: Terms) -> Offer:
    return {"label": "Sign the change and resume", "verb": "Sign and resume",
            "meaning": "What its owner asked for is signed by you, in this act.",
            "effect": "The terms change as asked, then a round may start."}  # fmt: skip


def _close(goal: Goal, terms: Terms) -> Offer:
    return {"label": "Close the goal", "verb": "Close the goal",
            "meaning": "Work so far is kept. A new goal would need a new authorisation.",
            "effect": _left(goal)}  # fmt: skip


def _accept(goal: Goal, terms: Terms) -> Offer:
    return {"label": "Accept it as complete", "verb": "Accept as complete",
            "meaning": "You certify it. The claim stays the agent’s, the acceptance is yours.",
            "effect": _left(goal)}  # fmt: skip


def _reject(goal: Goal, terms: Terms) -> Offer:
    return {"label": "Reject it: not complete", "verb": "Reject the claim",
            "meaning": "The goal stops and asks what now. Your reason goes to the next round.",
            "effect": "No money moves. What is not spent stays encumbered in the cost centre."}  # fmt: skip


def _settle(goal: Goal, terms: Terms) -> Offer:
    account = goal.account
    held = f"{tokens(account.held_tokens)} tokens"
    if account.budget_money is not None:
        held = f"{money(account.held_money, currency=account.currency)} and {held}"
    return {"label": "Post what the lost call cost", "verb": "Post it",
            "meaning": "From the provider’s bill; the full hold where nobody can know.",
            "effect": f"{held} are held. What you do not post is released."}  # fmt: skip


for _name, _how in (
    ("resume", _resume), ("not-the-same", _not_the_same), ("raise", _raise), ("change", _change), ("close", _close),
    ("accept", _accept), ("reject", _reject), ("settle", _settle),
):  # fmt: skip
    register(_name, _how)
