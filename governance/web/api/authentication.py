"""Bearer tokens. A token that is not good is an error, never a reason to try something else."""

from __future__ import annotations

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from governance.models import ApiToken, Person
from governance.people import tokens


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer cs_…`, from `manage.py issue_token`."""

    def authenticate(self, request: Request) -> tuple[Person, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words:
            return None
        if words[0].lower() != b"bearer" or len(words) != 2:
            raise AuthenticationFailed("Log in with a session, or with Authorization: Bearer and one token.")
        token = tokens.behind(words[1].decode("latin-1"))
        if token is None:
            raise AuthenticationFailed("This token is unknown, revoked, or of somebody who has left.")
        return token.person, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Countersign"'


class BearerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the published document names it."""

    target_class = BearerToken
    name = "bearerToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
