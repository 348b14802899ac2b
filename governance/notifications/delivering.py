"""Delivering one notice: each of its channels that is due is tried once, and what came of it is kept.

An attempt takes the delivery by compare-and-set and pushes its next due time ahead before anything leaves, so
that a message that arrives twice sends once. A worker that dies in between leaves it to be tried again, under
the same mark, by which a receiver knows it. Gives up after a number of attempts, visibly.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import Sum

from governance import audit, clock
from governance.actors import COUNTERSIGN
from governance.enums import NoticeState, OutboxStatus
from governance.models import Delivery, Notice, Outbox, Person
from governance.notifications import dispatching, senders
from governance.transactions import outermost, require_transaction

TAKEN_FOR = timedelta(seconds=120)
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 15, 3_600
ERROR_CHARACTERS = 300


def deliver(notice_id: int) -> None:
    """Try what is due of a notice. Outermost, several transactions; delivered twice, late or never: no harm."""
    due = Delivery.objects.filter(notice=notice_id, state=NoticeState.WAITING, next_due__lte=clock.db_now())
    went_well = [_attempt(delivery_id) for delivery_id in due.order_by("pk").values_list("pk", flat=True)]
    if all(went_well):
        dispatching.send_due()


def wait_after(attempts: int) -> timedelta:
    """How long to wait after so many attempts that failed: 15 s, 30 s, 1 min, … at most an hour."""
    return timedelta(seconds=min(FIRST_WAIT_SECONDS * 2 ** min(attempts - 1, 20), LONGEST_WAIT_SECONDS))


def sum_up(notice_id: int) -> Notice:
    """Write on a notice what became of its deliveries. Composable."""
    require_transaction()
    notice = Notice.objects.select_for_update(no_key=True).get(pk=notice_id)
    deliveries = Delivery.objects.filter(notice=notice)
    waiting = deliveries.filter(state=NoticeState.WAITING).order_by("next_due").first()
    troubled = deliveries.exclude(last_error="").order_by("-attempts", "-pk").first()
    notice.attempts = deliveries.aggregate(tried=Sum("attempts"))["tried"] or 0
    notice.last_error = troubled.last_error if troubled else ""
    notice.next_due = waiting.next_due if waiting else None
    if waiting is None:
        failed = deliveries.filter(state=NoticeState.FAILED).exists()
        notice.state = NoticeState.FAILED if failed else NoticeState.DELIVERED
        notice.ended_at = clock.now()
    notice.save(update_fields=["attempts", "last_error", "next_due", "state", "ended_at"])
    outbox = Outbox.objects.filter(pk=notice.outbox_id, status=OutboxStatus.WAITING)
    if waiting is None:
        outbox.update(status=OutboxStatus.CLAIMED, done_at=notice.ended_at)
    else:
        outbox.update(sent_at=None)
    return notice


def _attempt(delivery_id: int) -> bool:
    """True if it arrived, or was somebody else's to try."""
    taken = _take(delivery_id)
    if taken is None:
        return True
    error = senders.send(taken)[:ERROR_CHARACTERS]
    with outermost():
        if _end(taken, error):
            notice = sum_up(taken.notice_id)
            if taken.state == NoticeState.FAILED:
                _tell_failure(taken, notice)
    return not error


def _take(delivery_id: int) -> Delivery | None:
    with outermost():
        taken = Delivery.objects.select_related("notice__account", "channel", "notice__person").get(
            pk=delivery_id
        )
        now = clock.db_now()
        if taken.state != NoticeState.WAITING or taken.next_due > now:
            return None
        mine = Delivery.objects.filter(pk=taken.pk, state=NoticeState.WAITING, attempts=taken.attempts)
        taken.attempts += 1
        moved = mine.update(attempts=taken.attempts, next_due=now + TAKEN_FOR)
        if moved != 1:
            return None
        Notice.objects.filter(pk=taken.notice_id).update(next_due=now + TAKEN_FOR)
        return taken


def _end(taken: Delivery, error: str) -> bool:
    """Write how the attempt ended. False if it was taken over meanwhile."""
    taken.last_error = error
    if not error:
        taken.state, taken.ended_at = NoticeState.DELIVERED, clock.now()
    elif taken.attempts >= settings.COUNTERSIGN.notice_attempts:
        taken.state, taken.ended_at = NoticeState.FAILED, clock.now()
    else:
        taken.next_due = clock.db_now() + wait_after(taken.attempts)
    mine = Delivery.objects.filter(pk=taken.pk, state=NoticeState.WAITING, attempts=taken.attempts)
    return bool(
        mine.update(
            state=taken.state, ended_at=taken.ended_at, last_error=error, next_due=taken.next_due
        )
    )  # fmt: skip


def _tell_failure(taken: Delivery, notice: Notice) -> None:
    person = Person.objects.select_for_update(no_key=True).get(pk=notice.person_id)
    audit.record(
        acting=COUNTERSIGN, on=person, action="notice.failed",
        sentence=f"Countersign gave up telling {person} by {taken.channel.kind} after {taken.attempts} attempts, about "
        f"“{notice.subject}”. It stands in the product. No money moved.",
        facts={"notice": notice.pk, "delivery": taken.pk, "channel": taken.channel_id, "error": taken.last_error},
        account=notice.account,
    )  # fmt: skip
