"""Whatever goes wrong below /api/, and wherever, the answer is a problem document that shows nothing of the inside."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from goals import operations
from goals.web.api import looking
from governance import freezes
from governance.models import Freeze, Idempotency
from governance.web.api import me
from tests.api.speaking import Answer, Speaker, answer_of
from tests.cast import Cast
from tests.goals.approvals import signed_goal

pytestmark = pytest.mark.once

SECRET = "host=books.internal password=hunter2"


@pytest.mark.parametrize("path", ["", "nothing", "goals/", "goals/G-0001/nothing", "codes/", "../v2/goals"])
def test_an_unknown_address_is_a_problem(db: None, client: Client, path: str) -> None:
    answer = answer_of(client.get(f"/api/v1/{path}"))

    assert (answer.status, answer.code) == (404, "not-found")


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options"])
def test_another_method_is_a_problem_that_names_those_it_takes(cast: Cast, method: str) -> None:
    call = getattr(Client(), method)

    answer = answer_of(call("/api/v1/goals", headers=Speaker(cast.ada).headers))

    assert (answer.status, answer.code) == (405, "method-not-allowed")
    assert "GET" in answer.headers["Allow"]


def test_a_write_to_an_address_that_only_reads_is_a_problem(cast: Cast) -> None:
    assert Speaker(cast.ada).post("goals", {}).code == "method-not-allowed"


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/png"])
def test_only_json_is_spoken(cast: Cast, client: Client, accept: str) -> None:
    answer = answer_of(client.get("/api/v1/me", headers={**Speaker(cast.ada).headers, "Accept": accept}))

    assert (answer.status, answer.code) == (406, "not-acceptable")


def test_an_unknown_host_is_a_problem(db: None, client: Client) -> None:
    assert answer_of(client.get("/api/v1/codes", headers={"Host": "elsewhere.example"})).status == 400


def test_pages_keep_their_own_errors(db: None, client: Client) -> None:
    answer = client.get("/nothing/at/all/")

    assert answer.headers["Content-Type"].startswith("text/html") or answer.status_code == 302


def test_a_crash_shows_nothing_of_the_inside(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = _with(monkeypatch, me.WhoAmI, "run", RuntimeError(SECRET), lambda: Speaker(cast.ada).get("me"))

    assert (answer.status, answer.code, answer["retryable"]) == (500, "internal", True)
    assert SECRET not in str(answer.body)


def test_books_that_cannot_be_reached_are_a_503_on_reading(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed_goal(cast)

    answer = _with(
        monkeypatch,
        looking.ListGoals,
        "run",
        OperationalError(SECRET),
        lambda: Speaker(cast.ada).get("goals"),
    )

    assert (answer.status, answer.code, answer["retryable"]) == (503, "enforcement-unavailable", True)
    assert SECRET not in str(answer.body)


def test_books_that_cannot_be_reached_leave_the_key_unused(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    olu = Speaker(cast.olu)
    body = {"reason": "Stop."}

    first = _with(
        monkeypatch, freezes, "freeze", OperationalError(SECRET), lambda: olu.post("freezes", body, key="one")
    )
    again = olu.post("freezes", body, key="one")

    assert (first.status, first.code) == (503, "enforcement-unavailable")
    assert (again.status, Freeze.objects.count(), Idempotency.objects.count()) == (201, 1, 1)


def test_a_crash_after_the_change_is_never_a_second_change(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    goal, olu = signed_goal(cast), Speaker(cast.olu)

    def pause() -> Answer:
        return olu.post(f"goals/{goal.ref}/pause", {"revision": 1}, key="one")

    first = _with(monkeypatch, looking, "in_full", RuntimeError(SECRET), pause)
    again = pause()

    assert (first.status, again.status, again.code) == (500, 409, "answer-lost")
    goal.refresh_from_db()
    assert (goal.phase, goal.revision) == ("paused", 2)
    assert operations.resume(acting=cast.acting(cast.ben), goal_id=goal.pk, revision=2).phase == "active"


def _with(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, error: Exception, act: Any) -> Answer:
    def fail(*args: object, **kwargs: object) -> None:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(where, name, fail)
        answered: Answer = act()
    return answered
