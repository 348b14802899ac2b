"""Somebody's own filters under a name. No part of the record; nobody sees another's."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from governance.models import Person, SavedView

MOST_VIEWS = 50
LONGEST_NAME = 60
LONGEST_QUERY = 1_200


def kept(person: Any, table: str) -> list[SavedView]:
    """Their views of this table, by name."""
    if not isinstance(person, Person):
        return []
    return list(SavedView.objects.filter(person=person, table=table).order_by("name", "pk")[:MOST_VIEWS])


def keep(person: Any, table: str, *, name: str, query: str) -> bool:
    """Keep a query of filters under a name; the same name again replaces it. False if nothing was kept: without a
    name, without a filter, for a query that is too long, or beyond the most that one person keeps."""
    name = " ".join(name.split())[:LONGEST_NAME]
    if not isinstance(person, Person) or not name or "\x00" in name:
        return False
    if not query.strip("?") or len(query) > LONGEST_QUERY:
        return False
    mine = SavedView.objects.filter(person=person, table=table)
    if mine.exclude(name=name).count() >= MOST_VIEWS:
        return False
    SavedView.objects.update_or_create(person=person, table=table, name=name, defaults={"query": query})
    return True


def drop(person: Any, table: str, view: int | None) -> bool:
    """Forget one of them; False if it was not theirs or is gone."""
    if not isinstance(person, Person) or view is None:
        return False
    return bool(SavedView.objects.filter(person=person, table=table, pk=view).delete()[0])


def parsed(query: str) -> dict[str, str]:
    """The filters that a query names."""
    return dict(parse_qsl(query.removeprefix("?")[:4_000]))
