"""Carries waiting outbox rows to the broker. The row is the truth, the message only a hint."""

from __future__ import annotations

from datetime import timedelta

import structlog
from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from goals.models import Armed, DriverLease, Execution, Goal, HumanInput
from goals.rounds import reservations
from governance import clock
from governance.actors import COUNTERSIGN
from governance.compiled import Compiled
from governance.config.celery import app
from governance.enums import OutboxStatus, OutboxTopic
from governance.models import Outbox

log = structlog.get_logger(__name__)

TASK = "goals.run_round"
BATCH = 500


def send_waiting(*, resend_after: timedelta | None = None) -> int:
    """Send reservations, people's turns and given-back executions that are due; how many were sent.

    A row is due when it was never sent, or not claimed within `resend_after` (default: the setting).
    """
    return sum(send(outbox_id) for outbox_id in _due(resend_after))


def send(outbox_id: int) -> bool:
    """Send one message. False, and no error, if the broker cannot be reached: the row stays due."""
    try:
        app.send_task(TASK, args=[outbox_id], retry=False, ignore_result=True)
    except Exception as error:
        log.warning("broker-unreachable", outbox=outbox_id, error=str(error))
        return False
    Outbox.objects.filter(pk=outbox_id).update(sent_at=Now(), sends=F("sends") + 1)
    return True


def next_for(goal_id: str) -> None:
    """Reserve and send what this goal is due, without waiting for the driver's next look."""
    if said := _SAID.first(goal=goal_id):
        send(said["outbox_id"])
        return
    if not _READY.first(goal=goal_id):
        return
    row, _answer = reservations.reserve(acting=COUNTERSIGN, goal_id=goal_id)
    if row is not None and row.sent_at is None:
        send(row.pk)


def ready_goals() -> QuerySet[Goal]:
    """Goals that are active and armed in the live epoch, with nothing running, reserved or waiting to be said."""
    live = Execution.objects.filter(goal=OuterRef("pk"), state__in=Execution.LIVE)
    reserved = Outbox.objects.filter(
        account=OuterRef("account"), topic=OutboxTopic.ROUND, status=OutboxStatus.WAITING
    )
    speaking = HumanInput.objects.filter(goal=OuterRef("pk"), status="waiting")
    driver = DriverLease.objects.filter(pk=1, lease_until__gt=Now())
    armed = Armed.objects.filter(goal=OuterRef("pk"), epoch__in=driver.values("epoch"))
    return Goal.objects.filter(
        Exists(armed), ~Exists(live), ~Exists(reserved), ~Exists(speaking), phase="active", cleared=False
    )


_READY = Compiled(lambda *, goal: ready_goals().filter(pk=goal).values("pk"), goal=str)
_SAID = Compiled(
    lambda *, goal: (
        HumanInput.objects.filter(goal=goal, status="waiting").order_by("pk").values("outbox_id")[:1]
    ), goal=str,
)  # fmt: skip


def _due(resend_after: timedelta | None) -> list[int]:
    wait = resend_after or timedelta(seconds=settings.COUNTERSIGN.resend_after_seconds)
    before = clock.db_now() - wait
    unsent = Q(sent_at=None) | Q(sent_at__lt=before)
    busy = Execution.objects.filter(goal__account=OuterRef("account"), state__in=Execution.LIVE)
    waiting = Outbox.objects.filter(unsent, status=OutboxStatus.WAITING).exclude(topic=OutboxTopic.NOTICE)
    waiting = waiting.exclude(Exists(busy), topic=OutboxTopic.HUMAN)
    given_back = Outbox.objects.filter(
        unsent,
        execution__state=Execution.State.RUNNING,
        execution__lease_owner="",
        status=OutboxStatus.CLAIMED,
    )
    first = list(waiting.order_by("created_at").values_list("pk", flat=True)[:BATCH])
    return first + list(given_back.values_list("pk", flat=True)[:BATCH])
