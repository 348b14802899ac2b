"""What the frame of every page shows: who looks, what waits for them, the banner of a demonstration.

Read only where a template asks for it, so that a fragment pays nothing for a frame it does not draw.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse
from django.utils.functional import SimpleLazyObject

from governance.models import Person
from governance.web import demo_people
from governance.web.format import money
from governance.web.freezing import banner
from governance.web.inbox_count import waiting_for
from governance.web.viewer import viewer_of


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context of every page: person, inbox_count, demo, frozen. Nothing is read before it is shown."""
    user = getattr(request, "user", None)
    if user is None:
        return {}
    return {
        "person": SimpleLazyObject(lambda: _person(request)),
        "inbox_count": SimpleLazyObject(lambda: _if_known(request, waiting_for)),
        "demo": SimpleLazyObject(lambda: _demo(request)),
        "frozen": SimpleLazyObject(lambda: _frozen(request)),
    }


def home(request: HttpRequest) -> HttpResponse:
    """The inbox, once there is one; the goals before."""
    for name in ("inbox", "goals"):
        try:
            return redirect(reverse(name))
        except NoReverseMatch:
            continue
    return redirect("/admin/")


def _if_known(request: HttpRequest, read: Callable[[Person], int]) -> int:
    return read(request.user) if isinstance(request.user, Person) else 0


def _frozen(request: HttpRequest) -> list[dict[str, Any]]:
    """What is frozen, for everybody with a role: it names people and places."""
    if not isinstance(request.user, Person) or not viewer_of(request).sight.anything:
        return []
    return banner.standing()


def _person(request: HttpRequest) -> dict[str, str] | None:
    if not isinstance(request.user, Person):
        return None
    viewer = viewer_of(request)
    limit = money(viewer.limits.money, currency=viewer.limits.currency) if viewer.limits else ""
    return {
        "name": str(viewer.person), "role": viewer.role_words, "limit": f"limit {limit}" if limit else "",
    }  # fmt: skip


def _demo(request: HttpRequest) -> dict[str, Any] | None:
    people = demo_people.offered(request)
    if not people:
        return None
    listed = [{"key": one.username, "name": one.name, "role": one.role} for one in people]
    return {"text": demo_people.SENTENCE, "people": listed}
