"""The trail as JSON Lines, one event a line in order, read in pieces so that a long one takes no memory."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.db.models import QuerySet

from governance.models import Event

TYPE = "application/x-ndjson; charset=utf-8"
CHUNK = 500


def lines(events: QuerySet[Event]) -> Iterator[bytes]:
    """Each line is what the hash vouches for, and the hash. Keys are sorted; nothing is left out or rounded."""
    for event in events.order_by("id").iterator(chunk_size=CHUNK):
        line = {
            "id": event.pk,
            "hash": event.hash,
            "previous": event.previous,
            "body": json.loads(event.body),
        }
        yield json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
