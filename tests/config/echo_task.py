"""A task for tests only: writes down that it ran, in the test's database."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.utils import timezone

from governance.config import celery_app


@celery_app.task(name="tests.echo")
def echo(key: str) -> None:
    """Leaves a session row named after `key`; running twice changes nothing."""
    Session.objects.update_or_create(
        session_key=key, defaults={"session_data": "", "expire_date": timezone.now()}
    )
