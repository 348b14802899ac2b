"""A real worker process takes messages from a real broker and writes to the test's database."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session

from governance.config import celery_app
from tests.config.echo_task import echo

pytestmark = pytest.mark.django_db(transaction=True)
SECONDS = 30


def _rows(count: int) -> list[str]:
    deadline = time.monotonic() + SECONDS
    while Session.objects.count() < count and time.monotonic() < deadline:
        time.sleep(0.02)
    return sorted(Session.objects.values_list("session_key", flat=True))


def test_a_worker_runs_what_was_sent(start_worker: Callable[..., subprocess.Popen[bytes]]) -> None:
    start_worker("-I", "tests.config.echo_task")

    for number in range(20):
        echo.delay(f"message-{number:02}")

    assert _rows(20) == [f"message-{number:02}" for number in range(20)]


def test_messages_are_hints_and_results_are_not_kept() -> None:
    settings = celery_app.conf

    assert (settings.task_ignore_result, settings.result_backend) == (True, None)
    assert (settings.task_acks_late, settings.task_reject_on_worker_lost) == (True, True)
    assert (settings.worker_prefetch_multiplier, settings.worker_enable_remote_control) == (1, False)
    assert (settings.task_serializer, settings.accept_content) == ("json", ["json"])
    assert settings.broker_transport_options["visibility_timeout"] > settings.task_time_limit
