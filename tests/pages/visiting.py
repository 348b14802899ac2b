"""Opening pages as somebody: logged in, without a script, with what the page says as plain text."""

from __future__ import annotations

import html
import re
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from governance.models import Event, Person, Signature
from governance.models.questions import Escalation

_TAGS = re.compile(r"<(script|style)\b.*?</\1>|<[^>]+>", re.DOTALL)
_FIELD = re.compile(r"<input[^>]*>")


class Visitor:
    """One person in one browser. `said` is the text of the page in hand, on one line."""

    def __init__(self, person: Person | None) -> None:
        self.client = Client()
        if person is not None:
            self.client.force_login(person)
        self.status = 0
        self.markup = ""

    def get(self, path: str) -> Visitor:
        return self._keep(self.client.get(path))

    def post(self, path: str, **fields: Any) -> Visitor:
        return self._keep(self.client.post(path, fields, follow=True))

    def hidden(self, form: str = "") -> dict[str, str]:
        """Hidden fields of the page's forms, as a browser would hand them back; of one form by its action."""
        markup = self.markup
        if form:
            start = markup.index(f'action="{form}"')
            markup = markup[start : markup.index("</form>", start)]
        found = {}
        for field in _FIELD.findall(markup):
            parts = dict(re.findall(r'(\w+)="([^"]*)"', field))
            if parts.get("type") == "hidden" and parts.get("name") != "csrfmiddlewaretoken":
                found[parts["name"]] = html.unescape(parts.get("value", ""))
        return found

    @property
    def said(self) -> str:
        text = html.unescape(_TAGS.sub(" ", self.markup)).replace("\u00a0", " ")
        return " ".join(text.split())

    def _keep(self, response: Any) -> Visitor:
        self.status, self.markup = response.status_code, response.content.decode()
        return self


def queries(person: Person, path: str) -> int:
    """How many queries a page costs, the second time it is opened."""
    visitor = Visitor(person).get(path)
    with CaptureQueriesContext(connection) as seen:
        visitor.get(path)
    assert visitor.status == 200, visitor.said[:300]
    return len(seen)


def written() -> tuple[int, int, tuple[tuple[int, str], ...]]:
    """What opening a page must never change: the record, the signatures, the answers."""
    answers = tuple(Escalation.objects.order_by("pk").values_list("pk", "status"))
    return Event.objects.count(), Signature.objects.count(), answers
