"""What the address of a report asks for: from, to, cost centre. Anything that makes no sense is as if not said."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from goals.reports.window import Window
from governance import clock
from governance.errors import Forbidden
from governance.models import CostCentre
from governance.web import moments
from governance.web.books import periods
from governance.web.viewer import Viewer, viewer_of

MONTHS, MOST_MONTHS = 6, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The window and how it reads."""

    viewer: Viewer
    window: Window
    centres: dict[int, str]
    centre: CostCentre | None
    at: datetime

    @property
    def periods(self) -> list[str]:
        return periods.between(self.window.first, self.window.last)

    @property
    def scope(self) -> str:
        """ "All cost centres", or the one that was asked for."""
        return str(self.centre) if self.centre else "All cost centres"

    @property
    def span(self) -> str:
        """ "1 Apr to 10 Sep 2026": up to today where the last period still runs."""
        last = min(self.at, self.window.ends_before - RESOLUTION)
        return moments.days(self.window.starts_at, last)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The filters in words, for files."""
        seen = "everything" if self.viewer.sight.everything else f"goals of {self.viewer.person}"
        return [
            ("From", self.window.first),
            ("To", self.window.last),
            ("Cost centre", self.scope),
            ("Shown", seen),
        ]


RESOLUTION = datetime.resolution


def asked_of(request: HttpRequest) -> Asked:
    """Two queries. Raises Forbidden for somebody without a role."""
    viewer, at = viewer_of(request), clock.now()
    if not viewer.sight.anything:
        raise Forbidden(
            f"{viewer.person} has no role, and reports are shown to people who have one.", code="role-missing"
        )
    rows = list(CostCentre.objects.order_by("code"))
    present = clock.period_of(at)
    last = min(periods.known(request.GET.get("to")) or present, _later(present))
    first = periods.known(request.GET.get("from")) or periods.before(last, MONTHS - 1)
    first = max(min(first, last), periods.before(last, MOST_MONTHS - 1))
    centre = next((row for row in rows if row.code == request.GET.get("cost_centre")), None)
    window = Window(first=first, last=last, sight=viewer.sight, centre=centre.pk if centre else None)
    return Asked(
        viewer=viewer, window=window, centres={row.pk: str(row) for row in rows}, centre=centre, at=at
    )


def _later(present: str) -> str:
    """Entries may stand in the period after the present one, where this one was closed early."""
    return clock.period_after(present)


def filters(request: HttpRequest, asked: Asked) -> dict[str, Any]:
    """The filters of a report as a form that reads."""
    codes = CostCentre.objects.order_by("code")
    options = [("", "All"), *((row.code, str(row)) for row in codes)]
    given = request.GET
    chosen = [
        {"name": "from", "label": "From", "value": asked.window.first, "short": True, "set": "from" in given},
        {"name": "to", "label": "To", "value": asked.window.last, "short": True, "set": "to" in given},
        {"name": "cost_centre", "label": "Cost centre", "kind": "select", "options": options,
         "value": asked.centre.code if asked.centre else "", "set": asked.centre is not None},
    ]  # fmt: skip
    known = {"from", "to", "cost_centre"}
    return {
        "action": request.path,
        "fields": chosen,
        "clear_href": request.path if known & set(given) else "",
    }


def require_everything(viewer: Viewer, what: str) -> None:
    """Some reports are about everybody. Raises Forbidden for who sees only their own goals."""
    if not viewer.sight.everything:
        raise Forbidden(
            f"{what} is about everybody, and {viewer.person} sees only their own goals.", code="role-missing"
        )
