"""Notices that stories share: spending up to a share of a budget, channels, and time that has passed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from itertools import count

from django.db import transaction

from governance import clock, ledger, notifications
from governance.enums import NoticeKind
from governance.models import Account, Channel, Delivery, Notice, Outbox, Person
from governance.notifications import channels, thresholds
from tests.cast import Cast

_numbers = count(1)


def spent(account: Account, tokens: int, money: Decimal = Decimal(0)) -> None:
    """Post this much, as a round posts an attempt."""
    with transaction.atomic():
        locked = ledger.lock(account.pk)
        before = thresholds.reached(locked)
        held, _ = ledger.hold(locked, purpose="a story", tokens=tokens, money=money)
        bill = ledger.Bill(
            reference=f"notice-story-{held.pk}", tokens=tokens, money=money, bound_tokens=tokens, bound_money=money,
            price=None, usage_state="reported",
        )  # fmt: skip
        ledger.post(locked, held, bill)
        ledger.release(locked, held)
        thresholds.tell(locked, before)


def subjects(person: Person | None = None) -> list[str]:
    found = Notice.objects.order_by("pk")
    return [each.subject for each in (found.filter(person=person) if person else found)]


def tell(person: Person, *, subject: str = "G-0001 asks you", dedup: str = "") -> Notice:
    """One notice of a story."""
    with transaction.atomic():
        notice = notifications.notify(
            to=person, kind=NoticeKind.QUESTION, subject=subject, sentence="The key is missing.",
            link="/escalations/E-0001/", dedup=dedup or f"story:{next(_numbers)}",
        )  # fmt: skip
    assert notice is not None
    return notice


def mailbox(cast: Cast, person: Person, address: str = "cy@example.org") -> Channel:
    return channels.add(acting=cast.acting(person), kind="mail", address=address)


def deliver(notices: Sequence[Notice]) -> None:
    """As a worker does, once each."""
    for notice in notices:
        notifications.deliver(notice.pk)


def time_passes(**length: float) -> None:
    """As if everything had been written that much earlier."""
    for delivery in Delivery.objects.filter(state="waiting"):
        due = delivery.next_due - timedelta(**length)
        Delivery.objects.filter(pk=delivery.pk).update(next_due=due)
        Notice.objects.filter(pk=delivery.notice_id).update(next_due=due)
    for row in Outbox.objects.exclude(sent_at=None):
        Outbox.objects.filter(pk=row.pk).update(sent_at=row.sent_at - timedelta(**length))


def states() -> list[str]:
    return [str(state) for state in Notice.objects.order_by("pk").values_list("state", flat=True)]


def soonest() -> timedelta | None:
    """How long until the next attempt is due."""
    waiting = Delivery.objects.filter(state="waiting").order_by("next_due").first()
    return waiting.next_due - clock.db_now() if waiting else None
