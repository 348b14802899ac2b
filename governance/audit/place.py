"""One event between its neighbours: whether it stands where and as it was written. Constant work, no full look."""

from __future__ import annotations

from collections.abc import Sequence

from governance.audit import heads, reading
from governance.audit.chain import Walk
from governance.audit.faults import Fault
from governance.models import Event
from governance.models.streams import GENESIS


def faults(event: Event) -> Sequence[Fault]:
    """What is wrong with this event, seen from the one before it and the one after it. Three queries at most."""
    around = {row[1]: row for row in _around(event)}
    walk = Walk(event.stream)
    if (before := around.get(event.seq - 1)) is not None:
        walk.seq, walk.head, walk.last_id = before[1], before[3], before[15]
    elif event.seq > 1:
        walk.seq, walk.head = event.seq - 1, event.previous
    _covers, found = walk.take(around[event.seq])
    if (after := around.get(event.seq + 1)) is not None:
        _covers, later = walk.take(after)
        return [*found, *(one for one in later if one.seq == event.seq)]
    stored = heads.heads_of([event.stream]).get(event.stream, (0, GENESIS))
    return [*found, *walk.end(stored)]


def _around(event: Event) -> list[reading.Row]:
    return reading.rows(
        f"SELECT {reading.EVENT_COLUMNS}, {reading.instant('at')}, id FROM governance_event "  # noqa: S608 - no input
        "WHERE stream = %s AND seq BETWEEN %s AND %s ORDER BY seq",
        [event.stream, event.seq - 1, event.seq + 1],
    )
