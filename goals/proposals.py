"""What a model proposed in a person's turn: confirmed by that person, or dismissed. Nothing happens before.

Confirming does what the proposal says with the authority of the person who confirms: a new goal and another
objective become requests that somebody signs, a lower round cap takes effect, a resume resumes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from goals import authority, operations, store
from goals.approvals import drafting, narrowing, refusing
from goals.approvals.defaults import VALID_DAYS
from goals.models import Goal, Proposal
from goals.terms import Terms, parse, read_terms, widens
from governance import audit, authorisations, clock
from governance.actors import Acting
from governance.errors import Conflict, Forbidden, NotFound
from governance.transactions import outermost

REASON = "The agent proposed it in a turn of mine, and I confirm it."
NAMES = {"create": "another goal", "edit": "an edit of the goal", "resume": "a resume"}


def confirm(*, acting: Acting, proposal_id: int) -> str:
    """Do what was proposed; one sentence of what came of it. By whoever wrote the turn.

    Raises Conflict `already-decided`, Forbidden for anybody else, and whatever the verb behind it refuses.
    """
    with refusing.recorded(acting=acting, doing="confirm a proposal"), outermost():
        proposal, goal = _taken(acting, proposal_id, Proposal.Status.CONFIRMED)
        _tell(acting, goal, proposal, "confirmed")
        return _DO[proposal.action](acting, goal, json.loads(proposal.data))


def dismiss(*, acting: Acting, proposal_id: int) -> None:
    """Say no to what was proposed. By whoever wrote the turn, or whoever may write to the goal."""
    with outermost():
        proposal, goal = _taken(acting, proposal_id, Proposal.Status.DISMISSED)
        _tell(acting, goal, proposal, "dismissed")


def _taken(acting: Acting, proposal_id: int, status: Proposal.Status) -> tuple[Proposal, Goal]:
    """The proposal, decided by compare-and-set, and its goal locked with its envelope."""
    found = Proposal.objects.select_related("execution__writer").filter(pk=proposal_id).first()
    if found is None:
        raise NotFound("There is no such proposal.", field="proposal")
    goal = store.lock_with_envelope(found.goal_id)
    writer = found.execution.writer
    if not acting.is_human or acting.person_id != found.execution.writer_id:
        raise Forbidden(
            f"Only {writer}, in whose turn it was proposed, decides on this.", code="wrong-person"
        )
    taken = Proposal.objects.filter(pk=found.pk, status=Proposal.Status.OPEN).update(
        status=status, decided_by=acting.person, decided_at=clock.now()
    )
    if not taken:
        found.refresh_from_db()
        raise Conflict(f"{found.decided_by} has already {found.status} this.", code="already-decided")
    return found, goal


def _tell(acting: Acting, goal: Goal, proposal: Proposal, what: str) -> None:
    audit.record(
        acting=acting, on=goal.account, action=f"proposal.{what}",
        sentence=f"{acting.name} {what} {NAMES[proposal.action]} that the agent proposed; that alone moved no money.",
        facts={"proposal": proposal.pk, "action": proposal.action, "execution": proposal.execution_id},
    )  # fmt: skip


def _create(acting: Acting, goal: Goal, data: dict[str, Any]) -> str:
    until = clock.now() + timedelta(days=VALID_DAYS)
    terms = _like(goal, objective=data["objective"], max_rounds=data["max_goal_rounds"], valid_until=until)
    assert acting.person is not None
    draft = drafting.of_goal(
        terms=terms, requester=acting.person, reason=REASON, session_id=None, due_at=None, at=clock.now()
    )
    request = authorisations.ask(acting=acting, draft=draft)
    return f"{request.ref} asks {request.assigned_to} to sign it, under terms like those of {goal.ref}."


def _edit(acting: Acting, goal: Goal, data: dict[str, Any]) -> str:
    if data["revision"] != goal.revision:
        raise Conflict(
            "The goal has moved since this was proposed; say anew what you want.", code="stale-revision"
        )
    named = {"objective": "objective", "max_goal_rounds": "max_rounds"}
    terms = _like(goal, **{named[key]: value for key, value in data.items() if key in named})
    standing = goal.account.terms
    assert standing is not None
    if not widens(read_terms(standing.text), terms):
        narrowing.narrow_locked(acting=acting, goal=goal, terms=terms, reason=REASON)
        return "The terms are narrower from now on."
    assert acting.person is not None
    draft = drafting.of_change(
        terms=terms, requester=acting.person, reason=REASON, account=goal.account, base=standing.digest,
        due_at=None, at=clock.now(),
    )  # fmt: skip
    request = authorisations.ask(acting=acting, draft=draft)
    return f"{request.ref} asks {request.assigned_to} to sign it. Until then nothing changes."


def _resume(acting: Acting, goal: Goal, data: dict[str, Any]) -> str:
    authority.require(acting, goal, authority.RESUMERS, "resume")
    operations.refuse_policy_block(goal)
    operations.resume_locked(acting=acting, goal=goal, revision=data["revision"], reason=REASON)
    return "The goal is resumed."


def _like(goal: Goal, **other: object) -> Terms:
    standing = goal.account.terms
    assert standing is not None
    return parse({**read_terms(standing.text).model_dump(), **other})


_DO: dict[str, Callable[[Acting, Goal, dict[str, Any]], str]] = {
    "create": _create, "edit": _edit, "resume": _resume,
}  # fmt: skip
