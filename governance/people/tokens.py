"""Tokens for programs that call the API: issued once, known by their digest, revoked for good.

A token proves who calls and adds nothing to what they may do. The secret is shown once and kept nowhere.
"""

from __future__ import annotations

import re
import secrets
from datetime import timedelta

from django.db.models import Q

from governance import audit, canonical, clock, rows
from governance.actors import Acting
from governance.errors import Conflict, Forbidden, Invalid, NotFound
from governance.models import ApiToken, Person
from governance.transactions import outermost

PREFIX = "cs_"
_SECRET = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,29}")
_NOTED_EVERY = timedelta(minutes=1)


def issue(*, acting: Acting, person_id: int, name: str) -> tuple[ApiToken, str]:
    """A token and its secret, which nobody can read again. Outermost; one event on the person's stream."""
    if not _NAME.fullmatch(name):
        raise Invalid(
            "Name the token by what uses it: 1 to 30 of a-z, 0-9, dot, hyphen, underscore.", field="name"
        )
    secret = PREFIX + secrets.token_urlsafe(32)
    with outermost():
        person = Person.objects.select_for_update(no_key=True).get(pk=person_id)
        if not person.is_active:
            raise Invalid(f"{person} has left.", field="person")
        if ApiToken.objects.filter(person=person, name=name, revoked_at=None).exists():
            raise Conflict(
                f"{person} already has a token named {name}. Revoke it first, or choose another name.",
                code="already-exists",
            )
        token = ApiToken.objects.create(
            person=person, name=name, digest=canonical.digest(secret), created_at=clock.now()
        )
        audit.record(
            acting=acting,
            on=person,
            action="token.issued",
            sentence=f"{acting.name} issued the API token {name} to {person}; it may do what {person} may do and "
            "nothing more. No money moved.",
            facts={"token": token.pk, "name": name},
        )
        return token, secret


def revoke(*, acting: Acting, token_id: int) -> ApiToken:
    """End a token at once, by its owner or by the service itself. Outermost."""
    found = ApiToken.objects.filter(pk=token_id).first()
    if found is None:
        raise NotFound("There is no such token.", field="token")
    if acting.person is not None and acting.person_id != found.person_id:
        raise Forbidden("Only its owner may revoke a token here.", code="wrong-person")
    with outermost():
        person = Person.objects.select_for_update(no_key=True).get(pk=found.person_id)
        if not ApiToken.objects.filter(pk=token_id, revoked_at=None).update(revoked_at=clock.now()):
            raise Conflict("This token was already revoked.", code="already-revoked")
        audit.record(
            acting=acting,
            on=person,
            action="token.revoked",
            sentence=f"{acting.name} revoked the API token {found.name} of {person}. No money moved.",
            facts={"token": token_id, "name": found.name},
        )
        found.refresh_from_db()
        return found


def behind(secret: str) -> ApiToken | None:
    """The live token with this secret, of somebody who is still here; its use is noted once a minute."""
    if not _SECRET.fullmatch(secret):
        return None
    token = rows.fetch(ApiToken, digest=canonical.digest(secret))
    if token is None or token.revoked_at is not None:
        return None
    token.person = rows.sure(rows.fetch(Person, id=token.person_id))
    if not token.person.is_active:
        return None
    now = clock.now()
    if token.last_used_at is None or now - token.last_used_at > _NOTED_EVERY:
        stale = Q(last_used_at=None) | Q(last_used_at__lt=now - _NOTED_EVERY)
        ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)
    return token
