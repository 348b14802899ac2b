"""Lets the test session, and nothing else, empty tables that refuse deletion.

Transactional tests clean up by deleting every row; the append-only triggers would refuse. Decides
only how the flush gets past them, and puts every trigger back.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper


def allow(connection: BaseDatabaseWrapper) -> None:
    """Wrap this connection's flush."""
    plain = connection.ops.sql_flush
    past = _past_sqlite_triggers if connection.vendor == "sqlite" else _past_postgresql_triggers

    def sql_flush(*args: Any, **kwargs: Any) -> list[str]:
        return past(connection, plain(*args, **kwargs))

    connection.ops.sql_flush = sql_flush  # type: ignore[method-assign]


def _past_postgresql_triggers(connection: BaseDatabaseWrapper, statements: list[str]) -> list[str]:
    return ["SET LOCAL session_replication_role = 'replica'", *statements] if statements else []


def _past_sqlite_triggers(connection: BaseDatabaseWrapper, statements: list[str]) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
    dropped = [f'DROP TRIGGER "{name}"' for name, _ in triggers]
    return [*dropped, *statements, *(sql for _, sql in triggers)] if statements else []
