"""Messages are hints: lost ones are sent again, doubled ones find nothing left to claim."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest
import redis
from django.conf import settings
from django.db.models import Count

from goals import activation
from goals.agent.scripted import ScriptedEndpoint
from goals.models import Armed, DriverLease, Execution, Goal
from goals.rounds import dispatching, reservations, running
from governance import clock
from governance.actors import COUNTERSIGN
from governance.models import Event, Outbox
from tests.cast import build
from tests.faults import scene
from tests.racing import race

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
Start = Callable[..., subprocess.Popen[bytes]]
GOALS = 100


def test_a_flushed_broker_with_a_hundred_reservations_loses_and_doubles_nothing(
    transactional_db: None, start_worker: Start, scripted_endpoint: ScriptedEndpoint
) -> None:
    driver = scene.own_driver()
    cast = build()
    goals = [scene.signed(cast) for _ in range(GOALS)]
    for goal in goals:
        reservations.reserve(acting=COUNTERSIGN, goal_id=goal.pk)
    assert dispatching.send_waiting() == GOALS
    redis.Redis.from_url(settings.CELERY_BROKER_URL).flushall()

    environment = {**scene.QUICK, "COUNTERSIGN_MODEL_BASE_URL": scripted_endpoint.base_url}
    start_worker(**environment)

    def all_settled() -> bool:
        driver.tick()
        return Execution.objects.filter(state="settled").count() == GOALS

    scene.until("all rounds", all_settled, seconds=240)

    assert scripted_endpoint.call_count == GOALS
    assert not Execution.objects.values("goal").annotate(n=Count("pk")).filter(n__gt=1).exists()
    scene.everything_holds()


def test_the_same_message_fifty_times_at_once_is_claimed_once(
    transactional_db: None, scripted_endpoint: ScriptedEndpoint, settings: pytest.FixtureRequest
) -> None:
    options = settings.COUNTERSIGN.model_copy(update={"model_base_url": scripted_endpoint.base_url})
    settings.COUNTERSIGN = options
    scene.own_driver()
    goal = scene.signed(build())
    row, _answer = reservations.reserve(acting=COUNTERSIGN, goal_id=goal.pk)
    assert row is not None

    said = race(*[lambda: running.run(row.pk) for _ in range(50)])

    assert sorted(said) == ["completed", *["nothing-to-claim"] * 49]
    assert scripted_endpoint.call_count == 1
    scene.everything_holds()


def test_two_drivers_share_one_lease_and_reserve_each_round_once(
    transactional_db: None, start_manage: Start
) -> None:
    start_manage("driver", **scene.QUICK)
    start_manage("driver", **scene.QUICK)
    scene.until("a driver", scene.driver_is_live)
    cast = build()
    goals = [scene.signed(cast) for _ in range(10)]

    scene.until("all reservations", lambda: Outbox.objects.filter(topic="round").count() == 10)

    assert DriverLease.objects.get(pk=1).epoch == 1
    assert (
        Outbox.objects.filter(topic="round").values("account").annotate(n=Count("pk")).filter(n__gt=1).count()
        == 0
    )
    assert Event.objects.filter(action="goal.disarmed").count() == 0
    assert Goal.objects.filter(pk__in=[goal.pk for goal in goals], armed__isnull=False).count() == 10
    scene.everything_holds()


def test_a_take_over_disarms_everything_and_nothing_new_starts_until_a_person_resumes(
    transactional_db: None,
) -> None:
    scene.own_driver()
    goal = scene.signed(build())
    first = activation.live_epoch()
    DriverLease.objects.update(lease_until=clock.db_now())

    activation.hold_lease("the other driver", seconds=600)

    assert activation.live_epoch() == first + 1
    assert not activation.is_armed(goal)
    assert Armed.objects.filter(goal=goal, epoch=first).exists()
    row, answer = reservations.reserve(acting=COUNTERSIGN, goal_id=goal.pk)
    assert (row, answer.code) == (None, "goal-disarmed")
    scene.everything_holds()
