"""Changing a goal's terms: narrower ones take effect at once, wider ones are asked for and signed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from goals import approvals
from goals.models import Goal
from goals.terms import read_terms
from goals.web import change_form, gathering, goal_page, may
from governance.enums import Role
from governance.errors import CountersignError, Invalid
from governance.web.acting import acting_of
from governance.web.refused_pages import status_of
from governance.web.viewer import Viewer, viewer_of


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, account: int) -> HttpResponse:
    """The form of what stands, and the narrowing."""
    viewer = viewer_of(request)
    goal = gathering.goal_for(viewer, account)
    if request.method != "POST":
        return _page(request, viewer, goal)
    try:
        _narrow(request, goal)
    except CountersignError as error:
        return _page(request, viewer, gathering.goal_for(viewer, account), error=error)
    messages.success(
        request, "The terms are narrower from now on. What runs keeps what it was admitted with."
    )
    return redirect(reverse("goal", args=[account]))


def _narrow(request: HttpRequest, goal: Goal) -> None:
    assert goal.account.terms is not None
    standing = read_terms(goal.account.terms.text)
    approvals.narrow(
        acting=acting_of(request), goal_id=goal.pk, terms=change_form.read(standing, request.POST),
        base_digest=request.POST.get("base", ""), reason=request.POST.get("reason", ""),
    )  # fmt: skip


def _page(
    request: HttpRequest, viewer: Viewer, goal: Goal, *, error: CountersignError | None = None
) -> HttpResponse:
    assert goal.account.terms is not None
    given = request.POST if request.method == "POST" else None
    standing = read_terms(goal.account.terms.text)
    facts = gathering.facts_of(goal)
    allowed = may.of(viewer, goal, facts)
    fields = change_form.fields(standing, given, error if isinstance(error, Invalid) else None)
    in_field = any(one["error"] for one in fields)
    in_reason = error is not None and error.field == "reason"
    context: dict[str, Any] = {
        "current": "goals", "goal": goal, "crumbs": goal_page.crumbs(goal, "Change terms"),
        "title": f"Change the terms of {goal.account.ref}", "lead": goal.objective, "fields": fields,
        "choices": change_form.choices(standing, given), "base": goal.account.terms.digest,
        "reason": given.get("reason", "") if given else "",
        "reason_error": error.message if error and in_reason else "",
        "error": "" if error is None or in_field or in_reason else error.message,
        "wider": error is not None and error.code == "needs-signature",
        "may_narrow": "narrow" in allowed, "why_not": _why_not(goal, facts.ended),
        "may_ask": viewer.has(Role.REQUESTER) and not facts.ended, "ask_href": f"/requests/new/?goal={facts.ref}",
        "recorded": f"Recorded as {acting_of(request).name}.",
    }  # fmt: skip
    return render(request, "goals/change.html", context, status=status_of(error) if error else 200)


def _why_not(goal: Goal, ended: bool) -> str:
    if ended or goal.cleared or goal.phase == "complete":
        return f"{goal.account.ref} has ended, so its terms stay as they are. Ask for a new goal."
    return f"Only {goal.account.owner}, or an approver, a controller or an operator, can narrow these terms."
