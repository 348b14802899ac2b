"""Guessing passwords becomes slow and is recorded once; nobody is kept out for good, nor by a stranger elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
import time_machine
from django.test import Client

from governance.models import Event, LogInFailures
from governance.people import log_ins
from governance.people.log_ins import FREE, LONGEST, TooManyLogIns
from tests.cast import Cast
from tests.pages.visiting import Visitor
from tests.racing import race, refusals

RIGHT = "cy likes green ledgers"
HERE, ELSEWHERE = "127.0.0.1", "10.1.2.3"


@pytest.fixture
def now(transactional_db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 6, 10, 12, tzinfo=UTC), tick=False) as traveller:
        yield traveller


def _tries(password: str = "guessed", *, name: str = "cy", address: str = HERE) -> tuple[int, str]:
    answer = Client(REMOTE_ADDR=address).post("/login/", {"username": name, "password": password})
    return answer.status_code, answer.get("Retry-After", "")


def _fail(times: int, **where: str) -> None:
    for _ in range(times):
        assert _tries(**where)[0] == 401


def test_a_few_failures_cost_nothing(cast: Cast, now: time_machine.Traveller) -> None:
    _fail(FREE - 1)

    assert _tries(RIGHT)[0] == 302
    assert (LogInFailures.objects.get().count, Event.objects.count()) == (0, 0)


def test_then_even_the_right_password_waits_and_the_page_says_how_long(
    cast: Cast, now: time_machine.Traveller
) -> None:
    _fail(FREE)
    visitor = Visitor(None).post("/login/", username="cy", password=RIGHT)

    assert _tries(RIGHT) == (429, "6")
    assert (visitor.status, "Try again in 6 seconds; nothing is locked for good." in visitor.said) == (
        429,
        True,
    )
    now.shift(timedelta(seconds=6))
    assert _tries(RIGHT)[0] == 302


def test_waiting_is_not_counted_and_never_longer_than_its_end(
    cast: Cast, now: time_machine.Traveller
) -> None:
    _fail(FREE)
    for _ in range(50):
        assert _tries()[0] == 429
    assert LogInFailures.objects.get().count == FREE
    for _ in range(20):
        now.shift(LONGEST)
        assert _tries()[0] == 401
    assert _tries() == (429, str(int(LONGEST.total_seconds()) + 1))
    now.shift(LONGEST)

    assert _tries(RIGHT)[0] == 302


def test_a_stranger_elsewhere_keeps_nobody_out(cast: Cast, now: time_machine.Traveller) -> None:
    _fail(FREE, address=ELSEWHERE)

    assert (_tries(address=ELSEWHERE)[0], _tries(RIGHT)[0]) == (429, 302)


def test_a_claimed_address_is_nobody_s_address(cast: Cast, now: time_machine.Traveller) -> None:
    _fail(FREE)
    answer = Client(REMOTE_ADDR=HERE, headers={"X-Forwarded-For": ELSEWHERE}).post(
        "/login/", {"username": "cy", "password": RIGHT}
    )

    assert answer.status_code == 429


def test_names_that_nobody_has_are_counted_together_and_never_kept(
    cast: Cast, now: time_machine.Traveller
) -> None:
    for number in range(log_ins.FREE_OF_AN_ADDRESS):
        assert _tries(name=f"secret typed into the wrong box {number}")[0] == 401

    assert _tries(name="somebody else")[0] == 429
    assert _tries(RIGHT)[0] == 302
    assert [(one.person, one.count) for one in LogInFailures.objects.filter(person=None)] == [(None, 30)]
    assert not Event.objects.filter(body__contains="secret").exists()


def test_the_record_tells_a_series_once_with_its_count_and_how_it_ended(
    cast: Cast, now: time_machine.Traveller
) -> None:
    _fail(FREE)
    for _ in range(4):
        now.shift(timedelta(minutes=14))
        _fail(1)
    now.shift(timedelta(minutes=14))
    assert _tries(RIGHT)[0] == 302

    assert [one.sentence for one in Event.objects.order_by("pk")] == [
        "Countersign slowed log-ins as Cy Lindholm from 127.0.0.1 down, because 5 tries failed in a row since "
        "10 Jun 2026, 12:00 UTC. No money moved.",
        "Cy Lindholm logged in from 127.0.0.1 after 9 tries had failed. No money moved.",
    ]


def test_an_hour_without_a_try_is_a_fresh_start(cast: Cast, now: time_machine.Traveller) -> None:
    _fail(FREE)
    now.shift(timedelta(hours=1, seconds=1))
    _fail(FREE - 1)

    assert _tries(RIGHT)[0] == 302


def test_many_guesses_at_one_instant_are_as_few_as_one_after_the_other(
    cast: Cast, now: time_machine.Traveller
) -> None:
    outcomes = race(*[partial(log_ins.counted, username="cy", address=HERE)] * 20)

    assert {type(error) for error in refusals(outcomes)} == {TooManyLogIns}
    assert (20 - len(refusals(outcomes)), LogInFailures.objects.get().count) == (FREE, FREE)


@pytest.mark.parametrize("name", ["", "\x00", "x" * 10_000, "CY", "🙂"])
def test_odd_names_are_names_that_nobody_has(cast: Cast, now: time_machine.Traveller, name: str) -> None:
    assert _tries(name=name)[0] == 401
    assert LogInFailures.objects.get().person is None
