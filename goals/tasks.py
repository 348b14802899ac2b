"""Celery's door: an id in, one verb called, nothing returned. The database says what really happened."""

from __future__ import annotations

from celery import shared_task

from goals.rounds import running


@shared_task(name="goals.run_round")
def run_round(outbox_id: int) -> None:
    """Run what this outbox row stands for. Delivered twice, late or never: no effect on the books."""
    running.run(outbox_id)
