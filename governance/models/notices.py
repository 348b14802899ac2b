"""What people are told: a notice with its cause, where each person wants to read it, and what became of it there."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from governance.enums import ChannelKind, NoticeKind, NoticeState
from governance.models.ledger import Account
from governance.models.people import Person
from governance.models.record import Outbox


class Channel(models.Model):
    """One place outside the product where a person wants to be told. `address` may hold a secret: never shown whole.

    `kinds` are the kinds of notice it takes, with commas between them. `secret` signs what a webhook gets.
    """

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="channels")
    kind = models.CharField(max_length=10, choices=ChannelKind)
    address = models.CharField(max_length=500)
    secret = models.CharField(max_length=64, blank=True)
    kinds = models.CharField(max_length=200)
    created_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "kind", "address"], condition=Q(removed_at=None), name="channel_named_once"
            )
        ]


class Notice(models.Model):
    """One thing one person is told. In the product it is there with its cause; `dedup` lets it be told once.

    `next_due` is the instant at which one of its deliveries is due; none is when the state is final.
    """

    outbox = models.OneToOneField(Outbox, on_delete=models.PROTECT, related_name="notice")
    kind = models.CharField(max_length=12, choices=NoticeKind)
    account = models.ForeignKey(Account, null=True, on_delete=models.PROTECT, related_name="notices")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="notices")
    subject = models.CharField(max_length=160)
    sentence = models.TextField()
    link = models.CharField(max_length=200)
    dedup = models.CharField(max_length=120, unique=True)
    state = models.CharField(max_length=10, choices=NoticeState, default=NoticeState.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True)
    next_due = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["next_due"], condition=Q(state="waiting"), name="notice_due"),
            models.Index(fields=["person", "-id"], name="notice_person"),
            models.Index(fields=["person"], condition=Q(state="failed", seen_at=None), name="notice_failed"),
        ]


class Delivery(models.Model):
    """One notice at one channel. Each attempt first takes the row and pushes `next_due` ahead, then sends."""

    notice = models.ForeignKey(Notice, on_delete=models.PROTECT, related_name="deliveries")
    channel = models.ForeignKey(Channel, on_delete=models.PROTECT, related_name="deliveries")
    state = models.CharField(max_length=10, choices=NoticeState, default=NoticeState.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True)
    next_due = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel"], name="delivery_once_per_channel"),
            models.CheckConstraint(
                condition=Q(state="waiting", ended_at=None)
                | (~Q(state="waiting") & Q(ended_at__isnull=False)),
                name="delivery_ends_once",
            ),
        ]
