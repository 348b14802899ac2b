"""Bodies above the limit, or of a length that nobody said, are refused before anything reads them."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse


class BodyLimit:
    """Middleware: a problem document with 413 above `COUNTERSIGN_MAX_BODY_BYTES`, with 411 for a chunked body."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        most = settings.COUNTERSIGN.max_body_bytes
        length = _length(request)
        if length is None and request.META.get("HTTP_TRANSFER_ENCODING"):
            return _problem(
                411, "length-required", "Length required", "Say how long the body is: send a Content-Length."
            )
        if length is not None and length > most:
            return _problem(
                413, "body-too-large", "Body too large",
                f"The body has {length} bytes; at most {most} are accepted.", bytes=length, max_bytes=most,
            )  # fmt: skip
        return self.get_response(request)


def _length(request: HttpRequest) -> int | None:
    text = request.META.get("CONTENT_LENGTH") or ""
    return int(text) if text.isascii() and text.isdecimal() else None


def _problem(status: int, code: str, title: str, detail: str, **numbers: int) -> HttpResponse:
    problem = {
        "type": "about:blank", "title": title, "status": status, "code": code, "detail": detail,
        "retryable": False, "numbers": numbers,
    }  # fmt: skip
    return JsonResponse(problem, status=status, content_type="application/problem+json")
