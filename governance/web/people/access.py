"""The access review: who could do what on a day, and who asked for and signed it. A door that reads.

For controllers, who grant, and auditors, who check; everybody else is told so. The same tables leave as files.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from governance import clock
from governance.enums import Role
from governance.errors import Forbidden
from governance.people import review
from governance.people.review import READERS, Review
from governance.web import moments
from governance.web.books.page import Page, respond
from governance.web.format import counted
from governance.web.people import tables
from governance.web.viewer import Viewer, viewer_of


@require_safe
def access(request: HttpRequest) -> HttpResponse:
    """The review of the day in the address, by default of this moment."""
    viewer, now = viewer_of(request), clock.now()
    require_reader(viewer)
    instant = review.end_of(_day(request.GET.get("on", "")), now)
    found = review.at(instant)
    page = Page(
        name=f"access-{instant:%Y-%m-%d}", current="audit", title="Access review", summed=False,
        crumbs=[{"text": "Audit", "href": reverse("audit")}, {"text": "Access review"}], lead=_lead(found),
        filters=_filters(instant), asked=[("As of", moments.full(instant))], actions=_actions(viewer),
        rows=[[part] for part in tables.parts(found, now)], drawn_at=now, wide_paper=True,
        foot_left=f"As of {moments.full(instant)}, drawn {moments.full(now)}.",
    )  # fmt: skip
    return respond(request, page)


def require_reader(viewer: Viewer) -> None:
    """Raises Forbidden, saying who may read it, for everybody who neither grants nor audits."""
    if viewer.has(*READERS):
        return
    raise Forbidden(
        "The access review is for controllers, who ask for and sign roles, and for auditors. You read this "
        f"{viewer.as_what}; what you may do yourself stands on your own page.",
        code="role-missing",
    )


def _day(text: str) -> date | None:
    """The day that the address names; what is no day is as if it was not said."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        return None


def _lead(found: Review) -> str:
    people = {one.person_id for one in found.grants}
    return (
        f"As of {moments.full(found.at)}: {counted(len(found.grants), 'role')} of "
        f"{counted(len(people), 'person', 'people')}, {counted(len(found.delegations), 'delegation')}, "
        f"{counted(len(found.departures), 'person', 'people')} deactivated by then."
    )


def _filters(instant: datetime) -> dict[str, Any]:
    field = {"name": "on", "label": "On the evening of, UTC", "kind": "date", "value": f"{instant:%Y-%m-%d}",
             "short": True}  # fmt: skip
    return {"action": reverse("access"), "fields": [field], "verb": "Show that day"}


def _actions(viewer: Viewer) -> list[dict[str, Any]]:
    if not viewer.has(Role.CONTROLLER):
        return []
    return [{"text": "Ask for a role", "href": reverse("request-role")}]
