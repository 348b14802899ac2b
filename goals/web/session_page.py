"""The session of a goal: what was said, what waits to be said, what the agent proposed, and the /goal line.

A transcript is read page by page, newest last. What a fresh agent's round said is in a session of its own, which
`?execution=` names.
"""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from goals.agent.proposals import WORDS
from goals.models import Execution, Goal, HumanInput, Proposal, Session, SessionEvent
from goals.web import gathering, goal_page, may, standing, step_body, transcript_lines
from goals.web.facts import Facts
from goals.web.timeline import href_of
from governance.errors import NotFound
from governance.web import once
from governance.web.format import kept, percent, tokens
from governance.web.numbers_in import whole_number
from governance.web.viewer import Viewer, viewer_of

MOST = 20


@require_safe
def show(request: HttpRequest, account: int) -> HttpResponse:
    """The page."""
    viewer = viewer_of(request)
    goal = gathering.goal_for(viewer, account)
    return page(request, viewer, goal)


@require_safe
def event(request: HttpRequest, account: int, seq: int) -> HttpResponse:
    """One message or result, whole, as plain text."""
    goal = gathering.goal_for(viewer_of(request), account)
    session, _execution = _session(request, goal)
    found = SessionEvent.objects.filter(session=session, seq=seq).select_related("body").first()
    return step_body.plain(found.body if found else None)


def page(request: HttpRequest, viewer: Viewer, goal: Goal, *, status: int = 200, **said: Any) -> HttpResponse:
    """The page with what was written and refused, where something was."""
    facts = gathering.facts_of(goal)
    session, execution = _session(request, goal)
    allowed = may.of(viewer, goal, facts)
    context = {
        "current": "goals", "goal": goal, "session": session, "title": f"Session {session.ref}",
        "crumbs": goal_page.crumbs(goal, "Session"), "state": standing.state_of(facts), "lead": goal.objective,
        "execution": execution, "execution_name": _name(execution),
        "execution_href": href_of(goal, execution) if execution else "",
        **_transcript(request, session, execution), **_waiting(viewer, goal), **_proposals(viewer, goal),
        "may_write": "write" in allowed and execution is None, "why_not": _why_not(goal, facts, allowed),
        "cached": _cached(goal), "once": once.name(), "once_goal": once.name(),
        "message": "", "message_error": "", "command": "", "reply": None, **said,
    }  # fmt: skip
    return render(request, "goals/session.html", context, status=status)


def _session(request: HttpRequest, goal: Goal) -> tuple[Session, Execution | None]:
    wanted = whole_number(request.GET.get("execution"))
    if wanted is None:
        return goal.session, None
    one = Execution.objects.select_related("session", "writer").filter(goal=goal, pk=wanted).first()
    if one is None:
        raise NotFound("There is no such round.")
    return one.session or goal.session, one


def _name(one: Execution | None) -> str:
    if one is None:
        return ""
    return kept("round", one.number) if one.number else f"a turn of {one.writer}"


def _transcript(request: HttpRequest, session: Session, execution: Execution | None) -> dict[str, Any]:
    before = whole_number(request.GET.get("before"))
    rows = transcript_lines.rows(session, execution=execution.pk if execution else None)
    if before is not None:
        rows = rows.filter(seq__lt=before)
    found = list(rows.order_by("-seq")[: transcript_lines.PAGE + 1])
    shown = found[: transcript_lines.PAGE][::-1]
    kept_in = f"&execution={execution.pk}" if execution else ""
    pager = {}
    if len(found) > transcript_lines.PAGE:
        pager = {"older_href": f"?before={shown[0].seq}{kept_in}", "older": "What was said before"}
    if before is not None:
        pager["first_href"] = f"?{kept_in.removeprefix('&')}"
    return {"transcript": transcript_lines.lines(shown), "pager": pager, "kept_in": kept_in.removeprefix("&")}


def _waiting(viewer: Viewer, goal: Goal) -> dict[str, Any]:
    rows = HumanInput.objects.filter(goal=goal, status=HumanInput.Status.WAITING).select_related(
        "writer", "body"
    )
    return {
        "waiting": [
            {"writer": str(one.writer), "text": one.body.text or "", "at": one.at, "pk": one.pk,
             "mine": one.writer_id == viewer.person.pk}
            for one in rows.order_by("pk")[:MOST]
        ]
    }  # fmt: skip


def _proposals(viewer: Viewer, goal: Goal) -> dict[str, Any]:
    rows = Proposal.objects.filter(goal=goal, status=Proposal.Status.OPEN).select_related("execution__writer")
    return {
        "proposals": [
            {"pk": one.pk, "what": WORDS.get(one.action, one.action), "data": proposed(one), "at": one.at,
             "writer": str(one.execution.writer), "mine": one.execution.writer_id == viewer.person.pk}
            for one in rows.order_by("pk")[:MOST]
        ]
    }  # fmt: skip


def proposed(one: Proposal) -> list[dict[str, str]]:
    """What exactly was proposed, as pairs."""
    data = json.loads(one.data)
    names = {"objective": "Objective", "max_goal_rounds": "Round cap"}
    return [{"label": names[key], "text": str(value)} for key, value in data.items() if key in names]


def _cached(goal: Goal) -> str:
    totals = gathering.totals_of(goal)
    share = percent(totals.cached_input_tokens, totals.input_tokens)
    if not share:
        return "No model was asked yet."
    return (
        f"{share} of all input came from the provider’s cache: {tokens(totals.cached_input_tokens)} of "
        f"{tokens(totals.input_tokens)} tokens."
    )


def _why_not(goal: Goal, facts: Facts, allowed: may.May) -> str:
    if "write" in allowed:
        return ""
    if facts.cleared or facts.ended:
        return f"{goal.account.ref} has ended, so nothing is written into it any more."
    return f"Only {goal.account.owner}, an operator or an approver writes into this session."
