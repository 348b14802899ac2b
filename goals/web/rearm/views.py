"""The re-arm page: every disarmed goal the viewer may arm, one reason for all that are chosen. A door."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from goals import activation, rearming
from goals.models import Goal
from goals.web.inbox.standing_still import disarmed
from governance.enums import Role
from governance.errors import CountersignError, Invalid
from governance.web.acting import acting_of
from governance.web.format import counted, money, tokens
from governance.web.given import whole
from governance.web.inbox.lately import short
from governance.web.refused_pages import status_of
from governance.web.viewer import Viewer, viewer_of


@require_http_methods(["GET", "HEAD", "POST"])
def rearm(request: HttpRequest) -> HttpResponse:
    """The list; posting arms the chosen goals, each with its own event."""
    if request.method != "POST":
        return _page(request)
    try:
        done = rearming.rearm(
            acting=acting_of(request),
            goals=[_chosen(one) for one in request.POST.getlist("goal")],
            reason=request.POST.get("reason", ""),
        )
    except CountersignError as refused:
        return _page(request, refused=refused)
    armed = [one for one in done if not one.refused]
    if armed:
        messages.success(
            request,
            f"You armed {counted(len(armed), 'goal')}: {', '.join(one.ref for one in armed)}. No money moved.",
        )
    for one in done:
        if one.refused:
            messages.error(request, f"{one.ref} was not armed: {one.refused}")
    return redirect("rearm")


def _chosen(value: str) -> tuple[str, int]:
    goal_id, _, revision = value.rpartition("@")
    if not goal_id:
        raise Invalid("Choose goals from the list.", field="goal")
    return goal_id, whole(revision, field="goal")


def may_arm(viewer: Viewer) -> QuerySet[Goal]:
    """Disarmed goals that this viewer has the authority to arm."""
    if viewer.has(Role.APPROVER):
        return disarmed()
    own = Q(account__owner=viewer.person)
    return disarmed().filter(own) if viewer.has(Role.REQUESTER) else disarmed().none()


def _page(request: HttpRequest, *, refused: CountersignError | None = None) -> HttpResponse:
    viewer = viewer_of(request)
    rows = may_arm(viewer).select_related("account__owner", "account__cost_centre").order_by("account_id")
    found = list(rows[: rearming.MOST])
    of_reason = refused is not None and refused.field == "reason"
    if refused is not None and not of_reason:
        messages.error(request, refused.message)
    chosen = set(request.POST.getlist("goal"))
    context = {
        "current": "goals",
        "title": "Arm goals again",
        "lead": _lead(len(found)),
        "driver": activation.live_epoch() is not None,
        "crumbs": [{"text": "Goals", "href": "/goals/"}, {"text": "Arm again"}],
        "goals": [_row(goal, chosen) for goal in found],
        "may": viewer.has(Role.APPROVER, Role.REQUESTER),
        "reason": request.POST.get("reason", ""),
        "reason_error": refused.message if refused and of_reason else "",
        "why": f"You read this {viewer.as_what}. Owners arm their own goals, approvers any.",
        "recorded": f"Recorded as {viewer.person}, once for each goal.",
    }
    return render(request, "rearm/rearm.html", context, status=status_of(refused) if refused else 200)


def _lead(found: int) -> str:
    if not found:
        return "No goal that you may arm is disarmed."
    which = "it" if found == 1 else "them"
    return f"{counted(found, 'goal')} may start no round until a person arms {which}. Nothing is lost."


def _row(goal: Goal, chosen: set[str]) -> dict[str, Any]:
    account, value = goal.account, f"{goal.pk}@{goal.revision}"
    left = f"{tokens(account.available_tokens)} tokens"
    if account.available_money is not None:
        left = f"{money(account.available_money, currency=account.currency)}, {left}"
    return {
        "value": value,
        "checked": value in chosen or not chosen,
        "ref": account.ref,
        "objective": short(goal.objective, limit=140),
        "owner": str(account.owner),
        "left": left,
        "rounds": f"{goal.rounds_started} of {goal.max_rounds}",
    }
