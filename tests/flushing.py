"""Lets the test session, and nothing else, empty tables that refuse deletion, and only those that hold rows.

Transactional tests clean up by deleting every row; the append-only triggers would refuse. Decides
only how the flush gets past them, and puts every trigger back. What `migrate` itself wrote into Django's
own tables stays, so nothing has to write it again after each test.
"""

from __future__ import annotations

from typing import Any

from django.core.management.commands import flush
from django.db.backends.base.base import BaseDatabaseWrapper

KEPT = {"django_content_type", "auth_permission"}


def allow(connection: BaseDatabaseWrapper) -> None:
    """Wrap this connection's flush."""
    past = _past_sqlite_triggers if connection.vendor == "sqlite" else _past_postgresql_triggers

    def sql_flush(style: Any, tables: list[str], **options: Any) -> list[str]:
        held = _holding_rows(connection, sorted(set(tables) - KEPT))
        return past(connection, held) if held else []

    connection.ops.sql_flush = sql_flush  # type: ignore[method-assign]
    flush.emit_post_migrate_signal = lambda *args, **options: None


def _holding_rows(connection: BaseDatabaseWrapper, tables: list[str]) -> list[str]:
    asked = [f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM \"{table}\")" for table in tables]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        return [name for (name,) in cursor.fetchall()]


def _past_postgresql_triggers(connection: BaseDatabaseWrapper, tables: list[str]) -> list[str]:
    return ["SET LOCAL session_replication_role = 'replica'", *_emptying(tables)]


def _past_sqlite_triggers(connection: BaseDatabaseWrapper, tables: list[str]) -> list[str]:
    names = ", ".join(f"'{table}'" for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ({names})"
        )
        triggers = cursor.fetchall()
    dropped = [f'DROP TRIGGER "{name}"' for name, _ in triggers]
    return [*dropped, *_emptying(tables), *(sql for _, sql in triggers)]


def _emptying(tables: list[str]) -> list[str]:
    return [f'DELETE FROM "{table}"' for table in tables]
