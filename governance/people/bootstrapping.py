"""The first people and roles of a new service: one recorded act, possible once. Afterwards a second person signs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from governance import audit, clock, service_stream, wording
from governance.actors import Acting
from governance.enums import PersonKind, Role
from governance.errors import Conflict, Invalid
from governance.models import CostCentre, Person, RoleGrant
from governance.people import grants
from governance.people.roles import Limits
from governance.transactions import outermost


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """Somebody who is there from the start. `password` None: cannot log in until one is set."""

    name: str
    username: str
    title: str = ""
    roles: frozenset[Role] = frozenset()
    limits: Limits | None = None
    kind: PersonKind = PersonKind.PERSON
    password: str | None = field(default=None, repr=False)


def bootstrap(
    *, acting: Acting, people: Sequence[Newcomer], cost_centres: Sequence[tuple[str, str, str]] = ()
) -> list[Person]:
    """Make the first people with their roles, and cost centres as (code, name, currency). Outermost, one event.

    Raises Conflict `already-bootstrapped` if any role was ever granted, Invalid unless there is a
    controller and somebody else who can sign the next grant.
    """
    _refuse_unworkable(people)
    with outermost():
        stream = service_stream.locked(service_stream.PEOPLE)
        if RoleGrant.objects.exists():
            raise Conflict(
                "Roles have been granted already. Ask for further ones; a second person signs.",
                code="already-bootstrapped",
            )
        made = [_make(newcomer, acting) for newcomer in people]
        for code, name, currency in cost_centres:
            CostCentre.objects.create(code=code, name=name, currency=currency)
        audit.record(
            acting=acting,
            on=stream,
            action="service.bootstrapped",
            sentence=f"{acting.name} set up the service with {_listed(people)}, because nobody could sign for the "
            "first roles. No money moved.",
            facts={"people": [_facts(person, newcomer) for person, newcomer in zip(made, people, strict=True)],
                   "cost_centres": [code for code, _name, _currency in cost_centres]},
        )  # fmt: skip
        return made


def _refuse_unworkable(people: Sequence[Newcomer]) -> None:
    controllers = [one for one in people if Role.CONTROLLER in one.roles]
    signers = [one for one in people if one.roles & {Role.CONTROLLER, Role.APPROVER}]
    if not controllers or len(signers) < 2:
        raise Invalid(
            "Name a controller and one more person who can sign, a controller or an approver: "
            "nobody signs their own request.",
            field="controller",
        )
    if len({one.username for one in people}) != len(people):
        raise Invalid("Two people have the same user name.", field="username")


def _make(newcomer: Newcomer, acting: Acting) -> Person:
    person = Person(
        username=newcomer.username, display_name=newcomer.name, title=newcomer.title, kind=newcomer.kind
    )
    person.set_password(newcomer.password)
    person.save()
    for role in sorted(newcomer.roles):
        limits = newcomer.limits if role == Role.APPROVER else None
        grants.give(person=person, role=Role(role), limits=limits, granted_by=acting.name, at=clock.now())
    return person


def _listed(people: Sequence[Newcomer]) -> str:
    return wording.names([f"{one.name} ({', '.join(sorted(one.roles)) or one.kind.value})" for one in people])


def _facts(person: Person, newcomer: Newcomer) -> dict[str, object]:
    limits = newcomer.limits
    return {
        "person": person.pk, "username": person.username, "name": newcomer.name,
        "kind": newcomer.kind.value, "roles": sorted(role.value for role in newcomer.roles),
        "limit_tokens": limits.tokens if limits else None, "limit_money": limits.money if limits else None,
    }  # fmt: skip
