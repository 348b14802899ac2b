"""Runs SQL whose text never changes, and changed values, where the ORM's own way to the database is the limit.

On PostgreSQL the text is sent once per connection and prepared there, values apart from it and without a
type, so that each text has one plan. Everything passes Django's cursor: its errors, its log of queries and
whatever wraps execution see these statements like any other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, cast

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

if TYPE_CHECKING:
    from psycopg.abc import Params, Query

MOST_PREPARED = 400
Values = Sequence[Any]


def database() -> BaseDatabaseWrapper:
    """This thread's connection itself: the proxy `django.db.connection` looks it up for every attribute."""
    return connections[DEFAULT_DB_ALIAS]


@cache
def vendor() -> str:
    """ "postgresql" or "sqlite": one process never changes it."""
    return database().vendor


def first(sql: str, values: Values) -> tuple[Any, ...] | None:
    """The first row, or None."""
    with _cursor(database()) as cursor:
        cursor.execute(sql, values)
        return cursor.fetchone()


def every(sql: str, values: Values) -> list[tuple[Any, ...]]:
    """All rows."""
    with _cursor(database()) as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def changed(sql: str, values: Values) -> int:
    """How many rows the statement wrote."""
    with _cursor(database()) as cursor:
        cursor.execute(sql, values)
        return cursor.rowcount


def _cursor(to: BaseDatabaseWrapper) -> CursorWrapper:
    if vendor() != "postgresql" or to.queries_logged:
        return to.cursor()  # the log of queries shows values in their places
    to.validate_thread_sharing()
    to.ensure_connection()
    return to.make_cursor(cast(Any, _Prepared(to.connection)))


class _Prepared(psycopg.RawCursor[Any]):
    """Takes Django's placeholders, sends PostgreSQL's: these need no look at the text once it was seen."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        super().__init__(connection)
        connection.prepared_max = MOST_PREPARED

    def execute(self, query: Query, params: Params | None = None, **options: Any) -> _Prepared:
        assert isinstance(query, str)
        return super().execute(_numbered(query), [_untyped(value) for value in params or ()], **options)


@lru_cache(maxsize=1024)
def _numbered(sql: str) -> bytes:
    place = 0

    def mark(found: re.Match[str]) -> str:
        nonlocal place
        if found[0] == "%%":
            return "%"
        place += 1
        return f"${place}"

    return re.sub("%%|%s", mark, sql).encode()


def _untyped(value: Any) -> str | None:
    """As text whose type is that of the column it meets: small and large numbers share one plan, and so does NULL."""
    return value if value is None or type(value) is str else str(value)
