"""The head of an event stream, kept on the row that its changes lock anyway."""

from __future__ import annotations

from django.db import models

GENESIS = "0" * 64


class StreamHead(models.Model):
    """Sequence and hash of the last event of this row's stream. Only `audit.record` moves them."""

    stream_prefix = "stream"

    stream_seq = models.BigIntegerField(default=0, editable=False)
    stream_head = models.CharField(max_length=64, default=GENESIS, editable=False)

    class Meta:
        abstract = True

    @property
    def stream_name(self) -> str:
        return f"{self.stream_prefix}:{self.pk}"


class ServiceStream(StreamHead):
    """Streams that belong to no account, cost centre or person: the service itself, policy, prices."""

    stream_prefix = "service"

    name = models.CharField(max_length=40, unique=True)

    @property
    def stream_name(self) -> str:
        return f"service:{self.name}"
