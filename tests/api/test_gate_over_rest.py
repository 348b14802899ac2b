"""The gate's answer over REST: the dry run as it is, and its refusals as problems with their code and numbers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from goals import activation, operations, stops, store
from goals.models import DriverLease, Goal
from governance import clock, freezes, ledger
from governance.actors import COUNTERSIGN
from governance.models import Account, Event, LedgerEntry, Outbox, Refusal
from tests.api.speaking import Answer, Speaker
from tests.cast import Cast
from tests.goals.approvals import signed_goal


@pytest.fixture
def goal(cast: Cast) -> Goal:
    return signed_goal(cast, budget_money=None)


def _order(cast: Cast, goal: Goal, revision: int = 1) -> Answer:
    return Speaker(cast.olu).post(f"goals/{goal.ref}/rounds", {"revision": revision})


def test_the_dry_run_says_what_would_be_held(cast: Cast, goal: Goal) -> None:
    answer = Speaker(cast.ben).get(f"goals/{goal.ref}/admission")

    assert answer.body == {
        "admitted": True, "number": 1, "code": "admitted", "retryable": False, "hold_tokens": 400_000,
        "hold_money": "0.00",
        "sentence": "Round 1 of 5 is admitted after all 12 checks passed; 400,000 tokens committed.",
        "numbers": {"available_tokens": 400_000, "available_money": None, "rounds_started": 0, "max_rounds": 5},
        "passed": ["identity", "freeze", "phase", "armed", "authorisation", "turn-taking", "capacity", "convergence",
                   "prices", "tokens", "money", "cost-centre"],
    }  # fmt: skip


def test_the_dry_run_answers_for_another_budget_and_leaves_no_trace(cast: Cast, goal: Goal) -> None:
    ada = Speaker(cast.ada)
    before = (Event.objects.count(), Outbox.objects.count(), Refusal.objects.count())

    by_query = ada.get(f"goals/{goal.ref}/admission", budget_tokens="10")
    by_body = ada.post(f"goals/{goal.ref}/admission", {"budget_tokens": 10})

    assert by_query.body == by_body.body
    assert (by_body["admitted"], by_body["code"], by_body["numbers"]["budget"]) == (False, "token-budget", 10)
    assert (Event.objects.count(), Outbox.objects.count(), Refusal.objects.count()) == before


def test_an_order_is_a_reservation_that_holds_nothing(cast: Cast, goal: Goal) -> None:
    answer = _order(cast, goal)

    row = Outbox.objects.get(topic="round")
    assert (answer.status, answer["id"], answer["number"], answer["status"]) == (202, row.pk, 1, "waiting")
    assert LedgerEntry.objects.filter(kind="hold").count() == 0


def test_a_second_order_is_the_same_reservation(cast: Cast, goal: Goal) -> None:
    assert _order(cast, goal)["id"] == _order(cast, goal)["id"]
    assert Outbox.objects.filter(topic="round").count() == 1


def test_a_stale_revision_is_a_conflict(cast: Cast, goal: Goal) -> None:
    answer = _order(cast, goal, revision=9)

    assert (answer.status, answer.code, answer["numbers"]["revision"]) == (409, "stale-revision", 1)


def test_a_freeze_is_a_conflict_that_waiting_may_end(cast: Cast, goal: Goal) -> None:
    freezes.freeze(acting=cast.acting(cast.ada), reason="A look.")

    answer = _order(cast, goal)

    assert (answer.status, answer.code, answer["retryable"]) == (409, "frozen", True)
    assert answer["numbers"] == {"frozen_by": "Ada Brandt", "reason": "A look."}


def test_a_paused_goal_is_a_conflict_with_its_phase(cast: Cast, goal: Goal) -> None:
    operations.pause(acting=cast.acting(cast.ben), goal_id=goal.pk, revision=1)

    answer = _order(cast, goal, revision=2)

    assert (answer.status, answer.code, answer["numbers"]["phase"]) == (409, "goal-not-active", "paused")


def test_a_blocked_goal_names_its_escalation(cast: Cast, goal: Goal) -> None:
    with transaction.atomic():
        stops.block(acting=COUNTERSIGN, goal=store.lock(goal.pk), code="round-failed", message="No report.")

    answer = _order(cast, goal, revision=2)

    assert answer["numbers"]["blocked_code"] == "round-failed"
    assert answer["numbers"]["escalation"] == f"E-{goal.account.escalations.get().pk:04d}"


def test_a_disarmed_goal_is_a_conflict(cast: Cast, goal: Goal) -> None:
    with transaction.atomic():
        activation.disarm(goal)

    assert (_order(cast, goal).status, _order(cast, goal).code) == (409, "goal-disarmed")


def test_without_a_driver_nothing_is_armed(cast: Cast, goal: Goal) -> None:
    DriverLease.objects.update(lease_until=clock.db_now() - timedelta(seconds=1))

    assert _order(cast, goal).code == "goal-disarmed"


def test_an_exhausted_budget_is_a_402_with_the_figures_and_blocks_once(cast: Cast, goal: Goal) -> None:
    with transaction.atomic():
        ledger.set_budget(ledger.lock(goal.account_id), tokens=100, money=None)

    answer = _order(cast, goal)

    assert (answer.status, answer.code, answer["retryable"]) == (402, "token-budget", False)
    assert (answer["numbers"]["budget"], answer["numbers"]["available"]) == (100, 100)
    assert Goal.objects.get(pk=goal.pk).blocked_code == "token-budget"
    assert Event.objects.filter(action__in=["goal.stopped", "gate.refused", "act.refused"]).count() == 1


def test_a_cap_that_is_reached_is_a_402(cast: Cast, goal: Goal) -> None:
    Goal.objects.filter(pk=goal.pk).update(rounds_started=5)

    answer = _order(cast, goal)

    assert (answer.status, answer.code) == (402, "round-limit")
    assert answer["numbers"] == {"rounds_started": 5, "max_rounds": 5}


def test_a_model_without_a_price_is_never_free(cast: Cast) -> None:
    goal = signed_goal(cast)

    answer = _order(cast, goal)

    assert (answer.status, answer.code) == (409, "model-unpriced")
    assert answer["numbers"] == {"unpriced": ["scripted-1", "scripted-2"]}


def test_a_suspended_cost_centre_is_a_402(cast: Cast, goal: Goal) -> None:
    Account.objects.update(suspended=True)

    answer = _order(cast, goal)

    assert (answer.status, answer.code) == (402, "envelope")
    assert not activation.is_armed(goal)


def test_a_revoked_signature_is_a_403(cast: Cast, goal: Goal) -> None:
    signed = goal.account.authorisation_id
    Speaker(cast.ada).post(f"authorisations/{signed}/revoke", {"reason": "The ledger is wrong."})
    with transaction.atomic():
        activation.arm(acting=cast.acting(cast.ben), goal=goal)

    answer = _order(cast, goal)

    assert (answer.status, answer.code) == (403, "authorisation-lapsed")
    assert answer["detail"].startswith("Ada Brandt revoked the authorisation")


def test_identical_refusals_are_counted_and_listed(cast: Cast, goal: Goal) -> None:
    operations.pause(acting=cast.acting(cast.ben), goal_id=goal.pk, revision=1)
    for _ in range(3):
        _order(cast, goal, revision=2)

    (refusal,) = Speaker(cast.aud).get(f"goals/{goal.ref}/refusals")["items"]
    assert (refusal["code"], refusal["count"], refusal["actor"]) == ("goal-not-active", 3, "Olu Mensah")
