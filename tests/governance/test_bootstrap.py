"""The first people of a service: one recorded act, possible once."""

from __future__ import annotations

import json
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from governance import clock
from governance.enums import Role
from governance.models import CostCentre, Event, Person, RoleGrant
from governance.people import limits, may
from tests.cast import Cast

pytestmark = pytest.mark.django_db
FIRST = [
    "--controller",
    "Ada Brandt=ada",
    "--approver",
    "Cy Lindholm=cy:1000000:30",
    "--requester",
    "Ben Osei",
]


def _bootstrap(*words: str) -> str:
    said = StringIO()
    call_command("bootstrap", *words, stdout=said)
    return said.getvalue()


def test_it_makes_people_roles_limits_and_cost_centres_with_one_event() -> None:
    _bootstrap(*FIRST, "--cost-centre", "4210:Accounts payable", "--service", "svc-bot")
    people = {person.username: person for person in Person.objects.all()}

    assert sorted(people) == ["ada", "ben-osei", "cy", "svc-bot"]
    assert may(people["ada"], Role.CONTROLLER)
    assert (limits(people["cy"]).tokens, limits(people["cy"]).money) == (1_000_000, Decimal(30))
    assert CostCentre.objects.get().code == "4210"
    assert Event.objects.get().sentence == (
        "Countersign set up the service with Ben Osei (requester), Cy Lindholm (approver), Ada Brandt (controller) "
        "and svc-bot (service), because nobody could sign for the first roles. No money moved."
    )


def test_the_act_is_known_to_come_from_the_command_line() -> None:
    _bootstrap(*FIRST)
    actor = json.loads(Event.objects.get().body)["actor"]

    assert actor == {"id": None, "name": "Countersign", "method": "command-line"}


def test_passwords_are_shown_once_and_never_recorded() -> None:
    said = _bootstrap(*FIRST)
    password = said.splitlines()[0].rpartition("first password ")[2]

    assert Person.objects.get(display_name=said.split(" (")[0]).check_password(password)
    assert password not in Event.objects.get().body


def test_one_person_may_have_two_roles() -> None:
    _bootstrap(*FIRST, "--operator", "Ada Brandt")
    ada = Person.objects.get(username="ada")

    assert sorted(ada.grants.values_list("role", flat=True)) == ["controller", "operator"]


def test_it_is_refused_once_any_role_was_granted(cast: Cast) -> None:
    RoleGrant.objects.update(ended_at=clock.now())

    with pytest.raises(CommandError, match="Roles have been granted already"):
        _bootstrap(*FIRST)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--controller", "Ada Brandt"),
        ("--controller", "Ada Brandt", "--requester", "Ben Osei"),
        ("--approver", "Cy:1000000:30", "--approver", "Dee:1:1"),
        ("--controller", "Ada", "--approver", "Cy"),
        ("--controller", "Ada", "--approver", "Cy:1e6:30"),
        ("--controller", "Ada", "--approver", "Cy:1000000:-30"),
        ("--controller", "Ada", "--approver", "Cy:0:30"),
        ("--controller", "Ada", "--approver", f"Cy:{10**30}:30"),
        ("--controller", "Ada=x", "--approver", "Cy=x:10:30"),
        ("--controller", "Ada", "--approver", "Cy:10:30", "--cost-centre", "4210"),
    ],
)
def test_a_start_that_could_not_work_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        _bootstrap(*words)

    assert (Person.objects.count(), RoleGrant.objects.count(), Event.objects.count()) == (0, 0, 0)
