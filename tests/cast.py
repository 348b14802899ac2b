"""The people that every test knows, with their roles and limits, and the place their money comes from.

Ada controls, Ben asks, Cy signs small amounts, Dee signs large ones, Olu operates, Aud reads, Eve has
no role at all, and svc-bot is a program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from governance.actors import Acting, human
from governance.enums import PersonKind, Role
from governance.models import CostCentre, Person, RoleGrant

HIRED = datetime(2026, 1, 1, tzinfo=UTC)
CY_TOKENS, CY_MONEY = 1_000_000, Decimal(30)
DEE_TOKENS, DEE_MONEY = 10_000_000, Decimal(100)


@dataclass(frozen=True, slots=True)
class Cast:
    """Rows, not names: `cast.ben` is a Person, `cast.acting(cast.ben)` is Ben logged in by password."""

    ada: Person
    ben: Person
    cy: Person
    dee: Person
    olu: Person
    aud: Person
    eve: Person
    bot: Person
    payables: CostCentre

    def acting(self, person: Person, *, method: str = "password") -> Acting:
        return human(person, method=method)


@pytest.fixture
def cast(db: None) -> Cast:
    """Works inside a test's transaction and, marked transaction=True, across threads and processes."""
    return build()


def build() -> Cast:
    return Cast(
        ada=_person("ada", "Ada Brandt", "Financial controller", [Role.CONTROLLER]),
        ben=_person("ben", "Ben Osei", "Procurement analyst", [Role.REQUESTER]),
        cy=_person("cy", "Cy Lindholm", "Team lead", [Role.APPROVER], CY_TOKENS, CY_MONEY),
        dee=_person("dee", "Dee Okafor", "Finance director", [Role.APPROVER], DEE_TOKENS, DEE_MONEY),
        olu=_person("olu", "Olu Mensah", "Operations", [Role.OPERATOR]),
        aud=_person("aud", "Aud Nilsen", "Internal audit", [Role.AUDITOR]),
        eve=_person("eve", "Eve Marsh", "", []),
        bot=_person("svc-bot", "svc-bot", "", [], kind=PersonKind.SERVICE),
        payables=CostCentre.objects.create(code="4210", name="Accounts payable"),
    )


def _person(
    username: str,
    name: str,
    title: str,
    roles: Sequence[Role],
    tokens: int | None = None,
    money: Decimal | None = None,
    kind: PersonKind = PersonKind.PERSON,
) -> Person:
    person = Person(username=username, display_name=name, title=title, kind=kind)
    person.set_password(f"{username} likes green ledgers")
    person.save()
    for role in roles:
        RoleGrant.objects.create(
            person=person,
            role=role,
            limit_tokens=tokens,
            limit_money=money,
            valid_from=HIRED,
            granted_by="the story",
        )
    return person
