"""The same key and body get the first answer and one effect, whatever happened since; another body gets a conflict."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from goals.models import Goal
from governance import ledger
from governance.models import Event, Freeze, Idempotency, Outbox, Request
from governance.web.api import writing
from tests.api.speaking import Answer, Speaker
from tests.api.test_strict_input import GOAL
from tests.cast import Cast
from tests.goals.approvals import signed_goal
from tests.racing import race

PAUSE = {"revision": 1, "reason": "Month end moved."}


@pytest.mark.parametrize("key", ["", " ", "a b", "\xe9", "x" * 201])
def test_a_write_without_a_proper_key_is_refused(cast: Cast, key: str) -> None:
    answer = Speaker(cast.ben).post("requests", GOAL, **{"Idempotency-Key": key})

    assert (answer.status, answer.code, answer["field"]) == (
        400,
        "idempotency-key-missing",
        "Idempotency-Key",
    )
    assert Request.objects.count() == 0


def test_the_first_answer_is_given_again(cast: Cast) -> None:
    ben = Speaker(cast.ben)

    first, again = (ben.post("requests", GOAL, key="one") for _ in range(2))

    assert (first.status, again.status, first.body) == (201, 201, again.body)
    assert (first.headers.get("Idempotent-Replay"), again.headers["Idempotent-Replay"]) == (None, "true")
    assert Request.objects.count() == Event.objects.filter(action="request.asked").count() == 1


def test_the_order_of_fields_makes_no_other_body(cast: Cast) -> None:
    ben = Speaker(cast.ben)

    first = ben.post("requests", GOAL, key="one")
    again = ben.post("requests", dict(reversed(GOAL.items())), key="one")

    assert again.body == first.body


@pytest.mark.parametrize(
    "changed", [{"budget_tokens": 400_001}, {"budget_tokens": 400_000.0}, {"max_rounds": True}]
)
def test_another_body_is_a_conflict(cast: Cast, changed: dict[str, Any]) -> None:
    ben = Speaker(cast.ben)
    ben.post("requests", GOAL, key="one")

    answer = ben.post("requests", {**GOAL, **changed}, key="one")

    assert (answer.status, answer.code) == (409, "idempotency-key-reused")
    assert Request.objects.count() == 1


def test_another_address_is_a_conflict(cast: Cast) -> None:
    goal, olu = signed_goal(cast), Speaker(cast.olu)
    olu.post(f"goals/{goal.ref}/pause", PAUSE, key="one")

    assert olu.post(f"goals/{goal.ref}/cancel", PAUSE, key="one").code == "idempotency-key-reused"


def test_keys_of_two_people_have_nothing_to_do_with_each_other(cast: Cast) -> None:
    goal = signed_goal(cast)

    assert Speaker(cast.olu).post(f"goals/{goal.ref}/pause", PAUSE, key="one").status == 200
    assert Speaker(cast.cy).post(f"goals/{goal.ref}/pause", PAUSE, key="one").status == 409


def test_the_first_answer_stands_after_the_state_has_moved(cast: Cast) -> None:
    goal, olu = signed_goal(cast), Speaker(cast.olu)
    first = olu.post(f"goals/{goal.ref}/pause", PAUSE, key="one")
    Speaker(cast.ben).post(f"goals/{goal.ref}/resume", {"revision": 2})

    again = olu.post(f"goals/{goal.ref}/pause", PAUSE, key="one")

    assert (again.status, again.body) == (200, first.body)
    assert Goal.objects.get(pk=goal.pk).phase == "active"


def test_a_key_is_looked_up_before_any_budget_is_asked(cast: Cast) -> None:
    goal, olu = signed_goal(cast, budget_money=None), Speaker(cast.olu)
    first = olu.post(f"goals/{goal.ref}/rounds", {"revision": 1}, key="one")
    with transaction.atomic():
        ledger.set_budget(ledger.lock(goal.account_id), tokens=0, money=None)

    again = olu.post(f"goals/{goal.ref}/rounds", {"revision": 1}, key="one")

    assert (first.status, again.status, again.body) == (202, 202, first.body)
    assert Outbox.objects.filter(topic="round").count() == 1


def test_a_final_refusal_is_given_again_as_it_was(cast: Cast) -> None:
    eve = Speaker(cast.eve)

    first, again = (eve.post("freezes", {"reason": "x"}, key="one") for _ in range(2))

    assert (first.status, first.body, again.body) == (403, first.body, first.body)
    assert again.headers["Idempotent-Replay"] == "true"


def test_a_refusal_that_waiting_may_change_can_be_tried_again(cast: Cast) -> None:
    goal, ben = signed_goal(cast, armed=False), Speaker(cast.ben)
    Speaker(cast.olu).post(f"goals/{goal.ref}/pause", PAUSE)

    answers = [ben.post(f"goals/{goal.ref}/resume", {"revision": 2}, key="one") for _ in range(2)]

    assert {(answer.code, answer["retryable"]) for answer in answers} == {("no-driver", True)}
    assert "Idempotent-Replay" not in answers[1].headers


def test_an_answer_that_was_lost_is_never_a_second_effect(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    goal, olu = signed_goal(cast), Speaker(cast.olu)
    olu.post(f"goals/{goal.ref}/pause", PAUSE, key="one")
    Idempotency.objects.update(status_code=0, body="a worker that was killed before it could answer")
    monkeypatch.setattr(writing, "WAIT_SECONDS", 0.0)

    answer = olu.post(f"goals/{goal.ref}/pause", PAUSE, key="one")

    assert (answer.status, answer.code) == (409, "answer-lost")
    assert Event.objects.filter(action="goal.paused").count() == 1


def test_a_dry_run_needs_no_key(cast: Cast) -> None:
    goal, ada = signed_goal(cast, budget_money=None), Speaker(cast.ada)

    answer = ada.post(f"goals/{goal.ref}/admission", {"budget_tokens": 1}, **{"Idempotency-Key": ""})

    assert (answer.status, answer["code"]) == (200, "token-budget")


@pytest.mark.django_db(transaction=True)
def test_one_key_at_the_same_moment_has_one_effect(cast: Cast) -> None:
    olu = Speaker(cast.olu)

    def freeze() -> Answer:
        return olu.post("freezes", {"reason": "Stop everything."}, key="one")

    answers = race(*[freeze] * 8)

    assert [answer.status for answer in answers] == [201] * 8
    assert {answer["id"] for answer in answers} == {Freeze.objects.get().pk}
    assert Event.objects.filter(action="freeze.placed").count() == Idempotency.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_keys_at_the_same_moment_are_two_acts(cast: Cast) -> None:
    olu = Speaker(cast.olu)

    answers = race(*[lambda: olu.post("freezes", {"reason": "Stop everything."})] * 4)

    assert sorted(answer.status for answer in answers) == [201, 409, 409, 409]
    assert {answer.code for answer in answers if answer.status == 409} == {"already-frozen"}


@pytest.mark.django_db(transaction=True)
def test_one_key_at_the_same_moment_asks_once(cast: Cast) -> None:
    ben = Speaker(cast.ben)

    answers = race(*[lambda: ben.post("requests", GOAL, key="one")] * 8)

    assert [answer.status for answer in answers] == [201] * 8
    assert {answer["ref"] for answer in answers} == {Request.objects.get().ref}
