"""Acts on a goal: a page that says what will happen, and the verb behind it. GET never changes anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from goals import approvals, human_turns, operations
from goals.models import Goal
from goals.web import gathering, goal_page, may
from goals.web.act_words import ACTS, Words
from goals.web.facts import Facts
from governance.actors import Acting
from governance.errors import CountersignError, Forbidden, Invalid, NotFound
from governance.web.acting import acting_of
from governance.web.numbers_in import whole_number
from governance.web.refused_pages import status_of
from governance.web.viewer import viewer_of

MOST = 2_000
Verb = Callable[[Acting, Goal, int, str], Any]
VERBS: dict[str, Verb] = {
    "pause": lambda acting, goal, seen, why: operations.pause(
        acting=acting, goal_id=goal.pk, revision=seen, reason=why
    ),
    "resume": lambda acting, goal, seen, why: operations.resume(
        acting=acting, goal_id=goal.pk, revision=seen, reason=why
    ),
    "cancel": lambda acting, goal, seen, why: human_turns.cancel(
        acting=acting, goal_id=goal.pk, revision=seen, reason=why
    ),
    "complete": lambda acting, goal, seen, why: operations.complete(
        acting=acting, goal_id=goal.pk, revision=seen, evidence=why
    ),
    "close": lambda acting, goal, seen, why: operations.clear(
        acting=acting, goal_id=goal.pk, revision=seen, reason=why
    ),
    "revoke": lambda acting, goal, seen, why: approvals.revoke(acting=acting, goal_id=goal.pk, reason=why),
}


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, account: int, act: str) -> HttpResponse:
    """The page of one act, and the act itself."""
    if act not in ACTS:
        raise NotFound("There is no such act.")
    viewer = viewer_of(request)
    goal = gathering.goal_for(viewer, account)
    if request.method == "POST":
        return _do(request, goal, act)
    facts = gathering.facts_of(goal)
    allowed = may.of(viewer, goal, facts)
    if act not in allowed:
        raise Forbidden(
            allowed.why or f"{goal.account.ref} cannot be {_past(act)} as it stands. {_stands(facts)}"
        )
    return _page(request, goal, facts, act)


def _do(request: HttpRequest, goal: Goal, act: str) -> HttpResponse:
    words, reason = ACTS[act], request.POST.get("reason", "").strip()
    try:
        VERBS[act](acting_of(request), goal, _revision(request, goal), _reason(words, reason))
    except CountersignError as error:
        goal = gathering.goal_for(viewer_of(request), goal.account_id)
        return _page(request, goal, gathering.facts_of(goal), act, reason=reason, error=error)
    messages.success(request, words.done)
    return redirect(reverse("goal", args=[goal.account_id]))


def _reason(words: Words, reason: str) -> str:
    if words.needed and not reason:
        raise Invalid("Say it in a few words; it is kept in the record.", field="reason")
    if len(reason) > MOST:
        raise Invalid(f"That is {len(reason):,} characters; at most {MOST:,} are kept.", field="reason")
    return reason


def _revision(request: HttpRequest, goal: Goal) -> int:
    """The revision the person saw; a page that does not say it acts on the one that stands."""
    return whole_number(request.POST.get("revision")) or goal.revision


def _page(
    request: HttpRequest,
    goal: Goal,
    facts: Facts,
    act: str,
    *,
    reason: str = "",
    error: CountersignError | None = None,
) -> HttpResponse:
    words, ref = ACTS[act], goal.account.ref
    said = error.message if error else ""
    confirm = {
        "title": f"{words.title} {ref}", "lead": goal.objective, "crumbs": goal_page.crumbs(goal, words.verb),
        "will": words.will(facts), "will_not": words.will_not(facts), "verb": words.verb,
        "action": reverse("goal-act", args=[goal.account_id, act]), "hidden": {"revision": goal.revision},
        "reason_label": words.label, "reason": reason, "optional": not words.needed,
        "reason_error": said if error and error.field in ("reason", "evidence") else "",
        "back_href": reverse("goal", args=[goal.account_id]), "recorded": f"Recorded as {acting_of(request).name}.",
    }  # fmt: skip
    context = {"current": "goals", "confirm": confirm, "error": "" if confirm["reason_error"] else said}
    return render(request, "goals/confirm.html", context, status=status_of(error) if error else 200)


def _past(act: str) -> str:
    return {"cancel": "cancelled", "complete": "claimed as complete", "close": "closed"}.get(act, f"{act}d")


def _stands(facts: Facts) -> str:
    return f"It is {'closed' if facts.cleared else facts.phase}."
