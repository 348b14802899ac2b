"""Other requests of the same person for the same cost centre that wait at the same moment. Reads only; one query."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Sum

from governance.enums import RequestKind, RequestStatus
from governance.models import CostCentre, Person, Request
from governance.money import ZERO


def waiting_elsewhere(requester: Person, centre: CostCentre, *, but: Request | None) -> dict[str, Any]:
    """How many and how much: one budget may have been split into several to stay under a limit."""
    rows = Request.objects.filter(
        requester=requester, cost_centre=centre, kind=RequestKind.GOAL, status=RequestStatus.PENDING
    )
    if but is not None and but.pk is not None:
        rows = rows.exclude(pk=but.pk)
    found = rows.aggregate(count=Count("pk"), tokens=Sum("total_tokens"), money=Sum("total_money"))
    return {
        "count": found["count"],
        "budget_tokens": found["tokens"] or 0,
        "budget_money": found["money"] or ZERO,
    }
