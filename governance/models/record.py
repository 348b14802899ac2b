"""The record: one event per change, chained per stream; what was refused, with a count; the outbox."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from governance.append_only import AppendOnly
from governance.enums import OutboxStatus, OutboxTopic
from governance.models.ledger import Account
from governance.models.people import Person
from governance.money import ZERO, MoneyField


class Event(AppendOnly):
    """One thing that happened. `body` is the canonical text that `hash` covers; the columns repeat it."""

    stream = models.CharField(max_length=60)
    seq = models.BigIntegerField()
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    body = models.TextField()
    action = models.CharField(max_length=60)
    actor = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="events")
    actor_name = models.CharField(max_length=120)
    account = models.ForeignKey(Account, null=True, on_delete=models.PROTECT, related_name="events")
    sentence = models.TextField()
    effect_tokens = models.BigIntegerField(default=0)
    effect_money = MoneyField(default=ZERO)
    available_tokens = models.BigIntegerField(null=True)
    available_money = MoneyField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "seq"], name="event_seq_per_stream")]
        indexes = [
            models.Index(fields=["account", "-id"], name="event_account"),
            models.Index(fields=["action", "-id"], name="event_action"),
            models.Index(fields=["actor", "-id"], name="event_actor"),
            models.Index(fields=["-at", "-id"], name="event_time"),
        ]


class Refusal(models.Model):
    """Identical refusals counted, so that a loop cannot flood the record."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="refusals")
    actor_name = models.CharField(max_length=120)
    code = models.CharField(max_length=40)
    terms_version = models.PositiveIntegerField()
    goal_revision = models.BigIntegerField()
    count = models.PositiveBigIntegerField(default=1)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "actor_name", "code", "terms_version", "goal_revision"],
                name="refusal_once",
            )
        ]


class Outbox(models.Model):
    """What must reach the broker, written with its cause. For rounds this row is the reservation."""

    topic = models.CharField(max_length=10, choices=OutboxTopic)
    account = models.ForeignKey(Account, null=True, on_delete=models.PROTECT, related_name="outbox")
    subject = models.CharField(max_length=80, blank=True)
    revision = models.BigIntegerField(null=True)
    number = models.BigIntegerField(null=True)
    epoch = models.BigIntegerField(null=True)
    status = models.CharField(max_length=8, choices=OutboxStatus, default=OutboxStatus.WAITING)
    created_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    sends = models.PositiveIntegerField(default=0)
    done_at = models.DateTimeField(null=True)
    dropped_for = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account"],
                condition=Q(topic="round", status="waiting"),
                name="outbox_one_live_reservation",
            )
        ]
        indexes = [models.Index(fields=["created_at"], condition=Q(status="waiting"), name="outbox_waiting")]


class Idempotency(models.Model):
    """The first answer to a write, given again for the same key and body."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=200)
    request_digest = models.CharField(max_length=64)
    status_code = models.PositiveSmallIntegerField()
    body = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="idempotency_key_per_person")]
