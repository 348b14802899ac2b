"""Roles by pages by acts, as one table: who sees, who may, and who is refused in which words.

The tables stand in `roles_pages` and `roles_acts`. An address that is in neither makes this fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from governance.models import Event, Person
from tests.cast import Cast
from tests.pages.ground import Ground, prepared
from tests.pages.roles_acts import ACTS, Act
from tests.pages.roles_pages import OPEN_TO_STRANGERS, PAGES, PEOPLE, Page
from tests.pages.visiting import Visitor
from tests.undoing import undone

pytestmark = [pytest.mark.django_db, pytest.mark.once]
ELSEWHERE = ("api/", "admin/")
LEAVES_NO_EVENT = {
    "look at a wish", "add a channel", "choose what is told", "remove a channel", "test a channel", "see a notice",
    "keep a view", "forget a view",
}  # fmt: skip
"""What concerns nobody but oneself is no part of the record."""


@pytest.fixture
def ground(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[Ground]:
    with prepared(cast, settings, tmp_path) as ground:
        yield ground


def _filled(value: Any, names: Mapping[str, Any]) -> Any:
    if isinstance(value, list):
        return [_filled(one, names) for one in value]
    return value.format(**names) if isinstance(value, str) else value


def _told(visitor: Visitor, status: int, words: str) -> str:
    """What differs from what the table says; "" for nothing."""
    if visitor.status != status:
        return f"{visitor.status} and not {status}: {visitor.said[:2_000]}"
    return "" if words in visitor.said else f"does not say {words!r}: {visitor.said[:2_000]}"


def _opened(person: Person, page: Page, ground: Ground) -> Visitor:
    visitor = Visitor(person)
    answer = visitor.client.get(page.address.format(**ground.names), follow=True)
    content = b"".join(answer) if answer.streaming else answer.content  # type: ignore[arg-type]
    visitor.status, visitor.markup = answer.status_code, content.decode(errors="replace")
    return visitor


def test_who_sees_which_page_and_what_the_others_are_told(ground: Ground) -> None:
    wrong = {}
    for name, page in PAGES.items():
        for who in PEOPLE:
            expected = (200, "") if who in page.sees else page.refusal(who)
            if told := _told(_opened(getattr(ground.cast, who), page, ground), *expected):
                wrong[name, who] = told

    assert wrong == {}


def _done(person: Person, act: Act, ground: Ground) -> Visitor:
    fields = {name: _filled(value, ground.names) for name, value in act.fields.items()}
    return Visitor(person).post(act.address.format(**ground.names), **fields)


def _events() -> int:
    """Everything that happened, but for what was refused."""
    return Event.objects.exclude(action__endswith=".refused").count()


def test_who_may_do_what_and_who_is_refused_in_words(ground: Ground) -> None:
    wrong = {}
    for name, (_url, act) in ACTS.items():
        for who in PEOPLE:
            expected, before = (200, "") if who in act.may else act.refusal(who), _events()
            with undone():
                told = _told(_done(getattr(ground.cast, who), act, ground), *expected)
                happened = _events() > before
            if not told and name not in LEAVES_NO_EVENT and happened is not (who in act.may):
                told = f"{'something' if happened else 'nothing'} happened"
            if told:
                wrong[name, who] = told

    assert wrong == {}


def test_a_get_of_every_address_that_acts_changes_nothing(ground: Ground) -> None:
    before = Event.objects.count()
    for _url, act in ACTS.values():
        for who in ("ada", "ben", "cy"):
            answer = Visitor(getattr(ground.cast, who)).client.get(act.address.format(**ground.names))
            assert answer.status_code in (200, 403, 404, 405, 409), act.address

    assert Event.objects.count() == before


def test_somebody_who_left_is_shown_the_log_in_everywhere(ground: Ground) -> None:
    Person.objects.filter(pk=ground.cast.cy.pk).update(is_active=False)
    answers = [
        Visitor(ground.cast.cy).client.get(page.address.format(**ground.names)) for page in PAGES.values()
    ]

    assert {(one.status_code, one.headers["Location"].startswith("/login/")) for one in answers} == {
        (302, True)
    }


def test_every_address_is_in_a_table() -> None:
    named = set(PAGES) | {url for url, _act in ACTS.values()} | OPEN_TO_STRANGERS

    assert set(_names()) == named
    assert set(LEAVES_NO_EVENT) <= set(ACTS)


def _names(patterns: Any = None, prefix: str = "") -> Iterator[str]:
    for one in patterns or get_resolver().url_patterns:
        route = prefix + str(one.pattern)
        if route.startswith(ELSEWHERE):
            continue
        if isinstance(one, URLResolver):
            yield from _names(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield str(one.name)
