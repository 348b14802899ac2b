"""The administration site: for looking. Who sees everything on the pages sees it here; nobody changes anything.

A superuser may look, because they can read the database anyway. No business authority follows from it.
"""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed

from governance import sight
from governance.enums import PersonKind
from governance.models import Person

SAFE = ("GET", "HEAD")
ASKED = "countersign.may-look"
LEFT_OUT = ("password_change", "password_change_done", "autocomplete")


class RecordSite(AdminSite):
    """Every row here is read-only, at every address, for everybody."""

    site_title = "Countersign record"
    site_header = "Countersign: the record"
    index_title = "Everything here can be read, filtered and exported. Nothing can be changed."
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Named people who see everything, and superusers. Asked once per request."""
        if ASKED not in request.META:
            request.META[ASKED] = _may_look(request.user)
        return bool(request.META[ASKED])

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """There is one log-in, that of the pages; whoever is logged in and may not look is told so."""
        if request.user.is_authenticated:
            raise PermissionDenied("Only those who see everything may look at the record here.")
        return redirect_to_login(request.GET.get(REDIRECT_FIELD_NAME, "/admin/"))

    login.login_required = False  # type: ignore[attr-defined]

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return _looked_at(request) or super().index(request, extra_context)

    def app_index(
        self, request: HttpRequest, app_label: str, extra_context: dict[str, Any] | None = None
    ) -> Any:
        return _looked_at(request) or super().app_index(request, app_label, extra_context)

    def get_urls(self) -> list[Any]:
        """Django's own, without those that write."""
        return [url for url in super().get_urls() if getattr(url, "name", None) not in LEFT_OUT]


def _looked_at(request: HttpRequest) -> HttpResponseBase | None:
    """A refusal of anything but looking."""
    return None if request.method in SAFE else HttpResponseNotAllowed(SAFE)


def _may_look(person: object) -> bool:
    if not isinstance(person, Person) or not person.is_active or person.kind != PersonKind.PERSON:
        return False
    return person.is_superuser or sight.of(person).everything
