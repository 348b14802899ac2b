"""Rounds as the driver starts them: what the upstream driver's own tests assert, where it has a meaning here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from goals import activation, human_turns, lifecycle, operations, store
from goals.agent import loop
from goals.driver import Driver
from goals.gate import admission
from goals.models import DriverLease, Execution, SessionEvent
from goals.rounds import claiming, dispatching, reservations, running, settlement
from governance import clock
from governance.actors import COUNTERSIGN
from governance.errors import EnforcementUnavailable
from governance.models import Event, Outbox
from tests.cast import Cast, build
from tests.goals.agent_stories import DRIVER, Story, signed_goal

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast_now(transactional_db: None) -> Cast:
    return build()


@pytest.fixture
def story(cast_now: Cast, settings: Any, tmp_path: Any) -> Iterator[Story]:
    with signed_goal(cast_now, settings, tmp_path, script="echo", max_rounds=2) as told:
        yield told


def _reserve(story: Story) -> int:
    row, answer = reservations.reserve(acting=COUNTERSIGN, goal_id=story.goal.pk)
    assert row is not None, answer
    return row.pk


def _drive(story: Story) -> None:
    """The driver looks; what it reserved is run here, as a worker would."""
    Driver(name=DRIVER).tick()
    for row in Outbox.objects.filter(status="waiting").order_by("pk"):
        running.run(row.pk)


def _state(story: Story) -> tuple[str, str, int, bool]:
    goal = story.fresh()
    return goal.phase, goal.blocked_code, goal.rounds_started, activation.is_armed(goal)


def test_a1_03_a_cap_of_two_admits_rounds_one_and_two_and_then_blocks(story: Story) -> None:
    for _ in range(4):
        _drive(story)

    numbers = list(Execution.objects.order_by("number").values_list("number", flat=True))
    assert (numbers, story.endpoint.call_count) == ([1, 2], 2)
    assert _state(story) == ("blocked", "round-limit", 2, False)


def test_a1_04_a_driver_that_takes_over_asks_nothing_until_a_person_resumes(story: Story) -> None:
    DriverLease.objects.update(lease_until=clock.db_now())
    other = Driver(name="another driver")
    other.tick()

    assert (story.fresh().revision, Outbox.objects.count(), story.endpoint.call_count) == (1, 0, 0)

    operations.resume(acting=story.cast.acting(story.cast.ben), goal_id=story.goal.pk, revision=1)
    other.tick()

    assert (story.fresh().revision, Outbox.objects.filter(topic="round").count()) == (2, 1)


def test_a1_09_human_work_that_arrives_when_a_goal_is_blocked_stays_queued(story: Story) -> None:
    story.rounds(2)
    reservations.reserve(acting=COUNTERSIGN, goal_id=story.goal.pk)
    written = story.write("What is left?")
    Driver(name=DRIVER).tick()

    written.refresh_from_db()
    assert (written.status, Outbox.objects.filter(topic="round", status="waiting").count()) == ("waiting", 0)


def test_a1_10_a_cancel_before_the_first_step_pauses_and_uses_no_number(story: Story) -> None:
    reserved = _reserve(story)
    human_turns.cancel(acting=story.cast.acting(story.cast.olu), goal_id=story.goal.pk, revision=1)

    assert running.run(reserved) == "nothing-to-claim"
    assert _state(story) == ("paused", "", 0, False)
    assert not SessionEvent.objects.filter(type="user/message").exists()


def test_a1_12_human_work_queued_first_runs_first_and_alone(story: Story) -> None:
    story.write("Before you start: only July.")
    _drive(story)

    only = Execution.objects.get()
    sources = SessionEvent.objects.filter(type="user/message").values_list("data", flat=True)
    assert (only.kind, list(sources)) == ("human", ['{"source":{"kind":"user"}}'])


def test_a1_13_human_work_behind_a_reservation_makes_it_stale_and_runs_first(story: Story) -> None:
    reserved = _reserve(story)
    written = story.write("Wait.")

    assert running.run(reserved) == "nothing-to-claim"
    assert Outbox.objects.get(pk=reserved).dropped_for == "human-first"
    assert running.run(written.outbox_id) == "completed"
    _drive(story)

    kinds = list(Execution.objects.order_by("pk").values_list("kind", "number"))
    assert kinds == [("human", None), ("round", 1)]


def test_a1_14_an_edit_while_a_reservation_waits_drops_it(story: Story) -> None:
    reserved = _reserve(story)
    _edit(story, objective="Only the July ledger.")

    assert running.run(reserved) == "nothing-to-claim"
    assert Outbox.objects.get(pk=reserved).dropped_for == "stale-revision"
    _drive(story)

    assert (Execution.objects.get().number, Execution.objects.get().revision) == (1, 2)


def test_a1_15_the_one_request_after_an_edit_is_for_the_new_objective(story: Story) -> None:
    reserved = _reserve(story)
    _edit(story, objective="Only the July ledger.")
    running.run(reserved)
    _drive(story)

    assert story.endpoint.call_count == 1
    assert "Only the July ledger." in str(story.endpoint.calls[0].request["messages"])


def test_a1_16_a_goal_paused_while_its_round_waits_stays_paused_and_is_not_blocked(story: Story) -> None:
    reserved = _reserve(story)
    operations.pause(acting=story.cast.acting(story.cast.olu), goal_id=story.goal.pk, revision=1)
    running.run(reserved)

    assert _state(story) == ("paused", "", 0, False)


def test_a1_17_a_stale_reservation_leaves_what_else_waits_in_order(story: Story) -> None:
    reserved = _reserve(story)
    first, second = story.write("One."), story.write("Two.")
    running.run(reserved)

    waiting = list(Outbox.objects.filter(status="waiting").order_by("pk").values_list("pk", flat=True))
    assert waiting == [first.outbox_id, second.outbox_id]


def test_a1_18_a_gate_that_cannot_write_starts_nothing_and_disarms(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    reserved = _reserve(story)
    monkeypatch.setattr(admission.ledger, "hold", _full_disk)

    with pytest.raises(EnforcementUnavailable):
        admission.admit(reserved, worker="w")
    assert running.run(reserved) == "enforcement-unavailable"

    assert (Execution.objects.count(), story.endpoint.call_count) == (0, 0)
    assert _state(story) == ("active", "", 0, False)
    assert Event.objects.filter(action="goal.disarmed").count() == 1


def test_a1_32_while_nothing_can_be_recorded_nothing_starts_and_nothing_is_lost(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    reserved = _reserve(story)
    with monkeypatch.context() as patched:
        patched.setattr(admission.audit, "record", _full_disk)
        assert running.run(reserved) == "enforcement-unavailable"
    assert Outbox.objects.get(pk=reserved).status == "waiting"

    assert running.run(reserved) == "completed"
    assert story.endpoint.call_count == 1


def test_a1_19_42_43_a_round_that_cannot_be_settled_lets_no_second_one_start(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(settlement.ledger, "release", _full_disk)
        with pytest.raises(DatabaseError):
            running.run(_reserve(story))
    row, answer = reservations.reserve(acting=COUNTERSIGN, goal_id=story.goal.pk)

    assert (row, answer.code, story.endpoint.call_count) == (None, "round-live", 1)


def test_a1_20_a_round_is_settled_before_the_next_is_reserved(story: Story) -> None:
    story.round()
    _reserve(story)

    settled = Event.objects.get(action="round.settled")
    assert Execution.objects.get(number=1).ended_at <= Outbox.objects.latest("pk").created_at
    assert settled.pk < Event.objects.latest("pk").pk or Event.objects.latest("pk") == settled


def test_a1_26_to_30_a_broker_that_cannot_be_reached_only_delays(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatching.app, "send_task", _no_broker)
    Driver(name=DRIVER).tick()

    waiting = Outbox.objects.get(topic="round")
    assert (waiting.status, waiting.sent_at, story.endpoint.call_count) == ("waiting", None, 0)
    assert _state(story) == ("active", "", 0, True)


def test_a1_36_cancelling_a_persons_turn_disarms_only(story: Story) -> None:
    written = story.write("How far is it?")
    lease = claiming.claim(written.outbox_id)
    human_turns.cancel(acting=story.cast.acting(story.cast.olu), goal_id=story.goal.pk, revision=1)
    assert lease is not None
    settlement.settle(lease, loop.drive(lease))

    assert (story.fresh().revision, *_state(story)) == (1, "active", "", 0, False)


def test_a1_40_a_reservation_of_a_driver_that_is_gone_uses_no_number(story: Story) -> None:
    reserved = _reserve(story)
    DriverLease.objects.update(lease_until=clock.db_now())
    activation.hold_lease("another driver", seconds=600)

    assert running.run(reserved) == "nothing-to-claim"
    assert Outbox.objects.get(pk=reserved).dropped_for == "goal-disarmed"
    assert (story.fresh().rounds_started, story.endpoint.call_count) == (0, 0)


def test_a1_45_a_failing_round_with_a_message_waiting_stays_disarmed_and_the_message_waits(
    story: Story,
) -> None:
    story.endpoint.plan(fault="429")
    lease = story.admit()
    written = story.write("And?")
    settlement.settle(lease, loop.drive(lease))

    written.refresh_from_db()
    assert (written.status, *_state(story)) == ("waiting", "active", "", 1, False)


def test_e1_a_signed_goal_keeps_its_cap_and_starts_no_round_by_itself(story: Story) -> None:
    assert (story.fresh().max_rounds, story.goal.rounds_started, Execution.objects.count()) == (2, 0, 0)
    assert SessionEvent.objects.filter(type="goal/change").count() == 1


def _edit(story: Story, **changes: str) -> None:
    """A domain edit, as a signed change of terms makes it."""
    with transaction.atomic():
        goal = store.lock(story.goal.pk)
        change = lifecycle.edit(
            store.state_of(goal), ref=store.ref_of(goal), live=True, now_ms=store.now_ms(), **changes
        )
        store.apply(acting=story.cast.acting(story.cast.ben), goal=goal, change=change)


def _full_disk(*args: object, **kwargs: object) -> None:
    raise DatabaseError("disk full")


def _no_broker(*args: object, **kwargs: object) -> None:
    raise ConnectionError("no broker")
