"""Transcripts: append-only events per session, bodies kept apart so that they can be purged."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from governance.append_only import AppendOnly
from governance.models import Authorisation, CostCentre, Person
from governance.models.streams import GENESIS


class Session(models.Model):
    """A conversation. Goals live in it one after the other; a fresh agent's child session has a parent.

    `event_seq` and `event_head` are number and digest of its last event; only `sessions.append` moves them.
    """

    owner = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="sessions")
    cost_centre = models.ForeignKey(CostCentre, on_delete=models.PROTECT, related_name="sessions")
    parent = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="children")
    event_seq = models.BigIntegerField(default=0)
    event_head = models.CharField(max_length=64, default=GENESIS)
    created_at = models.DateTimeField()

    @property
    def ref(self) -> str:
        return f"S-{self.pk:04d}"


class Body(models.Model):
    """The text behind a digest: a message or a tool result. The only purgeable part of a transcript."""

    digest = models.CharField(max_length=64, primary_key=True)
    text = models.TextField(null=True)
    bytes = models.BigIntegerField()
    purged_at = models.DateTimeField(null=True)
    purge_rule = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(text__isnull=False, purged_at=None) | Q(text=None, purged_at__isnull=False),
                name="body_present_or_purged",
            )
        ]


class SessionEvent(AppendOnly):
    """One event of a session, in order. `data` is the durable JSON; message text lies behind `body`.

    `digest` covers the row and the digest before it, see `goals.sessions.chaining`.
    """

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="events")
    seq = models.BigIntegerField()
    type = models.CharField(max_length=30)
    data = models.TextField()
    digest = models.CharField(max_length=64)
    goal = models.ForeignKey("goals.Goal", null=True, on_delete=models.PROTECT, related_name="events")
    execution = models.ForeignKey(
        "goals.Execution", null=True, on_delete=models.PROTECT, related_name="events"
    )
    body = models.ForeignKey(Body, null=True, on_delete=models.PROTECT, related_name="+")
    actor = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    authorisation = models.ForeignKey(Authorisation, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "seq"], name="session_event_seq")]
        indexes = [models.Index(fields=["goal", "seq"], name="session_event_goal")]
