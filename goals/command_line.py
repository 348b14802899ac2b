"""The /goal command, carried out: one line from a person in a session, one answer. Every door that has it calls this.

Decides which verb a command means. Never what is allowed: the verbs refuse, and the refusal is the answer.
A failure that nobody foresaw is not dressed up as a refusal.
"""

from __future__ import annotations

from datetime import timedelta

from goals import activation, approvals, command, operations, status_text, store
from goals.approvals.defaults import VALID_DAYS
from goals.command import Clear, Edit, EditWithoutText, Objective, Pause, Reply, Resume, Show
from goals.enums import Activation
from goals.models import Goal, Session
from goals.state import Current, GoalState
from goals.terms import Terms, parse, read_terms
from goals.values import trim
from governance import clock
from governance.actors import Acting
from governance.errors import Conflict, Exhausted, Forbidden, Invalid, NotFound
from governance.models import Request

NAME = "/goal"
REFUSALS = (Invalid, Forbidden, NotFound, Conflict, Exhausted)
"""What the domain and the verbs refuse with; the domain's nine errors are among these."""


def run(*, acting: Acting, session: Session, text: str) -> Reply:
    """Carry out `text`, with or without its leading /goal. An outermost verb, where it changes anything."""
    goal = session.goals.select_related("account__terms").order_by("-created_at_ms", "-account_id").first()
    current = store.state_of(goal) if goal else None
    asked = command.meant(command.parse(without_name(text)), current=current)
    try:
        return _answer(acting, session, goal, current, asked)
    except REFUSALS as refused:
        return Reply(ok=False, text=f"The goal command was refused. {refused.message}")


def without_name(text: str) -> str:
    """The input after /goal; a text that does not begin with it is the input itself."""
    whole = trim(text)
    rest = whole.removeprefix(NAME)
    return rest if rest != whole and (not rest or rest[0].isspace()) else whole


def _answer(
    acting: Acting, session: Session, goal: Goal | None, current: Current, asked: command.Command
) -> Reply:
    if isinstance(asked, Show):
        return Reply(ok=True, text=_shown(goal, current))
    if isinstance(asked, EditWithoutText):
        return command.edit_without_text()
    if isinstance(asked, Objective):
        return _ask_goal(acting, session, goal, asked.objective)
    if goal is None or not isinstance(current, GoalState):
        return command.without_goal(asked)
    return _act(acting, goal, asked)


def _shown(goal: Goal | None, current: Current) -> str:
    armed = goal is not None and activation.is_armed(goal)
    return status_text.render(current, activation=Activation.ARMED if armed else Activation.DISARMED)


def _act(acting: Acting, goal: Goal, asked: Clear | Pause | Resume | Edit) -> Reply:
    if isinstance(asked, Edit):
        return _ask_change(acting, goal, asked.objective)
    verb = {Clear: operations.clear, Pause: operations.pause, Resume: operations.resume}[type(asked)]
    after = verb(acting=acting, goal_id=goal.pk, revision=goal.revision, reason=f"asked by {NAME}")
    return Reply(ok=True, text=_shown(after, store.state_of(after)))


def _ask_goal(acting: Acting, session: Session, before: Goal | None, objective: str) -> Reply:
    if before is None:
        return Reply(
            ok=False, text="No goal was ever signed in this session. Ask for the first one by a request."
        )
    until = clock.now() + timedelta(days=VALID_DAYS)
    terms = _like(before, objective=objective, valid_until=until)
    request = approvals.ask_goal(
        acting=acting, terms=terms, session_id=session.pk, reason=f"Asked by {NAME} in {session.ref}."
    )
    return Reply(
        ok=True, text=f"{_asked(request)} The terms are those of {before.ref}; nothing starts before."
    )


def _ask_change(acting: Acting, goal: Goal, objective: str) -> Reply:
    standing = goal.account.terms
    assert standing is not None
    request = approvals.ask_change(
        acting=acting, goal_id=goal.pk, terms=_like(goal, objective=objective), base_digest=standing.digest,
        reason=f"Another objective, asked by {NAME}.",
    )  # fmt: skip
    return Reply(ok=True, text=f"{_asked(request)} Until then the goal keeps the objective it has.")


def _like(goal: Goal, **other: object) -> Terms:
    standing = goal.account.terms
    assert standing is not None
    return parse({**read_terms(standing.text).model_dump(), **other})


def _asked(request: Request) -> str:
    return f"{request.ref} asks {request.assigned_to} to sign it."
