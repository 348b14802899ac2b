"""What fresh agents reported, and what was decided on it, is held by the record like everything else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from governance import triggers
from governance.audit.verifying import verify
from ralph_runs.models import Decision, RunRound
from tests.cast import Cast
from tests.ralph_runs.reports import governed
from tests.ralph_runs.scene import Scene, ralph_goal
from tests.record.breaking import faults, found_after, mutations, sql


@pytest.fixture
def scene(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[Scene]:
    with ralph_goal(cast, settings, tmp_path) as scene:
        scene.round(governed("continue", "PORTAL_API_KEY is not set."))
        scene.round(governed())
        yield scene


def test_reports_and_decisions_are_vouched_for(scene: Scene) -> None:
    verdict = verify()

    assert (verdict.word, [str(fault) for fault in verdict.faults]) == ("OK", [])
    assert (verdict.rows["report"], verdict.rows["decision"]) == (2, 2)


def test_no_field_of_them_can_change_unseen(scene: Scene) -> None:
    triggers.remove(connection)
    round_, decision = RunRound.objects.order_by("pk")[0], Decision.objects.order_by("pk")[0]
    acts = [
        *mutations("ralph_runs_runround", round_.pk, but=("id", "execution_id")),
        *mutations("ralph_runs_decision", decision.pk, but=("id", "execution_id")),
    ]

    assert [str(act) for act in acts if not found_after(act.apply, look=faults)] == []


def test_none_of_them_can_go_unseen(scene: Scene) -> None:
    triggers.remove(connection)
    acts = [partial(sql, f"DELETE FROM {table}") for table in ("ralph_runs_decision", "ralph_runs_runround")]

    assert [act.args[0] for act in acts if not found_after(act, look=faults)] == []
