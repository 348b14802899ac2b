"""Who sees what, address by address: the table of docs/api.md, held against every GET that is published."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goals.models import Goal
from governance.enums import Role
from governance.models import Person, RoleGrant
from governance.web.api.operation import Listing, Read
from tests.api.addresses import addresses
from tests.api.speaking import Speaker
from tests.api.world import World, worked
from tests.cast import HIRED, Cast

pytestmark = pytest.mark.once

MAY_BE_EMPTY = {f"goals/{{goal}}/{name}" for name in ("refusals", "runs", "reports", "decisions")}
OPEN_TO_ALL = {"codes", "me", "me/tokens"}
REVIEWERS = {"access": ("ada", "aud")}
COMMON = {"freezes", "prices", "cost-centres", "cost-centres/{cost_centre}", "driver"}
READS = {
    path: kind for path, methods in addresses().items() for method, kind in methods.items() if method == "get"
}


@pytest.fixture
def world(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[World]:
    with worked(cast, settings, tmp_path) as world:
        yield world


def _address(world: World, path: str) -> str:
    return re.sub(r"{(\w+)}", lambda found: world.names[found[1]], path)


def _seen(world: World, person: Person) -> dict[str, bool]:
    """Whether each address shows this person something: 200, and for a list at least one row."""
    speaker, seen = Speaker(person), {}
    for path, kind in READS.items():
        answer = speaker.get(_address(world, path))
        assert answer.status == 200 or (answer.status, answer.code) == (404, "not-found"), (path, answer.body)
        listed = issubclass(kind, Listing) and answer.status == 200
        seen[path] = answer.status == 200 and (not listed or bool(answer["items"]))
    return seen


@pytest.mark.parametrize("name", ["ada", "cy", "dee", "olu", "aud"])
def test_who_signs_controls_operates_or_audits_sees_everything(world: World, name: str) -> None:
    seen = _seen(world, getattr(world.cast, name))
    reviews = {path: name in readers for path, readers in REVIEWERS.items()}

    assert {path: seen.pop(path) for path in REVIEWERS} == reviews
    assert {path for path, shown in seen.items() if not shown} <= MAY_BE_EMPTY


def test_a_requester_sees_what_is_theirs(world: World) -> None:
    seen = _seen(world, world.cast.ben)

    assert {path for path, shown in seen.items() if not shown} - set(REVIEWERS) <= MAY_BE_EMPTY


def test_another_requester_sees_what_is_common_and_nothing_of_it(world: World) -> None:
    RoleGrant.objects.create(
        person=world.cast.eve, role=Role.REQUESTER, valid_from=HIRED, granted_by="the story"
    )

    seen = _seen(world, world.cast.eve)

    assert {path for path, shown in seen.items() if shown} == OPEN_TO_ALL | COMMON


@pytest.mark.parametrize("name", ["eve", "bot"])
def test_without_a_role_nothing_is_there(world: World, name: str) -> None:
    seen = _seen(world, getattr(world.cast, name))

    assert {path for path, shown in seen.items() if shown} == OPEN_TO_ALL


def test_superusers_see_nothing_by_being_superusers(world: World) -> None:
    Person.objects.filter(pk=world.cast.eve.pk).update(is_superuser=True, is_staff=True)

    seen = _seen(world, Person.objects.get(pk=world.cast.eve.pk))

    assert {path for path, shown in seen.items() if shown} == OPEN_TO_ALL


def test_every_read_is_in_this_table(world: World) -> None:
    assert all(issubclass(kind, Read) for kind in READS.values())
    assert Goal.objects.count() == 1
    assert {name for path in READS for name in re.findall(r"{(\w+)}", path)} <= set(world.names)
