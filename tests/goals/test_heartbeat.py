"""A lease beside a long call: renewed as long as the call lasts, whoever else's calls come and go."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from goals.models import Execution
from goals.rounds.heartbeat import Heartbeat
from tests.cast import Cast
from tests.goals.agent_stories import signed_goal

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 30


def test_leases_in_use_are_renewed_and_a_lost_one_is_left_alone(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with signed_goal(cast, settings, tmp_path, script="echo", options={"lease_seconds": 3}) as story:
        kept = story.admit()
        with signed_goal(cast, settings, tmp_path, script="echo", options={"lease_seconds": 3}) as other:
            lost = other.admit()
        Execution.objects.filter(pk=lost.execution_id).update(fence=lost.fence + 1)
        before, left = _until(kept.execution_id), _until(lost.execution_id)

        with Heartbeat(lost), Heartbeat(kept):
            _wait_until_renewed(kept.execution_id, before)

        assert _until(lost.execution_id) == left


def _until(execution_id: int) -> datetime:
    return Execution.objects.values_list("lease_until", flat=True).get(pk=execution_id)


def _wait_until_renewed(execution_id: int, before: datetime) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while _until(execution_id) <= before:
        assert time.monotonic() < deadline, "the lease was not renewed"
        time.sleep(0.05)
