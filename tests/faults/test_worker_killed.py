"""kill -9 of the worker at each point of a round; the endpoint's own counter is the witness."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from goals.agent.scripted import ScriptedEndpoint
from goals.models import Attempt, Execution, Goal
from governance import escalations
from governance.config.options import BASE_DIR
from governance.config.servers import children
from governance.models import Escalation
from tests.cast import Cast, build
from tests.faults import scene

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def cast_of_drill(transactional_db: None) -> Cast:
    return build()


@pytest.fixture
def environment(scripted_endpoint: ScriptedEndpoint) -> dict[str, str]:
    return {**scene.QUICK, "COUNTERSIGN_MODEL_BASE_URL": scripted_endpoint.base_url}


@pytest.fixture
def start_dying(
    test_environment: dict[str, str], environment: dict[str, str], tmp_path: Path
) -> Iterator[Start]:
    started: list[subprocess.Popen[bytes]] = []

    def start(point: str) -> subprocess.Popen[bytes]:
        argv = [sys.executable, "-m", "tests.faults.dying_worker", point]
        process = children.start(
            argv, environment={**test_environment, **environment}, folder=BASE_DIR, log=tmp_path / "dying.log"
        )
        started.append(process)
        return process

    yield start
    for process in started:
        children.stop(process, seconds=5)


@pytest.fixture
def goal(cast_of_drill: Cast, environment: dict[str, str], start_manage: Start) -> Goal:
    """Signed while a real driver runs, so that it is armed and its round is reserved."""
    start_manage("driver", **environment)
    scene.until("the driver", scene.driver_is_live)
    return scene.signed(cast_of_drill)


def _killed(process: subprocess.Popen[bytes]) -> None:
    scene.until("the worker to be killed", lambda: process.poll() is not None)
    assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("point", ["before-claim", "after-claim", "after-end"])
def test_a_worker_killed_outside_a_call_costs_one_call_and_one_round(
    point: str, goal: Goal, start_dying: Start, start_worker: Start, environment: dict[str, str],
    scripted_endpoint: ScriptedEndpoint,
) -> None:  # fmt: skip
    _killed(start_dying(point))

    start_worker(**environment)
    scene.until("the round to settle", scene.ended(goal, "settled"))

    assert scripted_endpoint.call_count == 1
    assert Execution.objects.filter(goal=goal).count() == 1
    assert scene.the_round(goal).claims == (2 if point == "after-claim" else 1)
    scene.everything_holds()


@pytest.mark.parametrize(("point", "calls"), [("after-intent", 0), ("before-record", 1)])
def test_a_worker_killed_around_a_call_leaves_it_uncertain_until_a_person_looks(
    point: str, calls: int, goal: Goal, start_dying: Start, start_worker: Start, environment: dict[str, str],
    scripted_endpoint: ScriptedEndpoint, cast_of_drill: Cast,
) -> None:  # fmt: skip
    _killed(start_dying(point))
    start_worker(**environment)
    scene.until("the reaper", scene.ended(goal, "uncertain"))

    attempt = Attempt.objects.get(execution__goal=goal)
    assert scripted_endpoint.call_count == calls
    assert scene.the_round(goal).hold.left_tokens == attempt.bound_tokens
    assert not hasattr(Goal.objects.get(pk=goal.pk), "armed")
    scene.everything_holds()

    billed = _billed(scripted_endpoint) if calls else 0
    _settle(goal, cast_of_drill, billed)

    assert scene.the_round(goal).state == "failed"
    goal.account.refresh_from_db()
    assert (goal.account.spent_tokens, goal.account.held_tokens) == (billed, 0)
    assert scripted_endpoint.call_count == calls
    scene.everything_holds()


def test_a_worker_killed_during_a_call_leaves_it_uncertain(
    goal: Goal, start_worker: Start, environment: dict[str, str], scripted_endpoint: ScriptedEndpoint
) -> None:
    scripted_endpoint.plan(hold=True)
    worker = start_worker("--pool=solo", **environment)
    scene.until("the call", lambda: scripted_endpoint.call_count == 1)
    os.killpg(worker.pid, signal.SIGKILL)
    scripted_endpoint.release()

    scene.until("the reaper", scene.ended(goal, "uncertain"))

    assert scripted_endpoint.call_count == 1
    scene.everything_holds()


def test_a_paused_zombie_is_fenced_and_its_spend_is_kept(
    goal: Goal, start_worker: Start, environment: dict[str, str], scripted_endpoint: ScriptedEndpoint
) -> None:
    scripted_endpoint.plan(hold=True)
    worker = start_worker("--pool=solo", **environment)
    scene.until("the call", lambda: scripted_endpoint.call_count == 1)
    os.killpg(worker.pid, signal.SIGSTOP)
    scene.until("the reaper", scene.ended(goal, "uncertain"))
    scripted_endpoint.release()
    os.killpg(worker.pid, signal.SIGCONT)

    scene.until("the late record", lambda: Attempt.objects.filter(execution__goal=goal, late=True).exists())

    assert scene.the_round(goal).state == "uncertain"
    goal.account.refresh_from_db()
    assert goal.account.spent_tokens == _billed(scripted_endpoint)
    scene.everything_holds()


def _billed(endpoint: ScriptedEndpoint) -> int:
    """Tokens that the endpoint says it counted for its one call."""
    counts = endpoint.calls[0].counts
    assert counts is not None
    return counts.input + counts.output


def _settle(goal: Goal, cast: Cast, tokens: int) -> None:
    question = Escalation.objects.get(account=goal.account, cause="uncertain", status="open")
    escalations.answer(
        acting=cast.acting(cast.cy), escalation_id=question.pk, answer="settle", reason="The provider's own page.",
        data={"tokens": tokens},
    )  # fmt: skip
