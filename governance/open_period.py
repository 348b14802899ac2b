"""Which period takes entries: the present one, or the next where it was closed early. Reads only."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max

from governance import clock
from governance.models import ClosedPeriod


def closed_through() -> str:
    """The last closed period as YYYY-MM; empty before the first. One query."""
    return ClosedPeriod.objects.aggregate(last=Max("period"))["last"] or ""


def open_at(at: datetime) -> str:
    """The period to which something of this instant is posted."""
    period, closed = clock.period_of(at), closed_through()
    return period if period > closed else clock.period_after(closed)
