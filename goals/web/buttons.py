"""Which buttons and links a goal's page draws for this viewer. Decides words and order, never authority."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from goals.enums import Phase
from goals.models import Goal
from goals.web.facts import Facts
from goals.web.may import May
from governance.enums import Role
from governance.web.viewer import Viewer

Button = dict[str, Any]


def head(viewer: Viewer, goal: Goal, facts: Facts, may: May) -> list[Button]:
    """The row beside the title: at most one filled button, the one thing to do next."""
    found = [*_to_do(viewer, goal, facts, may)]
    if "pause" in may:
        words = "Pause after this step" if facts.live is not None and facts.live.number else "Pause"
        found.append({"text": words, "kind": "outlined", "action": _to(goal, "pause"), "hidden": _seen(goal)})
    if "cancel" in may:
        found.append({"text": "Cancel this turn", "kind": "outlined", "href": _to(goal, "cancel")})
    if "narrow" in may or _may_ask(viewer, facts):
        found.append(
            {"text": "Change terms", "kind": "quiet", "href": reverse("goal-change", args=[goal.account_id])}
        )
    found.append(
        {"text": "Session", "kind": "quiet", "href": reverse("goal-session", args=[goal.account_id])}
    )
    found.append(
        {"text": "Print", "kind": "quiet", "href": reverse("goal-statement", args=[goal.account_id])}
    )
    return found


def _to_do(viewer: Viewer, goal: Goal, facts: Facts, may: May) -> list[Button]:
    if "accept" in may:
        return [
            {
                "text": "Accept or reject",
                "kind": "filled",
                "href": reverse("goal-completion", args=[goal.account_id]),
            }
        ]
    found = _to_answer(viewer, facts)
    if "resume" in may:
        kind = "outlined" if found else "filled"
        found.append({"text": "Resume", "kind": kind, "href": _to(goal, "resume")})
    return found


def _to_answer(viewer: Viewer, facts: Facts) -> list[Button]:
    question = facts.question
    if not facts.stopped or question is None or not question.stops:
        return []
    mine = question.asked_id == viewer.person.pk
    text, kind = ("Answer", "filled") if mine else ("See what is asked", "outlined")
    return [{"text": text, "kind": kind, "href": f"/escalations/{question.ref}/"}]


def others(viewer: Viewer, goal: Goal, facts: Facts, may: May) -> list[Button]:
    """What else can be done, one line each, with what it does."""
    account = goal.account_id
    found = [_line("Would the next round be admitted?", reverse("goal-admission", args=[account]),
                   "The gate’s twelve checks as a dry run; nothing moves.")]  # fmt: skip
    if "complete" in may:
        found.append(
            _line("Claim completion", _to(goal, "complete"), "A person accepts or rejects the claim.")
        )
    if _may_ask(viewer, facts):
        found.append(
            _line(
                "Ask for wider terms",
                f"/requests/new/?goal={facts.ref}",
                "Needs a signature; starts nothing.",
            )
        )
    if "close" in may:
        found.append(_line("Close the goal", _to(goal, "close"), "For good. What is not spent goes back."))
    if "revoke" in may:
        found.append(
            _line("Revoke the authorisation", _to(goal, "revoke"), "Nothing may run without a new signature.")
        )
    return found


def _may_ask(viewer: Viewer, facts: Facts) -> bool:
    """Whether wider terms of this goal are something this viewer could ask for."""
    return viewer.has(Role.REQUESTER) and not facts.cleared and facts.phase != Phase.COMPLETE


def _line(text: str, href: str, does: str) -> Button:
    return {"text": text, "href": href, "does": does}


def _to(goal: Goal, act: str) -> str:
    return reverse("goal-act", args=[goal.account_id, act])


def _seen(goal: Goal) -> dict[str, str]:
    """The revision that the page shows: an act on a goal that has moved since is refused."""
    return {"revision": str(goal.revision)}
