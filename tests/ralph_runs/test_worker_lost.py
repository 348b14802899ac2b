"""A worker that is lost between a report and its settlement: one outcome, the handoff kept, the spend kept."""

from __future__ import annotations

import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from goals.agent import loop
from goals.agent.endings import Ending
from goals.agent.tools.base import Context
from goals.agent.tools.calling import call
from goals.agent.workspaces import workspace_of
from goals.models import Attempt, Execution
from goals.proofs import check_all, refold_all
from goals.rounds import claiming, reaping, settlement
from goals.rounds.attempts import Bound, intend
from goals.rounds.leases import Lease, LeaseLost
from goals.terms import read_terms
from governance import clock
from governance.config.options import BASE_DIR
from governance.models import Event
from ralph_runs.tools.submit_report import TOOLS
from tests import turning
from tests.cast import Cast
from tests.ralph_runs.reports import governed, text
from tests.ralph_runs.scene import Scene, ralph_goal

KEY = "PORTAL_API_KEY is not set."
DIES = """
import os, signal, django
django.setup()
from django.conf import settings
from goals.agent import loop
from goals.rounds import claiming
settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(update={"model_base_url": os.environ["MODEL"]})
loop.drive(claiming.claim(int(os.environ["OUTBOX"])))
os.kill(os.getpid(), signal.SIGKILL)
"""


def silence(lease: Lease) -> None:
    """The worker is not heard of any more."""
    Execution.objects.filter(pk=lease.execution_id).update(lease_until=clock.db_now() - timedelta(seconds=1))


def take_up(execution_id: int) -> Execution:
    """What a reaper and another worker do."""
    assert reaping.reap() == [execution_id]
    lease = claiming.claim(Execution.objects.get(pk=execution_id).outbox_id)
    assert lease is not None
    return settlement.settle(lease, loop.drive(lease))


def context(scene: Scene, lease: Lease) -> Context:
    execution = Execution.objects.select_related("goal__account__terms").get(pk=lease.execution_id)
    assert execution.goal.account.terms is not None
    return Context(
        execution=execution, fence=lease.fence, terms=read_terms(execution.goal.account.terms.text),
        workspace=workspace_of(scene.goal.pk),
    )  # fmt: skip


def test_a_round_lost_after_its_report_is_settled_once_without_another_call(scene: Scene) -> None:
    lease = scene.admit()
    scene.plan(governed("continue", KEY))
    loop.drive(lease)
    silence(lease)
    execution = take_up(lease.execution_id)

    assert (execution.state, execution.outcome) == ("settled", "reported-continue")
    assert scene.endpoint.call_count == 1
    assert execution.tokens == Attempt.objects.get().tokens > 0
    assert (scene.row(1).status, len(scene.decisions)) == ("continue", 1)
    assert Event.objects.filter(action="report.stored").count() == 1
    assert check_all() == []


def test_a_round_lost_before_its_tool_call_was_recorded_is_settled_by_its_report_too(scene: Scene) -> None:
    lease = scene.admit()
    turning.open_turn(lease)
    result = call(TOOLS["submit_report"], text(governed("continue", KEY)), context(scene, lease))
    assert (result.code, result.ends_turn) == ("", True)
    silence(lease)
    execution = take_up(lease.execution_id)

    assert (execution.outcome, scene.endpoint.call_count) == ("reported-continue", 0)


def test_a_refused_report_is_not_asked_for_again(scene: Scene) -> None:
    lease = scene.admit()
    scene.plan("null")
    loop.drive(lease)
    silence(lease)
    execution = take_up(lease.execution_id)

    assert (execution.outcome, scene.endpoint.call_count) == ("invalid-report", 1)


def test_a_report_stands_even_if_its_round_is_never_taken_up_again(scene: Scene) -> None:
    lease = scene.admit()
    scene.plan(governed("continue", KEY))
    loop.drive(lease)
    Execution.objects.filter(pk=lease.execution_id).update(claims=99)
    silence(lease)
    assert reaping.reap() == [lease.execution_id]

    execution = Execution.objects.get(pk=lease.execution_id)
    assert (execution.state, execution.outcome) == ("settled", "reported-continue")
    assert [run.outcome for run in scene.runs] == ["open"]
    assert (scene.open_causes, scene.reserve()[1].code) == ([], "admitted")


def test_a_worker_that_comes_back_too_late_can_report_nothing(scene: Scene) -> None:
    late = scene.admit()
    silence(late)
    assert reaping.reap() == [late.execution_id]
    lease = claiming.claim(Execution.objects.get(pk=late.execution_id).outbox_id)
    assert lease is not None
    result = call(TOOLS["submit_report"], text(governed("complete")), context(scene, late))
    assert result.code == "lease-lost"
    scene.plan(governed("continue", KEY))
    execution = settlement.settle(lease, loop.drive(lease))

    assert (execution.outcome, scene.row(1).status) == ("reported-continue", "continue")
    with pytest.raises(LeaseLost):
        settlement.settle(late, Ending(state="settled", outcome="completed", sentence="Done."))


def test_a_lost_call_is_settled_by_a_person_and_the_run_goes_on(scene: Scene) -> None:
    scene.blocked_by(KEY, KEY)
    lease = scene.admit()
    step = turning.open_step(turning.open_turn(lease))
    bound = Bound(input_tokens=300, output_tokens=200)
    intend(lease, step=step, number=1, model="gpt-test", price=None, bound=bound, request_text="{}")
    silence(lease)
    assert reaping.reap() == [lease.execution_id]
    assert scene.open_causes == ["uncertain"]
    scene.answer("uncertain", "settle", "The bill says so.", by=scene.cast.ada, tokens=120)
    execution = Execution.objects.get(pk=lease.execution_id)

    assert (execution.state, execution.outcome, execution.tokens) == ("failed", "uncertain-settled", 120)
    assert (scene.fresh().phase, [run.outcome for run in scene.runs]) == ("active", ["open"])
    scene.resume()
    scene.blocked_by(KEY)
    assert scene.fresh().blocked_message.startswith("Stopped after round 4: rounds 1, 2 and 4 ")


def test_a_round_that_is_given_up_without_a_report_stops_the_goal_with_one_question(scene: Scene) -> None:
    lease = scene.admit()
    Execution.objects.filter(pk=lease.execution_id).update(claims=99)
    silence(lease)
    assert reaping.reap() == [lease.execution_id]

    assert (scene.fresh().blocked_code, scene.open_causes) == ("round-failed", ["round-failed"])
    assert [run.outcome for run in scene.runs] == ["round-failed"]


@pytest.mark.django_db(transaction=True)
def test_a_killed_worker_leaves_one_outcome_its_handoff_and_its_spend(
    cast: Cast, settings: Any, tmp_path: Path, test_environment: dict[str, str]
) -> None:
    with ralph_goal(cast, settings, tmp_path) as scene:
        scene.plan(governed("continue", KEY))
        row, _answer = scene.reserve()
        environment = {**test_environment, "MODEL": scene.endpoint.base_url, "OUTBOX": str(row.pk),
                       "DJANGO_SETTINGS_MODULE": "governance.config.settings",
                       "COUNTERSIGN_DATA_DIR": str(tmp_path)}  # fmt: skip
        died = subprocess.run([sys.executable, "-c", DIES], cwd=BASE_DIR, env=environment, check=False)
        assert died.returncode == -signal.SIGKILL
        execution_id = scene.row(1).execution_id
        silence(Lease.of(Execution.objects.get(pk=execution_id)))
        execution = take_up(execution_id)

        assert (execution.state, execution.outcome) == ("settled", "reported-continue")
        assert scene.endpoint.call_count == 1
        assert scene.row(1).report_text != ""
        assert scene.fresh().account.spent_tokens == execution.tokens > 0
        assert scene.goal.account.held_tokens == 0
        assert check_all() == []
        assert list(refold_all()) == []
