"""Somebody at the API with a token of their own. Says what was answered, and that errors are problem documents."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from typing import Any

from django.test import Client

from governance.actors import COUNTERSIGN
from governance.models import Event, Person
from governance.people import tokens

PREFIX = "/api/v1/"
PROBLEM = "application/problem+json"
_keys = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, body as JSON, headers."""

    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> str:
        return str(self.body["code"])

    def __getitem__(self, name: str) -> Any:
        return self.body[name]


class Speaker:
    """`ben.get("goals")`, `cy.post("requests/R-0001/sign", {...})`."""

    def __init__(self, person: Person) -> None:
        self.person = person
        _token, self.secret = tokens.issue(acting=COUNTERSIGN, person_id=person.pk, name=f"t{next(_keys)}")
        self.client = Client()

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}"}

    def get(self, path: str, **query: Any) -> Answer:
        return answer_of(self.client.get(PREFIX + path, query, headers=self.headers))

    def post(self, path: str, body: Any = None, *, key: str | None = None, **extra: str) -> Answer:
        """A write with a fresh key unless one is named; `body` may be raw bytes."""
        raw = body if isinstance(body, bytes) else json.dumps({} if body is None else body)
        headers = {**self.headers, "Idempotency-Key": key or f"k{next(_keys)}", **extra}
        response = self.client.post(PREFIX + path, raw, content_type="application/json", headers=headers)
        return answer_of(response)


def answer_of(response: Any) -> Answer:
    """The response, having checked that an error is a problem document and anything else is JSON."""
    body = json.loads(response.content)
    if response.status_code >= 400:
        assert response.headers["Content-Type"] == PROBLEM, response.content
        assert set(body) - {"field"} == {"type", "title", "status", "code", "detail", "retryable", "numbers"}
        assert body["status"] == response.status_code
    else:
        assert response.headers["Content-Type"] == "application/json"
    return Answer(response.status_code, body, response.headers)


def events_of(person: Person, action: str) -> list[str]:
    """Sentences of this action in the person's name, oldest first."""
    return list(
        Event.objects.filter(actor=person, action=action).order_by("pk").values_list("sentence", flat=True)
    )
