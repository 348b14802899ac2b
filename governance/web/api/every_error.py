"""Errors that come from outside of any operation (an unknown address, a crash) are problem documents as well."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from rest_framework.renderers import JSONRenderer

from governance.web.api import problems

PREFIX = "/api/"
_BY_STATUS = {
    400: ("invalid", "The request could not be understood."),
    401: ("not-authenticated", "Log in first."),
    403: ("forbidden", "This is not for you."),
    404: ("not-found", "There is nothing at this address."),
    405: ("method-not-allowed", "This address does not take that method."),
    413: ("body-too-large", "The body is too large."),
}
_OTHERWISE = ("internal", "Something failed here; it was logged. Nothing more is known to have changed.")


class EveryError:
    """Middleware; leaves every answer alone that is a problem document already."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code < 400 or not request.path_info.startswith(PREFIX):
            return response
        if response.headers.get("Content-Type", "").startswith(problems.CONTENT_TYPE):
            return response
        return _told_again(response)


def _told_again(response: HttpResponse) -> HttpResponse:
    told = problems.problem(*_BY_STATUS.get(response.status_code, _OTHERWISE))
    again = HttpResponse(
        JSONRenderer().render(told.data), status=told.status_code, content_type=problems.CONTENT_TYPE
    )
    if "Allow" in response.headers:
        again["Allow"] = response["Allow"]
    return again
