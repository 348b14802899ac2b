"""Writes carry an Idempotency-Key: the same key and body get the first answer, carried out once.

The key is stored in the very transaction that makes the change, so that a change whose answer was lost
on the way is never made twice. Looked up before anything else is asked.
"""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from governance import canonical, clock
from governance.errors import Conflict, Invalid
from governance.models import Idempotency, Person
from governance.transactions import sealed_by
from governance.web.api import problems

_KEY = re.compile(r"[\x21-\x7e]{1,200}")
WAIT_SECONDS = 5.0
UNDER_WAY = timedelta(seconds=30)
UNANSWERED = 0


@dataclass(slots=True)
class Key:
    """One key of one person with what it was used for. `mark` tells this use of it from any other."""

    person: Person
    key: str
    digest: str
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)
    sealed: bool = False

    def leave(self) -> None:
        """Leaves the key with the first change that commits under it."""
        if not self.sealed:
            self._insert(UNANSWERED, self.mark)
            self.sealed = True

    def stands(self) -> bool:
        """Whether a change was committed under this use of the key."""
        return Idempotency.objects.filter(person=self.person, key=self.key, body=self.mark).exists()

    def keep(self, status: int, body: str) -> bool:
        """Store the answer. False if somebody else's use of the key came first."""
        mine = Idempotency.objects.filter(
            person=self.person, key=self.key, body=self.mark, status_code=UNANSWERED
        )
        if mine.update(status_code=status, body=body):
            return True
        _row, made = Idempotency.objects.get_or_create(
            person=self.person, key=self.key,
            defaults={"request_digest": self.digest, "status_code": status, "body": body, "at": clock.now()},
        )  # fmt: skip
        return made

    def _insert(self, status: int, body: str) -> None:
        Idempotency.objects.create(
            person=self.person, key=self.key, request_digest=self.digest, status_code=status, body=body,
            at=clock.now(),
        )  # fmt: skip


def key_of(request: Request, person: Person) -> Key:
    """The key of a request whose body has been read. Raises Invalid `idempotency-key-missing`."""
    key = request.headers.get("Idempotency-Key", "")
    if not _KEY.fullmatch(key):
        raise Invalid(
            "Send an Idempotency-Key header: 1 to 200 printable characters that you choose anew for each write.",
            code="idempotency-key-missing", field="Idempotency-Key",
        )  # fmt: skip
    written = f"{request.method} {request.get_full_path()}\n{sorted_items(request.data)!r}"
    return Key(person, key, canonical.digest(written))


def once(
    key: Key, *, act: Callable[[], Response], refused: Callable[[Exception, dict[str, Any]], None]
) -> Response:
    """The first answer if there is one, else what `act` answers now. `refused` hears of its refusals.

    Answers that waiting may change (5xx, and conflicts marked retryable) are not kept unless something was
    written with them, so that the same key may be tried again.
    """
    if (first := first_answer(key)) is not None:
        return first
    try:
        with sealed_by(key.leave):
            response = act()
    except Exception as error:
        changed = key.stands()
        if not changed and (first := first_answer(key)) is not None:
            return first
        response = problems.handle(error, {})
        refused(error, response.data)
        if response.status_code >= 500 and changed:
            _kept(key, problems.handle(_lost(), {}))
            return response
        if not changed and response.data["retryable"]:
            return response
    return _kept(key, response)


def first_answer(key: Key) -> Response | None:
    """The stored answer to this use. Waits a moment for one that is under way. Raises Conflict."""
    deadline = time.monotonic() + WAIT_SECONDS
    while (row := Idempotency.objects.filter(person=key.person, key=key.key).first()) is not None:
        if row.request_digest != key.digest:
            raise Conflict(
                "This Idempotency-Key was used for another request. Choose a new one.",
                code="idempotency-key-reused",
            )
        if row.status_code != UNANSWERED:
            return _again(row)
        if time.monotonic() > deadline or clock.now() - row.at > UNDER_WAY:
            raise _lost()
        time.sleep(0.05)
    return None


def sorted_items(value: Any) -> Any:
    """A value in one order, so that the same JSON in another order is the same body."""
    if isinstance(value, dict):
        return [(key, sorted_items(value[key])) for key in sorted(value)]
    if isinstance(value, list):
        return [sorted_items(item) for item in value]
    return (type(value).__name__, value)


def _lost() -> Conflict:
    return Conflict("This was carried out; its answer was lost. Read the result instead.", code="answer-lost")


def _kept(key: Key, response: Response) -> Response:
    body = JSONRenderer().render(response.data).decode() or "null"
    if key.keep(response.status_code, body):
        return response
    return first_answer(key) or response


def _again(row: Idempotency) -> Response:
    response = Response(json.loads(row.body), status=row.status_code)
    response["Idempotent-Replay"] = "true"
    if row.status_code >= 400:
        response.content_type = problems.CONTENT_TYPE
    return response
