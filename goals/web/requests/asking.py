"""The doors that ask for a goal or for other terms: a form that says what a budget means while it is filled in.

Checking writes nothing. Asking calls the same verb as every other door, and says at the field what was refused.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from goals import approvals
from goals.approvals import context as known_context
from goals.models import Goal
from goals.terms import Terms, read_terms, widens
from goals.web import gathering
from goals.web.decide import difference, envelope, page, splitting, worth
from goals.web.requests import fields, meaning, titles, typed
from goals.web.requests.typed import Typed
from governance import clock
from governance.enums import RequestKind, Role
from governance.errors import CountersignError, NotFound
from governance.models import CostCentre, Person, Request
from governance.web.acting import acting_of
from governance.web.given import whole
from governance.web.numbers_in import whole_number
from governance.web.refs import GoalRef
from governance.web.refused_pages import status_of
from governance.web.viewer import Viewer, viewer_of

CURRENCY = "USD"


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Ask for a goal, or, with ?goal=G-0412, for other terms of that one."""
    now, goal = clock.now(), _goal(request)
    base = read_terms(goal.account.terms.text) if goal is not None and goal.account.terms else None
    if request.method != "POST":
        values = typed.values_of(base) if base else typed.first_values(now)
        return _form(request, Typed(values=values, terms=base, errors={}), goal=goal, base=base, now=now)
    found = typed.read(request.POST, at=now, over=base)
    if request.POST.get("act") != "ask" or found.terms is None:
        status = 400 if found.errors and request.POST.get("act") == "ask" else 200
        return _form(request, found, goal=goal, base=base, now=now, status=status)
    try:
        asked = _ask(request, found.terms, goal)
    except CountersignError as refused:
        return _refused(request, found, refused, goal=goal, base=base, now=now)
    messages.success(request, f"You asked for it as {asked.ref}. Nothing is set aside before it is signed.")
    return redirect("request", asked.pk)


@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """The fragment that says what the terms typed so far would mean. Writes nothing."""
    now, viewer, goal, before = clock.now(), viewer_of(request), _goal(request), None
    base = read_terms(goal.account.terms.text) if goal is not None and goal.account.terms else None
    if (number := whole_number(request.POST.get("over"))) is not None:
        before = page.request_for(viewer, number)
        base, goal = titles.terms_of(before), _goal_of(before)
    found = typed.read(request.POST, at=now, over=base)
    context = _meaning(viewer, found, goal=goal, base=base, now=now, but=before)
    return render(request, "requests/_means.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, asked: int) -> HttpResponse:
    """Ask again with changes, by whoever asked: signatures given before no longer count."""
    now, before = clock.now(), page.request_for(viewer_of(request), asked)
    if before.kind not in (RequestKind.GOAL, RequestKind.TERMS):
        raise NotFound("This request has no terms; withdraw it and ask again.")
    base = titles.terms_of(before)
    if request.method != "POST":
        return _form(
            request,
            Typed(values=typed.values_of(base), terms=base, errors={}),
            before=before,
            base=base,
            now=now,
        )
    found = typed.read(request.POST, at=now, over=base)
    if request.POST.get("act") != "ask" or found.terms is None:
        return _form(request, found, before=before, base=base, now=now, status=400 if found.errors else 200)
    try:
        approvals.resubmit(
            acting=acting_of(request),
            request_id=before.pk,
            terms=found.terms,
            reason=request.POST.get("reason", ""),
            revision=whole(request.POST.get("revision"), field="revision"),
        )
    except CountersignError as refused:
        return _refused(request, found, refused, before=before, base=base, now=now)
    messages.success(request, f"You asked again for {before.ref}. Signatures given before no longer count.")
    return redirect("request", before.pk)


def _goal(request: HttpRequest) -> Goal | None:
    """The goal named in the address or the form, as the viewer may see it."""
    named = request.POST.get("goal") or request.GET.get("goal")
    if not named:
        return None
    try:
        account = GoalRef().to_python(named)
    except ValueError:
        raise NotFound("There is no such goal, or it is not yours to see.") from None
    return gathering.goal_for(viewer_of(request), account)


def _ask(request: HttpRequest, terms: Terms, goal: Goal | None) -> Request:
    acting, reason = acting_of(request), request.POST.get("reason", "")
    if goal is None:
        return approvals.ask_goal(acting=acting, terms=terms, reason=reason)
    return approvals.ask_change(
        acting=acting,
        goal_id=goal.pk,
        terms=terms,
        base_digest=request.POST.get("base_digest", ""),
        reason=reason,
    )


def _refused(request: HttpRequest, found: Typed, refused: CountersignError, **more: Any) -> HttpResponse:
    """At the field where the form has it, else above; with the way out that the verb names."""
    of_field = refused.field in typed.NAMES or refused.field == "reason"
    errors = {refused.field or "": refused.message} if of_field else {}
    if not of_field:
        messages.error(request, refused.message)
    again = Typed(values=found.values, terms=found.terms, errors=errors)
    return _form(request, again, status=status_of(refused), **more)


def _form(
    request: HttpRequest,
    found: Typed,
    *,
    now: datetime,
    base: Terms | None,
    goal: Goal | None = None,
    before: Request | None = None,
    status: int = 200,
) -> HttpResponse:
    viewer = viewer_of(request)
    currency = base.currency if base else CURRENCY
    errors = dict(found.errors)
    context = {
        "current": "requests",
        **_heading(goal, before),
        "may": viewer.has(Role.REQUESTER),
        "why": f"You read this {viewer.as_what}; asking for a goal needs the role requester.",
        "fields": fields.groups(found.values, errors, change=base is not None, currency=currency),
        "reason": request.POST.get("reason", ""),
        "reason_error": errors.get("reason", ""),
        "error": errors.get("", ""),
        "goal_ref": goal.account.ref if goal else "",
        "before": before,
        "base_digest": goal.account.terms.digest if goal is not None and goal.account.terms else "",
        **_meaning(viewer, found, goal=goal or _goal_of(before), base=base, now=now, but=before),
    }
    return render(request, "requests/new.html", context, status=status)


def _goal_of(before: Request | None) -> Goal | None:
    if before is None or before.account is None:
        return None
    goal: Goal = before.account.goal
    goal.account = before.account
    return goal


def _heading(goal: Goal | None, before: Request | None) -> dict[str, Any]:
    crumbs = [{"text": "Requests", "href": "/requests/"}]
    if before is not None:
        crumbs += [{"text": before.ref, "href": f"/requests/{before.ref}/"}, {"text": "Change"}]
        return {
            "crumbs": crumbs,
            "title": f"Change {before.ref} and ask again",
            "action": f"/requests/{before.ref}/change/",
            "lead": f"This makes revision {before.revision + 1}; signatures given before no longer count.",
        }
    if goal is not None:
        ref = goal.account.ref
        return {
            "crumbs": [
                {"text": "Goals", "href": "/goals/"},
                {"text": ref, "href": f"/goals/{ref}/"},
                {"text": "Other terms"},
            ],
            "title": f"Ask for other terms of “{page.short(goal.objective, limit=160)}”",
            "action": "/requests/new/",
            "lead": "Totals are absolute: what the goal may cost in all, not what is added.",
        }
    return {
        "crumbs": [*crumbs, {"text": "New"}],
        "title": "Ask for a goal",
        "action": "/requests/new/",
        "lead": "Nothing is created, set aside or started before a named person signs it.",
    }


def _meaning(
    viewer: Viewer,
    found: Typed,
    *,
    goal: Goal | None,
    base: Terms | None,
    now: datetime,
    but: Request | None = None,
) -> dict[str, Any]:
    """Notes about the terms as they are typed; what is still wrong where they are not terms yet."""
    if found.terms is None or found.errors:
        return {
            "wrong": [message for name, message in found.errors.items() if message],
            "means": _notes_for(viewer, found, goal, now, but),
        }
    terms = found.terms
    changes = difference.changes(base, terms) if base is not None else []
    needs = base is None or but is not None or bool(widens(base, terms))
    return {
        "means": _notes_for(viewer, found, goal, now, but),
        "changes": changes,
        "narrows": goal.account.pk if goal is not None and changes and not needs else None,
    }


def _notes_for(
    viewer: Viewer, found: Typed, goal: Goal | None, now: datetime, but: Request | None
) -> list[dict[str, Any]]:
    terms = found.terms
    centre = CostCentre.objects.filter(code=terms.cost_centre).first() if terms else None
    if terms is None or centre is None:
        return []
    account = goal.account if goal is not None else None
    requester: Person = but.requester if but is not None else viewer.person
    asked = Request(
        kind=RequestKind.GOAL,
        requester=requester,
        total_money=terms.budget_money,
        total_tokens=terms.budget_tokens,
        currency=terms.currency,
    )
    drawn = envelope.drawn(centre, terms.budget_money, account, now)
    known = {
        **known_context.gather(terms=terms, requester=requester, cost_centre=centre, at=now, account=account),
        "waiting_elsewhere": splitting.waiting_elsewhere(requester, centre, but=but),
    }
    typical = meaning.typical(terms, centre)
    return [
        *meaning.money_notes(terms, typical, meaning.priced(terms, now)),
        *meaning.manner_notes(terms),
        *_drawn(drawn, terms),
        *worth.notes(asked, known, drawn, may=False)[-2:],
        *meaning.who_signs(terms, requester, account, now),
    ]


def _drawn(drawn: envelope.Drawn, terms: Terms) -> list[dict[str, str]]:
    return meaning.envelope_notes(
        drawn.centre,
        drawn.name,
        drawn.figures.available if drawn.figures else None,
        drawn.keeps,
        drawn.used,
        terms.currency,
    )
