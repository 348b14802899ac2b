"""Every error as a problem document (RFC 9457): code, sentence, field, numbers, and whether to try again."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

import structlog
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import DatabaseError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from governance import canonical
from governance.errors import CountersignError
from governance.web.api.codes import meaning_of

log = structlog.get_logger(__name__)
CONTENT_TYPE = "application/problem+json"
MOST_OF_A_FIELD = 200


def problem(
    code: str,
    detail: str,
    *,
    kind: str = "internal",
    field: str | None = None,
    numbers: dict[str, Any] | None = None,
) -> Response:
    """A response with this problem. `numbers` are what the sentence is about, in JSON's terms."""
    meaning = meaning_of(code, kind=kind)
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": meaning.title,
        "status": meaning.status,
        "code": code,
        "detail": readable(detail),
        "retryable": meaning.retryable,
        "numbers": plain(numbers or {}),
    }
    if field is not None:
        body["field"] = readable(field)[:MOST_OF_A_FIELD]
    return Response(body, status=meaning.status, content_type=CONTENT_TYPE)


def handle(error: Exception, context: dict[str, Any]) -> Response:
    """DRF's exception handler: one shape for every error, nothing of the inside shown."""
    if isinstance(error, CountersignError):
        kind = next((c.__name__ for c in type(error).__mro__ if c.__name__ in _KINDS), "internal")
        return problem(error.code, error.message, kind=kind, field=error.field, numbers=error.details)
    if isinstance(error, DatabaseError):
        log.error("database-error", exc_info=error)
        return problem(
            "enforcement-unavailable", "The books could not be reached; nothing was changed. Try again."
        )
    return _of_framework(error, context)


_KINDS = frozenset(
    {"Invalid", "Forbidden", "SelfApproval", "NotFound", "Conflict", "Exhausted", "EnforcementUnavailable"}
)


def _of_framework(error: Exception, context: dict[str, Any]) -> Response:
    if isinstance(error, (Http404, ObjectDoesNotExist, exceptions.NotFound)):
        return problem("not-found", "There is no such thing, or it is not yours to see.")
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        response = problem("not-authenticated", str(getattr(error, "detail", "Log in first.")))
        response["WWW-Authenticate"] = str(getattr(error, "auth_header", "Bearer"))
        return response
    if isinstance(error, PermissionDenied | exceptions.PermissionDenied):
        detail = str(getattr(error, "detail", "")) or "This is not for you."
        return problem("csrf" if detail.startswith("CSRF") else "forbidden", detail)
    for kind, code in _FRAMEWORK:
        if isinstance(error, kind):
            return problem(code, str(error.detail))
    if isinstance(error, exceptions.ValidationError):
        field, detail = _first(error.detail)
        return problem("invalid", detail, field=field)
    log.error("unexpected-error", exc_info=error, view=str(context.get("view")))
    return problem("internal", "Something failed here; it was logged. Nothing more is known to have changed.")


_FRAMEWORK: tuple[tuple[type[exceptions.APIException], str], ...] = (
    (exceptions.ParseError, "invalid-json"),
    (exceptions.UnsupportedMediaType, "unsupported-media-type"),
    (exceptions.MethodNotAllowed, "method-not-allowed"),
    (exceptions.NotAcceptable, "not-acceptable"),
    (exceptions.Throttled, "too-many-requests"),
)


def _first(detail: Any, field: str | None = None) -> tuple[str | None, str]:
    if isinstance(detail, dict) and detail:
        name, below = next(iter(detail.items()))
        return _first(below, str(name))
    if isinstance(detail, list) and detail:
        return _first(detail[0], field)
    return field, str(detail)


def readable(text: str) -> str:
    """The text with lone surrogates written out, so that any answer can be sent."""
    return text.encode("utf-8", "backslashreplace").decode()


def plain(value: Any) -> Any:
    """A value in JSON's terms: amounts as decimal strings, anything unknown as text."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, dict):
        return {readable(str(key)): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, datetime):
        return canonical.instant(value)
    return readable(str(value))
