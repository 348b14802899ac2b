"""Somebody's own filters under a name. No part of the record; nobody sees another's."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from governance.admin.looks import Asked
from governance.models import Person, SavedView

MOST_VIEWS = 50
LONGEST_NAME = 60
LONGEST_QUERY = 1_200


def kept(person: Any, table: str) -> list[SavedView]:
    """Their views of this table, by name."""
    if not isinstance(person, Person):
        return []
    return list(SavedView.objects.filter(person=person, table=table).order_by("name", "pk")[:MOST_VIEWS])


def keep(person: Any, table: str, *, name: str, asked: Asked) -> None:
    """Keep these filters under a name; the same name again replaces them. Without a name nothing is kept."""
    name = " ".join(name.split())[:LONGEST_NAME]
    if not isinstance(person, Person) or not name or "\x00" in name:
        return
    query = asked.address()
    if len(query) > LONGEST_QUERY:
        return
    mine = SavedView.objects.filter(person=person, table=table)
    if mine.exclude(name=name).count() < MOST_VIEWS:
        SavedView.objects.update_or_create(person=person, table=table, name=name, defaults={"query": query})


def drop(person: Any, table: str, view: int | None) -> None:
    """Forget one of them."""
    if isinstance(person, Person) and view is not None:
        SavedView.objects.filter(person=person, table=table, pk=view).delete()


def parsed(query: str) -> dict[str, str]:
    """The filters that a query names."""
    return dict(parse_qsl(query.removeprefix("?")[:4_000]))
