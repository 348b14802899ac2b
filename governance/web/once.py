"""A form that must not be carried out twice, though it may arrive twice: a double click, a page sent again.

The form carries a name of its own; the first change that commits under it leaves the name behind, in its own
transaction. Whoever comes second finds it and changes nothing.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.db import IntegrityError
from django.http import HttpRequest

from governance import clock
from governance.errors import Invalid
from governance.models import Idempotency, Person
from governance.transactions import sealed_by

FIELD = "once"


def name() -> str:
    """A fresh name for a form, to stand in a hidden field called `once`."""
    return uuid.uuid4().hex


def carry_out(request: HttpRequest, verb: Callable[[], Any]) -> bool:
    """Run `verb`; False if this very form was carried out before. Raises Invalid for a form without a name."""
    person, key = request.user, request.POST.get(FIELD, "")
    assert isinstance(person, Person)
    if len(key) != 32 or not key.isalnum():
        raise Invalid("This form is too old. Open the page again and send it once more.", field=FIELD)
    mark = _Mark(person, f"page:{key}")
    if mark.stands():
        return False
    try:
        with sealed_by(mark):
            verb()
    except IntegrityError:
        if mark.stands():
            return False
        raise
    return True


class _Mark:
    """Leaves the name of a form with the first change that commits under it."""

    def __init__(self, person: Person, key: str) -> None:
        self.person, self.key, self.left = person, key, False

    def stands(self) -> bool:
        return Idempotency.objects.filter(person=self.person, key=self.key).exists()

    def __call__(self) -> None:
        if not self.left:
            Idempotency.objects.create(
                person=self.person, key=self.key, request_digest="", status_code=200, body="", at=clock.now()
            )
            self.left = True
