"""Accepting or rejecting a claim of completion: the evidence, the two answers, and what each does."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from goals.models import Goal
from goals.web import cards, figures, five_answers, gathering, goal_page, may, standing
from goals.web.facts import Facts
from governance import escalations
from governance.errors import Conflict, CountersignError
from governance.web.acting import acting_of
from governance.web.format import money, tokens
from governance.web.refused_pages import status_of
from governance.web.viewer import viewer_of

CAUSE = "completion-claimed"


@require_http_methods(["GET", "HEAD", "POST"])
def completion(request: HttpRequest, account: int) -> HttpResponse:
    """The page, and the decision."""
    viewer = viewer_of(request)
    goal = gathering.goal_for(viewer, account)
    if request.method != "POST":
        return _page(request, goal)
    reason, answer = request.POST.get("reason", "").strip(), request.POST.get("answer", "")
    try:
        _decide(request, goal, answer, reason)
    except CountersignError as error:
        return _page(request, gathering.goal_for(viewer, account), reason=reason, answer=answer, error=error)
    words = (
        "Accepted as complete." if answer == "accept" else "Rejected. The goal is stopped and asks what now."
    )
    messages.success(request, words)
    return redirect(reverse("goal", args=[account]))


def _decide(request: HttpRequest, goal: Goal, answer: str, reason: str) -> None:
    question = escalations.open_of(goal.account, cause=CAUSE)
    if question is None:
        raise Conflict("No claim of completion waits for a decision any more.", code="already-decided")
    escalations.answer(acting=acting_of(request), escalation_id=question.pk, answer=answer, reason=reason)


def _page(
    request: HttpRequest,
    goal: Goal,
    *,
    reason: str = "",
    answer: str = "",
    error: CountersignError | None = None,
) -> HttpResponse:
    viewer, facts = viewer_of(request), gathering.facts_of(goal)
    signed = goal.account.authorisation
    assert signed is not None
    answers = five_answers.answers(
        facts, figures.books(goal), cards.signed_of(signed, cards.signatures_of(signed), lapsed=facts.lapsed),
        viewer_id=viewer.person.pk,
    )  # fmt: skip
    form = _form(request, goal, facts, reason, answer, error)
    form["may"] = "accept" in may.of(viewer, goal, facts)
    form["why"] = may.of(viewer, goal, facts).why or "Nobody has to decide this now."
    context = {
        "current": "goals", "crumbs": goal_page.crumbs(goal, "Completion"), "title": goal.objective,
        "state": standing.state_of(facts), "answers": answers, "claim": facts.claim, "form": form,
    }  # fmt: skip
    return render(request, "goals/completion.html", context, status=status_of(error) if error else 200)


def _form(
    request: HttpRequest, goal: Goal, facts: Facts, reason: str, answer: str, error: CountersignError | None
) -> dict[str, Any]:
    said, in_reason = (error.message if error else ""), bool(error and error.field == "reason")
    return {
        "action": reverse("goal-completion", args=[goal.account_id]), "chosen": answer, "reason": reason,
        "reason_error": said if in_reason else "", "error": "" if in_reason else said,
        "options": [
            {"value": "accept", "label": "Accept it as complete", "verb": "Accept",
             "meaning": "You certify it with your name. The goal ends.",
             "effect": f"{_unspent(facts)} go back to {facts.cost_centre}."},
            {"value": "reject", "label": "Reject it: not complete", "verb": "Reject",
             "meaning": "The goal is stopped and disarmed. Your reason reaches the next round, if there is one.",
             "effect": "Nothing moves until somebody decides how to go on."},
        ],
        "recorded": f"Recorded as {acting_of(request).name}.",
    }  # fmt: skip


def _unspent(facts: Facts) -> str:
    if facts.available_money is None:
        return f"{tokens(facts.available_tokens)} tokens"
    cost = money(facts.available_money, currency=facts.currency)
    return f"{cost} and {tokens(facts.available_tokens)} tokens"
