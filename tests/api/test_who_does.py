"""Who may do what: each operation, each person. What is refused changes nothing and is kept once."""

from __future__ import annotations

from typing import Any

import pytest

from goals import activation, operations
from goals.models import Goal
from governance.authorisations import page_digest
from governance.models import Event, Request
from tests.api.speaking import Speaker
from tests.cast import Cast
from tests.goals.approvals import asked, signed, signed_goal

pytestmark = pytest.mark.once

PEOPLE = ("ada", "ben", "cy", "dee", "olu", "aud", "eve", "bot")
NOT_THERE = {"eve": "not-found", "bot": "not-found"}
WRONG = "wrong-person"


def _only(*able: str, otherwise: str) -> dict[str, str]:
    refused = {name: otherwise for name in PEOPLE if name not in able}
    return {**refused, **{name: code for name, code in NOT_THERE.items() if name not in able}}


ON_A_GOAL: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "pause": ({"revision": 1}, _only("ben", "cy", "dee", "olu", "ada", otherwise=WRONG)),
    "cancel": ({"revision": 1}, _only("ben", "cy", "dee", "olu", "ada", otherwise=WRONG)),
    "block": ({"revision": 1, "message": "No file."}, _only("ben", "cy", "dee", "olu", "ada", otherwise=WRONG)),
    "complete": ({"revision": 1, "evidence": "The report."}, _only("ben", "cy", "dee", otherwise=WRONG)),
    "clear": ({"revision": 1, "reason": "Enough."}, _only("ben", "cy", "dee", "ada", otherwise=WRONG)),
    "rounds": ({"revision": 1}, _only("olu", otherwise="role-missing")),
    "narrow": ({"reason": "Less.", "max_rounds": 3}, _only("ben", "cy", "dee", "olu", "ada", otherwise="role-missing")),
    "changes": ({"reason": "More.", "max_rounds": 9}, _only("ben", otherwise="role-missing")),
    "edit": ({"revision": 1, "reason": "More.", "max_rounds": 9}, _only("ben", otherwise="role-missing")),
}  # fmt: skip
ROWS = [(doing, name) for doing in ON_A_GOAL for name in PEOPLE]


@pytest.fixture
def goal(cast: Cast) -> Goal:
    return signed_goal(cast, budget_money=None)


@pytest.mark.parametrize(("doing", "name"), ROWS)
def test_who_does_what_to_a_goal(cast: Cast, goal: Goal, doing: str, name: str) -> None:
    body, refused = ON_A_GOAL[doing]
    if doing in ("narrow", "changes"):
        body = {**body, "base_digest": goal.account.terms.digest}
    before = _state(goal)

    answer = Speaker(getattr(cast, name)).post(f"goals/{goal.ref}/{doing}", body)

    if name in refused:
        assert (answer.status in (403, 404), answer.code) == (True, refused[name])
        assert _state(goal) == before
        assert _kept(getattr(cast, name).pk) == 1
    else:
        assert answer.status in (200, 201, 202), answer.body
        assert _kept(getattr(cast, name).pk) == 0


@pytest.mark.parametrize("name", PEOPLE)
def test_who_resumes(cast: Cast, goal: Goal, name: str) -> None:
    operations.pause(acting=cast.acting(cast.ben), goal_id=goal.pk, revision=1)

    answer = Speaker(getattr(cast, name)).post(f"goals/{goal.ref}/resume", {"revision": 2})

    able = {"ben": 200, "cy": 200, "dee": 200, "eve": 404, "bot": 404}
    assert answer.status == able.get(name, 403)
    assert activation.is_armed(goal) is (answer.status == 200)


@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize("doing", ["sign", "decline", "send-back"])
def test_who_decides_on_a_request(cast: Cast, doing: str, name: str) -> None:
    request = asked(cast)
    body = {"revision": 1, "page_digest": page_digest(request), "reason": "So be it."}

    answer = Speaker(getattr(cast, name)).post(f"requests/{request.ref}/{doing}", body)

    refused = {
        "ada": "role-missing", "ben": "self-approval", "olu": "role-missing", "aud": "role-missing", **NOT_THERE
    }  # fmt: skip
    if name in refused:
        assert (answer.status in (403, 404), answer.code) == (True, refused[name])
        assert (Request.objects.get(pk=request.pk).status, Goal.objects.count()) == ("pending", 0)
        assert _kept(getattr(cast, name).pk) == 1
    else:
        assert answer.status == 200


@pytest.mark.parametrize("name", PEOPLE)
def test_who_withdraws_a_request(cast: Cast, name: str) -> None:
    request = asked(cast)

    answer = Speaker(getattr(cast, name)).post(
        f"requests/{request.ref}/withdraw", {"revision": 1, "reason": "Oh."}
    )

    assert answer.status == {"ben": 200, "eve": 404, "bot": 404}.get(name, 403)


@pytest.mark.parametrize("name", PEOPLE)
def test_who_revokes(cast: Cast, goal: Goal, name: str) -> None:
    address = f"authorisations/{goal.account.authorisation_id}/revoke"

    answer = Speaker(getattr(cast, name)).post(address, {"reason": "The ledger is wrong."})

    assert answer.status == {"ada": 200, "cy": 200, "dee": 200, "eve": 404, "bot": 404}.get(name, 403)


@pytest.mark.parametrize("name", PEOPLE)
def test_who_freezes(cast: Cast, name: str) -> None:
    answer = Speaker(getattr(cast, name)).post("freezes", {"reason": "Stop."})

    assert answer.status == {"ada": 201, "cy": 201, "dee": 201, "olu": 201}.get(name, 403)


@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize("doing", ["accept", "reject"])
def test_who_certifies_completion(cast: Cast, goal: Goal, doing: str, name: str) -> None:
    operations.complete(acting=cast.acting(cast.cy), goal_id=goal.pk, revision=1, evidence="The report.")
    claim, own = goal.claims.get(), 403 if doing == "accept" else 200

    answer = Speaker(getattr(cast, name)).post(f"claims/{claim.pk}/{doing}", {"reason": "I looked."})

    claim.refresh_from_db()
    assert answer.status == {"ben": 200, "cy": own, "dee": 200, "eve": 404, "bot": 404}.get(name, 403)
    assert (claim.status == "claimed") is (answer.status != 200)


@pytest.mark.parametrize("name", PEOPLE)
def test_who_asks_for_a_goal(cast: Cast, name: str) -> None:
    body = {"objective": "X", "reason": "Y", "budget_tokens": 1, "cost_centre": "4210"}

    answer = Speaker(getattr(cast, name)).post("requests", body)

    assert answer.status == {"ben": 201}.get(name, 403)
    assert _kept(getattr(cast, name).pk) == (0 if name == "ben" else 1)


def test_above_the_limit_is_refused_with_both_figures(cast: Cast) -> None:
    request = asked(cast, budget_tokens=2_000_000)
    body = {"revision": 1, "page_digest": page_digest(request), "reason": "So be it."}

    answer = Speaker(cast.cy).post(f"requests/{request.ref}/sign", body)

    assert (answer.status, answer.code) == (403, "over-limit")
    assert answer["numbers"] == {
        "limit_tokens": 1_000_000, "limit_money": "30.0000000000", "asked_tokens": 2_000_000,
        "asked_money": "12.0000000000", "currency": "USD",
    }  # fmt: skip


def test_nobody_signs_what_they_have_not_been_shown(cast: Cast) -> None:
    request = asked(cast)
    body = {"revision": 1, "page_digest": "0" * 64, "reason": "So be it."}

    answer = Speaker(cast.cy).post(f"requests/{request.ref}/sign", body)

    assert (answer.status, answer.code) == (409, "stale-page")


def test_a_decision_is_taken_once_and_says_by_whom(cast: Cast) -> None:
    request = asked(cast)
    body = {"revision": 1, "page_digest": page_digest(request), "reason": "So be it."}
    signed(cast, request, by=cast.dee)

    answer = Speaker(cast.cy).post(f"requests/{request.ref}/sign", body)

    assert (answer.status, answer.code, answer["numbers"]["decided_by"]) == (
        409,
        "already-decided",
        "Dee Okafor",
    )


def _state(goal: Goal) -> tuple[Any, ...]:
    goal = Goal.objects.select_related("account").get(pk=goal.pk)
    return (
        goal.revision, goal.phase, goal.account.terms_version, goal.account.entry_seq, activation.is_armed(goal),
        Request.objects.count(),
    )  # fmt: skip


def _kept(person_id: int) -> int:
    return Event.objects.filter(actor=person_id, action__endswith=".refused").count()
