"""Writes carry an Idempotency-Key: the same key and body get the first answer, carried out once.

The key is stored in the very transaction that makes the change, so that a change whose answer was lost
on the way is never made twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.db import IntegrityError, transaction
from django.http import HttpResponseBase
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance import canonical, clock
from governance.errors import Conflict, Invalid
from governance.models import Idempotency, Person
from governance.transactions import sealed_by
from governance.web.api import problems

_KEY = re.compile(r"[\x21-\x7e]{1,200}")
View = TypeVar("View", bound=Callable[..., Response])


def write(view: View) -> View:
    """Decorates a view's post, put, patch or delete method."""

    @wraps(view)
    def once(self: APIView, request: Request, *args: Any, **kwargs: Any) -> Response:
        key, digest = _key(request), _digest(request)
        person = cast(Person, request.user)
        if (first := _first_answer(person, key, digest)) is not None:
            return first
        seal = _Seal(person, key, digest)
        try:
            with sealed_by(seal):
                response = view(self, request, *args, **kwargs)
        except IntegrityError:
            if (first := _first_answer(person, key, digest)) is not None:
                return first
            raise
        except Exception as error:
            response = problems.handle(error, {"view": self, "request": request})
            if response.status_code >= 500:
                return response
        _keep(seal, response)
        return response

    return cast(View, once)


class _Seal:
    """Leaves the key with the first change that commits under it."""

    def __init__(self, person: Person, key: str, digest: str) -> None:
        self.person, self.key, self.digest, self.left = person, key, digest, False

    def __call__(self) -> None:
        if self.left:
            return
        Idempotency.objects.create(
            person=self.person,
            key=self.key,
            request_digest=self.digest,
            status_code=0,
            body="",
            at=clock.now(),
        )
        self.left = True


def _key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "")
    if not _KEY.fullmatch(key):
        raise Invalid(
            "Send an Idempotency-Key header: 1 to 200 printable characters that you choose anew for each write.",
            code="idempotency-key-missing", field="Idempotency-Key",
        )  # fmt: skip
    return key


def _digest(request: Request) -> str:
    return canonical.digest(
        f"{request.method} {request.get_full_path()}\n" + repr(sorted_items(request.data))
    )


def sorted_items(value: Any) -> Any:
    """A value in one order, so that the same JSON in another order is the same body."""
    if isinstance(value, dict):
        return [(key, sorted_items(value[key])) for key in sorted(value)]
    return (
        [sorted_items(item) for item in value] if isinstance(value, list) else (type(value).__name__, value)
    )


def _first_answer(person: Person, key: str, digest: str) -> Response | None:
    row = Idempotency.objects.filter(person=person, key=key).first()
    if row is None:
        return None
    if row.request_digest != digest:
        raise Conflict(
            "This Idempotency-Key was used for another request. Choose a new one.",
            code="idempotency-key-reused",
        )
    if row.status_code == 0:
        raise Conflict(
            "This was carried out; its answer was lost. Read the result instead.", code="answer-lost"
        )
    response = Response(_loads(row.body), status=row.status_code)
    response["Idempotent-Replay"] = "true"
    if row.status_code >= 400:
        response.content_type = problems.CONTENT_TYPE
    return response


def _keep(seal: _Seal, response: HttpResponseBase) -> None:
    body = JSONRenderer().render(getattr(response, "data", None)).decode() or "null"
    with transaction.atomic():
        kept = Idempotency.objects.filter(person=seal.person, key=seal.key, status_code=0).update(
            status_code=response.status_code, body=body
        )
        if not kept and not seal.left:
            Idempotency.objects.get_or_create(
                person=seal.person, key=seal.key,
                defaults={"request_digest": seal.digest, "status_code": response.status_code, "body": body,
                          "at": clock.now()},
            )  # fmt: skip


def _loads(body: str) -> Any:
    return json.loads(body)
