"""Who acts at a web door: the authenticated person and nobody else. No header, field or address can name another."""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework.request import Request

from governance.actors import Acting, human
from governance.errors import Forbidden
from governance.models import ApiToken, Person

METHOD = "login_method"
"""Key in the session under which logging in leaves how it was done; a password where it left nothing."""


def acting_of(request: Request | HttpRequest) -> Acting:
    """The person with how they logged in: password, demo, or the name of their token. Raises Forbidden."""
    person = request.user
    if not isinstance(person, Person):
        raise Forbidden("Log in first.", code="not-authenticated")
    token = getattr(request, "auth", None)
    if isinstance(token, ApiToken):
        return human(person, method=f"token {token.name}")
    return human(person, method=str(request.session.get(METHOD, "password")))
