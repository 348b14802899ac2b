"""Whether the viewer may answer a question, and why not; who is asked now and who is next. Decides no authority:
the answer itself asks again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from goals.models import Claim
from goals.web.wording import any_of, by_when
from governance.enums import EscalationStatus, Role
from governance.escalations import asked as asking
from governance.escalations import causes
from governance.escalations.opening import answer_time
from governance.models import Escalation, Person
from governance.people import delegations
from governance.web.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Right:
    """`may` with the person they stand in for, if any; or `why` not, and who can. `barred` are single answers
    that this viewer cannot give, with `why`."""

    may: bool
    why: str = ""
    barred: frozenset[str] = frozenset()
    on_behalf_of: Person | None = None


def right_of(viewer: Viewer, question: Escalation, at: datetime) -> Right:
    """Asked before the form is drawn. A constant number of queries."""
    cause, person, account = causes.of(question.cause), viewer.person, question.account
    if question.status != EscalationStatus.OPEN:
        return Right(may=False)
    able = asking.approvers(account, at)
    if not cause.policy:
        return _of_a_plain_question(viewer, question, able)
    signed = account.authorisation
    interested = {account.owner_id} | ({signed.request.requester_id} if signed else set())
    if person.pk in interested:
        return Right(may=False, why=f"You asked for this goal, so you cannot answer its stop. {_can(able)}")
    if any(person.pk in delegations.receivers(one, at) for one in interested):
        return Right(may=False, why=f"You stand in for whoever asked for this goal. {_can(able)}")
    if viewer.has(Role.APPROVER):
        return Right(may=True)
    for given in delegations.live(at).filter(receiver=person).select_related("giver").order_by("pk")[:10]:
        if given.giver in able:
            return Right(may=True, on_behalf_of=given.giver)
    return Right(
        may=False, why=f"You read this {viewer.as_what}; a stop is answered by an approver. {_can(able)}"
    )


def _of_a_plain_question(viewer: Viewer, question: Escalation, able: list[Person]) -> Right:
    owns = question.account.owner_id == viewer.person.pk
    if question.cause == "uncertain":
        if owns:
            return Right(
                may=False, why=f"You own this goal, so somebody else says what is posted. {_can(able)}"
            )
        if viewer.has(Role.APPROVER, Role.CONTROLLER):
            return Right(may=True)
        return Right(may=False, why=f"An approver or a controller says what is posted. {_can(able)}")
    wanted = (
        (Role.APPROVER,)
        if question.cause == "completion-claimed"
        else (Role.OPERATOR, Role.APPROVER, Role.CONTROLLER)
    )
    if (owns and viewer.has(Role.REQUESTER)) or viewer.has(*wanted):
        return (
            _of_a_claim(viewer, question, able) if question.cause == "completion-claimed" else Right(may=True)
        )
    return Right(may=False, why=f"{question.account.owner} can answer this, or an approver. {_can(able)}")


def _of_a_claim(viewer: Viewer, question: Escalation, able: list[Person]) -> Right:
    """Who claimed it by hand may take it back and not accept it."""
    own = {"goal__account": question.account_id, "status": Claim.Status.CLAIMED, "claimed_by": viewer.person}
    if not Claim.objects.filter(**own).exists():
        return Right(may=True)
    others = [person for person in able if person != viewer.person]
    why = f"You claimed it yourself, so you can take it back and not accept it. {_can(others)}"
    return Right(may=True, why=why, barred=frozenset({"accept"}))


def _can(able: list[Person]) -> str:
    return (
        f"{any_of([str(one) for one in able])} can."
        if able
        else "Nobody with the authority is left; a controller must find somebody."
    )


def who_answers(viewer: Viewer, question: Escalation, now: datetime) -> dict[str, str]:
    """The fifth of the answers on a stop's page."""
    ask = "Who answers?"
    if question.status == EscalationStatus.ANSWERED:
        when = by_when(question.answered_at, now=now) if question.answered_at else ""
        return {"question": ask, "answer": str(question.answered_by), "support": f"answered {when}"}
    if question.status == EscalationStatus.EXPIRED:
        return {"question": ask, "answer": "Nobody answered", "support": "expired; the goal stays as it is"}
    if question.status == EscalationStatus.MOOT:
        return {"question": ask, "answer": "Nobody needs to", "support": "the goal has moved on"}
    who = (
        "You"
        if question.assigned_to_id == viewer.person.pk
        else str(question.assigned_to or "Nobody is left to ask")
    )
    due = by_when(question.due_at, now=now)
    return {"question": ask, "answer": f"{who}, by {due}", "support": _then(question, now)}


def _then(question: Escalation, now: datetime) -> str:
    following = asking.next_person(question, now)
    if following is None:
        return "then it expires and the goal stays as it is"
    until = by_when(question.due_at + answer_time(), now=now)
    return f"then {following[1]} until {until}"
