"""One operation of the API: what comes in, what goes out, and the one verb or query behind it.

An operation is a small class with a nested `Input` (or `Query`) and `Output`; the sentence above it is its
description in the published document. Nothing is decided here: `run` calls a verb and hands on what it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from governance import sight
from governance.actors import Acting
from governance.models import Account, Person
from governance.sight import Sight
from governance.web.api import pages
from governance.web.api.inputs import Body, Nothing, Page


@dataclass
class Call:
    """One request for an operation, read and checked. `about` is the account it turned out to be about."""

    acting: Acting
    path: Mapping[str, str]
    query: Any = field(default_factory=Nothing)
    body: Any = field(default_factory=Nothing)
    about: Account | None = None

    @property
    def person(self) -> Person:
        assert self.acting.person is not None
        return self.acting.person

    @cached_property
    def sight(self) -> Sight:
        return sight.of(self.person)


class Operation:
    """Base. `public` operations need no log-in."""

    Input: ClassVar[type[Body]] = Nothing
    Query: ClassVar[type[Body]] = Nothing
    Output: ClassVar[type[Serializer[Any]]]
    status: ClassVar[int] = 200
    public: ClassVar[bool] = False
    example: ClassVar[dict[str, Any] | None] = None
    tag: ClassVar[str] = ""

    def run(self, call: Call) -> Any:
        """What `Output` shows. Raises the verbs' errors."""
        raise NotImplementedError

    def answer(self, call: Call) -> Response:
        return Response(_shown(self.Output, self.run(call)), status=self.status)


@lru_cache(maxsize=256)
def _output(kind: type[Serializer[Any]]) -> Serializer[Any]:
    """One of each: making one copies every field, and showing a value changes nothing in it."""
    return kind()


def _shown(kind: type[Serializer[Any]], value: Any) -> Any:
    return kind(value).data if value is None else _output(kind).to_representation(value)


class Read(Operation):
    """Changes nothing; a dry run with a body is one of these too."""


class Write(Operation):
    """Changes something, once per Idempotency-Key. `asks` completes "… was not allowed to"."""

    asks: ClassVar[str]


class Listing(Read):
    """A page of rows. `run` gives all of them; `order` is a unique whole number to go by."""

    Query: ClassVar[type[Body]] = Page
    order: ClassVar[str] = "-pk"

    def run(self, call: Call) -> QuerySet[Any]:
        raise NotImplementedError

    def answer(self, call: Call) -> Response:
        page = pages.cut(self.run(call), order=self.order, cursor=call.query.cursor, limit=call.query.limit)
        items = self.Output(page.rows, many=True).data
        return Response({"items": items, "next_cursor": page.next_cursor})
