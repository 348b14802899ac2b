"""Telling somebody something once: the notice, its outbox row and its deliveries, in the transaction of its cause.

Sends nothing. Whoever is told sees it in the product as soon as the cause is committed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction

from governance import clock
from governance.enums import NoticeKind, NoticeState, OutboxStatus, OutboxTopic
from governance.models import Account, Channel, Delivery, Notice, Outbox, Person
from governance.notifications import preferences
from governance.transactions import require_transaction

SUBJECT_CHARACTERS = 160


def notify(
    *,
    to: Person,
    kind: NoticeKind,
    subject: str,
    sentence: str,
    link: str,
    dedup: str,
    account: Account | None = None,
    only: Sequence[Channel] | None = None,
) -> Notice | None:
    """Tell one person. None if they were told under this `dedup` before, or have left. Composable.

    `link` is a path of the product, never an act. `only` names the channels instead of the person's own choice.
    """
    require_transaction()
    if not to.is_active or Notice.objects.filter(dedup=dedup).exists():
        return None
    at = clock.now()
    channels = preferences.wanted(to, kind) if only is None else only
    notice = Notice(
        kind=kind, account=account, person=to, subject=one_line(subject), sentence=sentence, link=link, dedup=dedup,
        created_at=at, next_due=at if channels else None,
    )  # fmt: skip
    if not channels:
        notice.state, notice.ended_at = NoticeState.DELIVERED, at
    return notice if _written(notice, channels, at) else None


def one_line(text: str) -> str:
    """A subject: one line without control characters, at most 160 characters."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= SUBJECT_CHARACTERS else f"{line[: SUBJECT_CHARACTERS - 1]}…"


def _written(notice: Notice, channels: Sequence[Channel], at: datetime) -> bool:
    """False if somebody else told it at the same moment."""
    try:
        with transaction.atomic():
            notice.outbox = _outbox(notice, at)
            notice.save(force_insert=True)
            Delivery.objects.bulk_create(
                [Delivery(notice=notice, channel=channel, next_due=at) for channel in channels]
            )
    except IntegrityError:
        if Notice.objects.filter(dedup=notice.dedup).exists():
            return False
        raise
    return True


def _outbox(notice: Notice, at: datetime) -> Outbox:
    ended = notice.state == NoticeState.DELIVERED
    return Outbox.objects.create(
        topic=OutboxTopic.NOTICE, account=notice.account, subject=notice.dedup[:80], created_at=at,
        status=OutboxStatus.CLAIMED if ended else OutboxStatus.WAITING, done_at=at if ended else None,
    )  # fmt: skip
