"""The page of one goal: five answers, budget, signatures, what happens next, rounds, record. And its live parts.

A door: it reads, it draws. Everything it shows costs the same number of queries whatever the goal has done.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from goals.models import Goal
from goals.web import (
    buttons,
    cards,
    facts,
    figures,
    five_answers,
    gathering,
    may,
    next_events,
    record,
    sections,
    standing,
    timeline,
)
from governance import canonical
from governance.web.numbers_in import whole_number
from governance.web.viewer import Viewer, viewer_of

EVERY_SECONDS = 2


@require_safe
def show(request: HttpRequest, account: int) -> HttpResponse:
    """The whole page."""
    viewer = viewer_of(request)
    goal = gathering.goal_for(viewer, account)
    return render(request, "goals/goal.html", context_of(request, viewer, goal, gathering.facts_of(goal)))


@require_safe
def live(request: HttpRequest, account: int) -> HttpResponse:
    """Only what has changed since the page was drawn; the time of looking in any case."""
    viewer = viewer_of(request)
    goal = gathering.goal_for(viewer, account)
    known = gathering.facts_of(goal)
    context = {"goal": goal, "as_of": _as_of(known), **_marks(goal, known)}
    if request.GET.get("seen") != context["seen"]:
        context |= {**context_of(request, viewer, goal, known), "changed": True}
        context["moved"] = request.GET.get("state") != context["state_seen"]
    return render(request, "goals/_live.html", context)


def context_of(request: HttpRequest, viewer: Viewer, goal: Goal, known: facts.Facts) -> dict[str, Any]:
    """Everything the templates of a goal's page show."""
    adds = sections.of(goal.strategy)
    before = whole_number(request.GET.get("rounds"))
    rounds = timeline.timeline(goal, gathering.totals_of(goal), live=known.live, before=before)
    return {
        **_head(viewer, goal, known, adds),
        **_money(goal, known, rounds),
        **_card(goal, known, viewer, adds),
        **_record(request, goal),
        "sections": adds.of_goal(goal),
        "next_lines": next_events.lines(known, extra=adds.ahead(goal)),
        "next_pairs": next_events.pairs(known),
        "as_of": _as_of(known),
        "lines": rounds.lines, "timeline_checked": rounds.checked, "rounds_pager": rounds.pager,
        **_marks(goal, known),
    }  # fmt: skip


def crumbs(goal: Goal, *more: str) -> list[dict[str, str]]:
    """Where a page of this goal stands."""
    centre, ref = goal.account.cost_centre, goal.account.ref
    home = reverse("goals")
    found = [
        {"text": "Goals", "href": home},
        {"text": str(centre), "href": f"{home}?cost_centre={centre.code}"},
    ]
    if not more:
        return [*found, {"text": ref}]
    return [
        *found,
        {"text": ref, "href": reverse("goal", args=[goal.account_id])},
        *({"text": one} for one in more),
    ]


def _as_of(known: facts.Facts) -> str:
    updates = ", updates by itself" if known.may_change_by_itself else ""
    return f"as of {known.now:%H:%M:%S} UTC{updates}"


def _head(viewer: Viewer, goal: Goal, known: facts.Facts, adds: sections.Pages) -> dict[str, Any]:
    allowed = may.of(viewer, goal, known)
    return {
        "current": "goals", "goal": goal, "facts": known, "crumbs": crumbs(goal), "title": goal.objective,
        "state": standing.state_of(known), "stop": standing.stop_of(known),
        "actions": buttons.head(viewer, goal, known, allowed),
        "others": buttons.others(viewer, goal, known, allowed), "why_not": allowed.why,
    }  # fmt: skip


def _money(goal: Goal, known: facts.Facts, rounds: timeline.Timeline) -> dict[str, Any]:
    budget = figures.figures(goal, rounds.shown, whole=rounds.whole)
    return {"budget": budget, "budget_sentence": figures.held_for(known, budget)}


def _card(goal: Goal, known: facts.Facts, viewer: Viewer, adds: sections.Pages) -> dict[str, Any]:
    signed = goal.account.authorisation
    assert signed is not None
    given = cards.signatures_of(signed)
    answers = five_answers.answers(
        known, figures.books(goal), cards.signed_of(signed, given, lapsed=known.lapsed),
        viewer_id=viewer.person.pk, why_note=adds.why_note(goal),
    )  # fmt: skip
    return {"card": cards.card(goal, given, known), "answers": answers}


def _record(request: HttpRequest, goal: Goal) -> dict[str, Any]:
    page = record.page(goal, size=record.SHORT, opened=whole_number(request.GET.get("entry")))
    pager = {"older_href": reverse("goal-record", args=[goal.account_id]), "older": "The whole record"}
    return {
        "entries": page.entries, "record_note": page.note, "record_pager": pager,
        "foot_left": f"{goal.account.ref}, revision {goal.revision}. {record.chain_words(goal.account, page.events)}",
    }  # fmt: skip


def _marks(goal: Goal, known: facts.Facts) -> dict[str, Any]:
    """What a live page hands back, so that nothing is drawn twice."""
    account, running = goal.account, known.live
    step = (running.step, running.tokens) if running else ()
    seen = (
        account.stream_seq,
        account.spent_tokens,
        goal.revision,
        step,
        known.armed,
        known.frozen_by,
        known.driver_live,
    )
    state = standing.state_of(known)
    return {
        "seen": canonical.digest(repr(seen))[:16],
        "state_seen": canonical.digest(repr(sorted(state.items())))[:16],
        "every": EVERY_SECONDS if known.may_change_by_itself else 0,
    }  # fmt: skip
