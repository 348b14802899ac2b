"""What every page says while admissions are frozen. One query."""

from __future__ import annotations

from typing import Any

from governance.models import Freeze
from governance.web.moments import full

MOST = 3


def standing() -> list[dict[str, Any]]:
    """The freezes in force, the service's first; at most three are named."""
    found = Freeze.objects.filter(lifted_at=None).select_related("frozen_by", "cost_centre")
    return [
        {"where": where(one), "by": str(one.frozen_by), "reason": one.reason, "since": full(one.frozen_at),
         "href": "/freezes/"}
        for one in found.order_by("cost_centre", "pk")[:MOST]
    ]  # fmt: skip


def where(one: Freeze) -> str:
    """ "The whole service is", "4210 Accounts payable is": what stands still."""
    return f"{one.cost_centre} is" if one.cost_centre else "The whole service is"
