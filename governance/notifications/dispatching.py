"""Hands notices that are due to the broker, few at a time, so that a dead mail server can never hold up rounds."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.db.models import F, Q

from governance import clock
from governance.config.celery import app
from governance.enums import NoticeState, OutboxStatus, OutboxTopic
from governance.models import Notice, Outbox

log = structlog.get_logger(__name__)

TASK = "governance.deliver_notice"
AT_ONCE = 1
LOST_AFTER = timedelta(seconds=120)


def send_due() -> int:
    """Send the notices that are due, unless enough are on their way already; how many were sent. Never raises."""
    now = clock.db_now()
    room = AT_ONCE - _on_their_way(now)
    return sum(_send(notice) for notice in _due(now)[:room]) if room > 0 else 0


def _on_their_way(now: datetime) -> int:
    waiting = Outbox.objects.filter(topic=OutboxTopic.NOTICE, status=OutboxStatus.WAITING)
    return waiting.filter(sent_at__gt=now - LOST_AFTER).count()


def _due(now: datetime) -> list[Notice]:
    lost = Q(outbox__sent_at=None) | Q(outbox__sent_at__lte=now - LOST_AFTER)
    waiting = Notice.objects.filter(lost, state=NoticeState.WAITING, next_due__lte=now)
    return list(waiting.order_by("next_due", "pk")[:AT_ONCE])


def _send(notice: Notice) -> bool:
    try:
        app.send_task(TASK, args=[notice.pk], retry=False, ignore_result=True)
    except Exception as error:
        log.warning("broker-unreachable", notice=notice.pk, error=str(error))
        return False
    Outbox.objects.filter(pk=notice.outbox_id, status=OutboxStatus.WAITING).update(
        sent_at=clock.db_now(), sends=F("sends") + 1
    )
    return True
