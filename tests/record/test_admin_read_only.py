"""The administration site shows everything to those who see everything, and lets nobody change anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver

from goals.approvals import revoking
from governance import freezes
from governance.actors import human
from governance.admin.base import ReadOnly
from governance.errors import Forbidden
from governance.models import Account, Event, Person, SavedView
from tests.goals.approvals import asked, signed
from tests.record.breaking import sql
from tests.record.story import Told

MAY_POST = {"login", "logout"}
OWN = {"keep", "drop"}


def _as(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def root(db: None) -> Person:
    """A superuser without any role."""
    return Person.objects.create_superuser("root", password="a root of all good", display_name="Root")


@pytest.fixture
def aud(told: Told) -> Client:
    return _as(told.cast.aud)


def _addresses(patterns: list[Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from _addresses(one.url_patterns, prefix + str(one.pattern))
        elif isinstance(one, URLPattern):
            yield one.name or "", prefix + str(one.pattern)


def _admin() -> list[tuple[str, str]]:
    (mount,) = [one for one in get_resolver().url_patterns if str(one.pattern) == "admin/"]
    return [(name, f"/admin/{address}") for name, address in _addresses(mount.url_patterns)]


def test_everything_registered_is_read_only() -> None:
    assert [model for model, one in admin.site._registry.items() if not isinstance(one, ReadOnly)] == []
    assert Group not in admin.site._registry
    assert {model._meta.model_name for model in admin.site._registry} >= {
        "event", "ledgerentry", "execution", "authorisation", "request", "escalation", "person", "signature",
    }  # fmt: skip


def test_nobody_has_a_permission_that_changes(root: Person, told: Told) -> None:
    for person in (root, told.cast.ada, told.cast.aud):
        request = RequestFactory().get("/admin/")
        request.user = person
        rights = [one.get_model_perms(request) for one in admin.site._registry.values()]

        assert {tuple(sorted(right.items())) for right in rights} == {
            (("add", False), ("change", False), ("delete", False), ("view", True))
        }
        assert [
            one.get_actions(request) for one in admin.site._registry.values() if one.get_actions(request)
        ] == []


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_no_address_takes_a_change_not_even_from_a_superuser(told: Told, root: Person, method: str) -> None:
    event = Event.objects.latest("pk")
    client = _as(root)
    answers = {
        address: getattr(client, method)(
            address.replace("<path:object_id>", str(event.pk)).replace("<int:content_type_id>", "1")
            .replace("^(?P<app_label>auth|governance|goals|ralph_runs)/$", "governance/"), {"sentence": "x"},
        ).status_code
        for name, address in _admin()
        if name not in MAY_POST and name.rpartition("_")[2] not in OWN
    }  # fmt: skip

    assert {address: code for address, code in answers.items() if code not in (301, 302, 403, 404, 405)} == {}
    assert len([code for code in answers.values() if code == 405]) > 30
    assert Event.objects.get(pk=event.pk).sentence == event.sentence


@pytest.mark.parametrize(
    ("name", "code"),
    [("aud", 200), ("ada", 200), ("cy", 200), ("olu", 200), ("ben", 302), ("eve", 200), ("bot", 302)],
)
def test_those_who_see_everything_see_it_here(told: Told, name: str, code: int) -> None:
    client = _as(getattr(told.cast, name))

    assert [client.get(f"/admin/{page}").status_code for page in ("", "governance/event/")] == [code, code]


def test_whoever_has_no_role_sees_nothing(told: Told) -> None:
    nobody = Person.objects.create(username="nobody", display_name="Nobody yet")

    assert _as(nobody).get("/admin/governance/event/").status_code == 302


def test_there_is_one_log_in(told: Told) -> None:
    answer = Client().get("/admin/governance/event/", follow=True)

    assert answer.redirect_chain[-1] == ("/login/?next=/admin/governance/event/", 302)
    assert (
        Client().post("/admin/login/", {"username": "aud", "password": "aud likes green ledgers"}).status_code
        == 302
    )
    assert _as(told.cast.ben).get("/admin/", follow=True).status_code == 403


def test_a_superuser_may_look_and_do_no_business(told: Told, root: Person) -> None:
    acting = human(root, method="password")

    assert _as(root).get("/admin/governance/ledgerentry/").status_code == 200
    with pytest.raises(Forbidden):
        freezes.freeze(acting=acting, reason="I can.")
    with pytest.raises(Forbidden):
        revoking.revoke(acting=acting, goal_id=told.waiting.pk, reason="I can.")
    with pytest.raises(Forbidden):
        signed(told.cast, asked(told.cast), by=root)


def test_every_list_and_every_row_can_be_opened(aud: Client) -> None:
    codes = {}
    for model, one in admin.site._registry.items():
        row = model._default_manager.order_by("pk").last()
        codes[one.address("changelist")] = aud.get(one.address("changelist")).status_code
        if row is not None:
            codes[one.address("change", row.pk)] = aud.get(one.address("change", row.pk)).status_code
    codes["/admin/governance/event/999999/change/"] = aud.get(
        "/admin/governance/event/999999/change/"
    ).status_code

    assert {address: code for address, code in codes.items() if code != 200} == {
        "/admin/governance/event/999999/change/": 404
    }


@pytest.mark.parametrize("number", ["0", "-1", "1.0", "９", "x", "1e3", "9" * 40])
def test_a_number_that_is_none_is_not_found(aud: Client, number: str) -> None:
    assert aud.get(f"/admin/governance/event/{number}/change/").status_code == 404


def test_nothing_was_written_by_looking(told: Told, aud: Client) -> None:
    before = sql("SELECT count(*) FROM governance_event"), sql("SELECT count(*) FROM django_admin_log")
    aud.get("/admin/governance/event/?object=" + told.goal.ref)
    aud.get("/admin/governance/event/export/")

    assert (
        sql("SELECT count(*) FROM governance_event"),
        sql("SELECT count(*) FROM django_admin_log"),
    ) == before
    assert SavedView.objects.count() == 0


def test_a_password_hash_is_never_shown(told: Told, aud: Client) -> None:
    page = aud.get(f"/admin/governance/person/{told.cast.cy.pk}/change/").content.decode()
    export = b"".join(aud.get("/admin/governance/person/export/")).decode()  # type: ignore[arg-type]

    assert told.cast.cy.password not in page + export
    assert "password" not in export.splitlines()[0]
    assert Account.objects.count() == 3
