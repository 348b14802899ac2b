"""Giving roles: the effect of a request that a second person signed. Taking them away is in `leaving`."""

from __future__ import annotations

from datetime import datetime

from governance import service_stream
from governance.enums import PersonKind, Role
from governance.errors import Conflict, Forbidden, Invalid
from governance.models import Person, Request, RoleGrant
from governance.people import roles
from governance.people.roles import Limits
from governance.strict.fields import SAFE_INTEGER_MAX
from governance.transactions import require_transaction


def give(
    *,
    person: Person,
    role: Role,
    limits: Limits | None,
    granted_by: str,
    at: datetime,
    until: datetime | None = None,
    request: Request | None = None,
) -> RoleGrant:
    """A grant from now on, in the place of an open one for the same role. Composable; writes no event."""
    require_transaction()
    refuse_unfit(person, role, limits)
    RoleGrant.objects.filter(person=person, role=role, ended_at=None).update(ended_at=at)
    return RoleGrant.objects.create(
        person=person,
        role=role,
        limit_tokens=limits.tokens if limits else None,
        limit_money=limits.money if limits else None,
        currency=limits.currency if limits else "USD",
        valid_from=at,
        valid_until=until,
        request=request,
        granted_by=granted_by,
    )


def refuse_unfit(person: Person, role: Role, limits: Limits | None) -> None:
    """Raises for a role that this person can never have, or a limit where none belongs."""
    if person.kind == PersonKind.SERVICE and role in roles.FOR_PEOPLE_ONLY:
        raise Forbidden(f"A service account can never be {role.value}.", code="service-account", field="role")
    if not person.is_active:
        raise Invalid(f"{person} has left.", field="person")
    if (role is Role.APPROVER) is (limits is None):
        needs = "needs" if role is Role.APPROVER else "has no"
        raise Invalid(f"The role {role.value} {needs} limits in tokens and money.", field="limit_tokens")
    if limits and not (0 < limits.tokens <= SAFE_INTEGER_MAX and limits.money > 0):
        raise Invalid("Limits are above 0 in tokens and in money.", field="limit_tokens")


def refuse_last_controller(leaving: Person, at: datetime) -> None:
    """Raises Conflict if nobody but this person could still control: no role could ever be granted again."""
    service_stream.locked(service_stream.PEOPLE)
    if not [person for person in roles.holders(Role.CONTROLLER, at) if person != leaving]:
        raise Conflict(
            f"{leaving} is the last controller. Have another one signed first.", code="last-controller"
        )
