"""Who may move a goal: its owner, or a named person in one of the roles that a verb names. Decides; changes nothing."""

from __future__ import annotations

from goals.models import Goal
from governance import clock, people
from governance.actors import Acting
from governance.enums import Role
from governance.errors import Forbidden, SelfApproval
from governance.models import Person
from governance.people import delegations

STOPPERS = (Role.OPERATOR, Role.APPROVER, Role.CONTROLLER)
RESUMERS = (Role.APPROVER,)
SETTLERS = (Role.APPROVER, Role.CONTROLLER)


def require(acting: Acting, goal: Goal, roles: tuple[Role, ...], verb: str) -> None:
    """The owner, or a named person in one of these roles. Raises Forbidden naming who can."""
    if not acting.is_human or acting.person is None:
        raise Forbidden(f"Only a named person can {verb} a goal.", code="not-a-person", verb=verb)
    if goal.account.owner_id == acting.person_id and people.may(acting.person, Role.REQUESTER):
        return
    if any(people.may(acting.person, role) for role in roles):
        return
    names = " or ".join(str(role.label).lower() for role in roles)
    raise Forbidden(
        f"{acting.name} cannot {verb} this goal; its owner {goal.account.owner} or any {names} can.",
        code="wrong-person", verb=verb,
    )  # fmt: skip


def require_another(acting: Acting, by: Person | None, *, did: str, verb: str) -> None:
    """Somebody else than whoever `did` it, and nobody who stands in for them. Raises SelfApproval."""
    if by is None or acting.person is None:
        return
    if acting.person_id == by.pk:
        raise SelfApproval(f"You {did} yourself, so somebody else must {verb} it.")
    if acting.person_id in delegations.receivers(by.pk, clock.now()):
        raise SelfApproval(f"{acting.name} stands in for {by}, who {did}. Somebody else must {verb} it.")


def require_settler(acting: Acting, goal: Goal) -> None:
    """An approver or a controller who does not own the goal: what is posted is money, and it is not theirs to say."""
    if not acting.is_human or acting.person is None:
        raise Forbidden("Only a named person can settle an uncertain call.", code="not-a-person")
    if acting.person_id == goal.account.owner_id:
        raise SelfApproval("You own this goal, so somebody else says what is posted.")
    if not any(people.may(acting.person, role) for role in SETTLERS):
        raise Forbidden("An approver or a controller says what is posted.", code="wrong-person")
