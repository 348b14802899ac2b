"""Celery's door: an id in, one verb called, nothing returned."""

from __future__ import annotations

from celery import shared_task

from governance import notifications


@shared_task(name="governance.deliver_notice")
def deliver_notice(notice_id: int) -> None:
    """Try what is due of this notice. Delivered twice, late or never: nobody is told twice."""
    notifications.deliver(notice_id)
