"""What a verb says to somebody who may not. Decides the words; the roles are looked up in `roles`."""

from __future__ import annotations

from datetime import datetime

from governance.actors import Acting
from governance.enums import PersonKind, Role
from governance.errors import Forbidden
from governance.models import Person
from governance.people import roles


def named_person(acting: Acting, *, to: str) -> Person:
    """The human being behind the act. Raises Forbidden for a program, and for somebody deactivated."""
    if acting.person is None:
        raise Forbidden(f"Only a named person may {to}; {acting.name} is a program.", code="not-a-person")
    if acting.person.kind == PersonKind.SERVICE:
        raise Forbidden(
            f"{acting.name} is a service account, and a service account may never {to}. "
            "A named person must do it.",
            code="service-account",
        )
    if not acting.person.is_active:
        raise Forbidden(f"{acting.name} has left and may not {to}.", code="deactivated")
    return acting.person


def one_of(person: Person, allowed: frozenset[Role], at: datetime, *, to: str) -> Role:
    """The first of these roles that the person has. Raises Forbidden that names what they have and need."""
    has = roles.held(person, at)
    for role in Role:
        if role in allowed and role in has:
            return role
    needed = " or ".join(sorted(role.value for role in allowed))
    mine = ", ".join(sorted(role.value for role in has)) or "no role"
    raise Forbidden(
        f"{person} may not {to}: that needs the role {needed}, and {person} has {mine}.",
        code="role-missing",
        needed=sorted(role.value for role in allowed),
        held=sorted(role.value for role in has),
    )
