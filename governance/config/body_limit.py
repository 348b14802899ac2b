"""Bodies above the limit are refused before anything reads them, whoever would have parsed them."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse


class BodyLimit:
    """Middleware: 413 with a problem document above `COUNTERSIGN_MAX_BODY_BYTES`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        most = settings.COUNTERSIGN.max_body_bytes
        length = _length(request)
        return self.get_response(request) if length <= most else _too_large(length, most)


def _length(request: HttpRequest) -> int:
    text = request.META.get("CONTENT_LENGTH") or ""
    return int(text) if text.isascii() and text.isdecimal() else 0


def _too_large(length: int, most: int) -> HttpResponse:
    problem = {
        "type": "about:blank",
        "title": "Body too large",
        "status": 413,
        "code": "body-too-large",
        "detail": f"The body has {length} bytes; at most {most} are accepted.",
        "retryable": False,
        "numbers": {"bytes": length, "max_bytes": most},
    }
    return JsonResponse(problem, status=413, content_type="application/problem+json")
