"""A refusal that no page handled itself: the same sentence as at every door, on a page that shows the way back."""

from __future__ import annotations

from collections.abc import Callable

import structlog
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from governance.errors import CountersignError, EnforcementUnavailable, NotFound
from governance.web.api.codes import meaning_of

log = structlog.get_logger(__name__)
KINDS = (
    "SelfApproval",
    "Forbidden",
    "Invalid",
    "NotFound",
    "Conflict",
    "Exhausted",
    "EnforcementUnavailable",
)
UNREACHABLE = "The books could not be reached; nothing was changed. Wait a moment and try again."


class RefusedPages:
    """Middleware. The API answers for itself before this sees anything."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, DatabaseError):
            log.error("database-error", exc_info=error)
            error = EnforcementUnavailable(UNREACHABLE)
        if isinstance(error, NotFound | Http404):
            return page(request, NotFound("There is no such thing, or it is not yours to see."))
        return page(request, error) if isinstance(error, CountersignError) else None


def status_of(error: CountersignError) -> int:
    """The status of an answer that carries this refusal; the one table of the API holds for pages as well."""
    names = [kind.__name__ for kind in type(error).__mro__]
    return meaning_of(error.code, kind=next((name for name in KINDS if name in names), "internal")).status


def page(request: HttpRequest, error: CountersignError) -> HttpResponse:
    """A page that says what was refused. What it shows was not asked of the database again."""
    status = status_of(error)
    context = {"title": _title(status), "sentence": error.message, "status": status}
    return render(request, "shell/refused.html", context, status=status)


def _title(status: int) -> str:
    return {
        400: "That was not understood",
        402: "There is no room for that",
        403: "Not for you",
        404: "Not found",
        409: "It has moved on",
        503: "The books cannot be reached",
    }.get(status, "Refused")
