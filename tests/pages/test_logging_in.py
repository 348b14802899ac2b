"""The door of the pages: people log in by name, programs never, and nothing is shown to strangers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from governance.web import demo_people
from governance.web.acting import METHOD
from governance.web.demo_people import DemoPerson
from tests.cast import Cast
from tests.pages.visiting import Visitor

pytestmark = pytest.mark.django_db
PASSWORD = "{} likes green ledgers"
OPEN = {"login", "logout", "demo-login", "theme", "health"}
ELSEWHERE = ("api/", "admin/")


def test_a_person_logs_in_by_name_and_password(cast: Cast) -> None:
    visitor = Visitor(None).get("/login/?next=/goals/")

    visitor.post("/login/", username="ben", password=PASSWORD.format("ben"), next="/goals/")

    assert visitor.status == 200
    assert "Ben Osei Requester" in visitor.said
    assert visitor.client.session[METHOD] == "password"


def test_a_wrong_password_says_what_would_help_and_lets_nobody_in(cast: Cast) -> None:
    visitor = Visitor(None).post("/login/", username="ben", password="guessed")

    assert visitor.status == 401
    assert "No person has this name and password" in visitor.said
    assert "_auth_user_id" not in visitor.client.session


def test_a_program_never_logs_in_here(cast: Cast) -> None:
    visitor = Visitor(None).post("/login/", username="svc-bot", password=PASSWORD.format("svc-bot"))

    assert visitor.status == 401
    assert "_auth_user_id" not in visitor.client.session


def test_somebody_who_has_left_does_not_get_in(cast: Cast) -> None:
    type(cast.ben).objects.filter(pk=cast.ben.pk).update(is_active=False)

    assert Visitor(None).post("/login/", username="ben", password=PASSWORD.format("ben")).status == 401


def test_logging_in_never_leads_to_another_place(cast: Cast) -> None:
    client = Client()

    answer = client.post(
        "/login/", {"username": "ben", "password": PASSWORD.format("ben"), "next": "https://evil.example/"}
    )

    assert answer.headers["Location"] == "/"


def test_logging_out_ends_the_session_and_says_so(cast: Cast) -> None:
    visitor = Visitor(cast.ben).post("/logout/")

    assert "You are logged out." in visitor.said
    assert "_auth_user_id" not in visitor.client.session


def test_logging_out_by_a_link_is_no_way(cast: Cast) -> None:
    visitor = Visitor(cast.ben).get("/logout/")

    assert visitor.status == 405
    assert "_auth_user_id" in visitor.client.session


def _pages(patterns: Any = None, prefix: str = "") -> Iterator[tuple[str, str]]:
    for one in patterns or get_resolver().url_patterns:
        route = prefix + str(one.pattern)
        if route.startswith(ELSEWHERE):
            continue
        if isinstance(one, URLResolver):
            yield from _pages(one.url_patterns, route)
        elif isinstance(one, URLPattern) and one.name not in OPEN:
            yield route, str(one.name)


def test_every_page_sends_strangers_to_the_log_in() -> None:
    missed = []
    for route, _name in _pages():
        answer = Client().get("/" + re.sub(r"<(?:(\w+):)?\w+>", _stand_in, route))
        if answer.status_code != 302 or not answer.headers["Location"].startswith("/login/?next="):
            missed.append((route, answer.status_code))

    assert missed == []


def _stand_in(found: re.Match[str]) -> str:
    return {"goal": "G-0001", "request": "R-0001", "escalation": "E-0001", "session": "S-0001"}.get(
        found[1], "1"
    )


@pytest.fixture
def demonstration(settings: Any, cast: Cast) -> Iterator[DemoPerson]:
    """Ben as an invented person, where the settings allow one click."""
    invented = DemoPerson("ben", "Ben Osei", "Procurement analyst", PASSWORD.format("ben"))
    demo_people.register(invented)
    settings.COUNTERSIGN = django_settings.COUNTERSIGN.model_copy(update={"demo_login": True})
    yield invented
    demo_people._PEOPLE.pop("ben")


def test_one_click_logs_an_invented_person_in_under_a_banner(demonstration: DemoPerson) -> None:
    visitor = Visitor(None).get("/login/")
    assert "A demonstration: these people, suppliers and prices are invented" in visitor.said

    visitor.post("/demo/login/", person="ben")

    assert "Ben Osei Requester" in visitor.said
    assert visitor.client.session[METHOD] == "demo"


def test_one_click_needs_this_machine(demonstration: DemoPerson) -> None:
    answer = Client(REMOTE_ADDR="192.0.2.7").post("/demo/login/", {"person": "ben"})

    assert answer.status_code == 403


def test_one_click_does_not_exist_where_the_settings_do_not_allow_it(cast: Cast) -> None:
    visitor = Visitor(None).get("/login/")
    assert "demonstration" not in visitor.said

    assert Client().post("/demo/login/", {"person": "ben"}).status_code == 403


def test_one_click_is_no_way_into_an_account_with_another_password(
    demonstration: DemoPerson, cast: Cast
) -> None:
    cast.ben.set_password("a password of his own")
    cast.ben.save()

    assert Visitor(None).post("/demo/login/", person="ben").status == 403


def test_one_click_is_a_post(demonstration: DemoPerson) -> None:
    assert Client().get("/demo/login/").status_code == 405


def test_a_page_that_is_not_there_says_so_in_words(cast: Cast) -> None:
    visitor = Visitor(cast.ben).get("/goals/G-9999/")

    assert visitor.status == 404
    assert "There is no such thing, or it is not yours to see." in visitor.said


def test_a_form_that_did_not_come_from_here_changes_nothing_and_says_how_to_go_on(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.ben)

    answer = client.post("/theme/", {"theme": "dark"})

    assert answer.status_code == 403
    assert "Open the page again, then send it once more." in answer.content.decode()


def test_a_failure_shows_nothing_of_the_inside(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError("the secret inside")

    monkeypatch.setattr("goals.web.goal_list.activation.live_epoch", fail)
    client = Client(raise_request_exception=False)
    client.force_login(cast.cy)

    answer = client.get("/goals/")

    assert answer.status_code == 500
    assert "Something failed here and was logged." in answer.content.decode()
    assert "secret" not in answer.content.decode()
