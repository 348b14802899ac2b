"""Who looks at a page: the logged-in person, what they may see, and up to what they sign. Read once per request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from django.http import HttpRequest

from governance import clock
from governance.enums import Role
from governance.errors import Forbidden
from governance.models import Person
from governance.people import delegations, requiring, roles
from governance.people.roles import Limits
from governance.sight import Sight

_KEPT = "countersign_viewer"
ORDER = (Role.CONTROLLER, Role.APPROVER, Role.OPERATOR, Role.AUDITOR, Role.REQUESTER)


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person as they stand at this moment. `limits` None: they sign nothing."""

    person: Person
    sight: Sight
    limits: Limits | None

    @property
    def roles(self) -> frozenset[Role]:
        return self.sight.roles

    def has(self, *wanted: Role) -> bool:
        return not self.roles.isdisjoint(wanted)

    @property
    def role_words(self) -> str:
        """ "Approver and controller"; "No role" for somebody who has none."""
        held = [str(role.label).lower() for role in ORDER if role in self.roles]
        text = " and ".join(held) if len(held) < 3 else f"{', '.join(held[:-1])} and {held[-1]}"
        return f"{text[:1].upper()}{text[1:]}" or "No role"

    @property
    def as_what(self) -> str:
        """ "as approver and controller"; "without a role"."""
        return f"as {self.role_words.lower()}" if self.roles else "without a role"


def controllers_only(request: HttpRequest, *, to: str) -> None:
    """For pages that only controllers act on: who opens one without the role is told so at once. Raises Forbidden."""
    requiring.one_of(viewer_of(request).person, frozenset({Role.CONTROLLER}), clock.now(), to=to)


def viewer_of(request: HttpRequest) -> Viewer:
    """The viewer of this request. Two queries, the first time. Raises Forbidden for nobody."""
    known = getattr(request, _KEPT, None)
    if known is None:
        if not isinstance(request.user, Person):
            raise Forbidden("Log in first.", code="not-authenticated")
        known = _read(request.user)
        setattr(request, _KEPT, known)
    return cast(Viewer, known)


def _read(person: Person) -> Viewer:
    at = clock.now()
    grants = list(roles.grants(at).filter(person=person))
    held = frozenset(Role(grant.role) for grant in grants)
    standing_in = delegations.live(at).filter(receiver=person, receiver__is_active=True).exists()
    limits: Any = next((roles.limits_of(grant) for grant in grants if grant.role == Role.APPROVER), None)
    return Viewer(person, Sight(person, held, standing_in), limits)
