"""Lets the test session, and nothing else, empty tables that refuse deletion.

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
    emptying = _past_sqlite_triggers if connection.vendor == "sqlite" else _past_postgresql_triggers

    def sql_flush(style: Any, tables: list[str], **options: Any) -> list[str]:
        return emptying(connection, sorted(set(tables) - KEPT))

    connection.ops.sql_flush = sql_flush  # type: ignore[method-assign]
    flush.emit_post_migrate_signal = lambda *args, **options: None


def _past_postgresql_triggers(connection: BaseDatabaseWrapper, tables: list[str]) -> list[str]:
    """All at once, so that nothing refers to what is emptied, and no dead rows are left behind."""
    names = ", ".join(f'"{table}"' for table in tables)
    return ["SET LOCAL session_replication_role = 'replica'", f"TRUNCATE {names}"]


def _past_sqlite_triggers(connection: BaseDatabaseWrapper, tables: list[str]) -> list[str]:
    """Only tables with rows; the triggers on them are dropped and made again."""
    held = _holding_rows(connection, tables)
    names = ", ".join(f"'{table}'" for table in held)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ({names})"
        )
        triggers = cursor.fetchall()
    dropped = [f'DROP TRIGGER "{name}"' for name, _ in triggers]
    emptied = [f'DELETE FROM "{table}"' for table in held]
    return [*dropped, *emptied, *(sql for _, sql in triggers)]


def _holding_rows(connection: BaseDatabaseWrapper, tables: list[str]) -> list[str]:
    asked = [f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM \"{table}\")" for table in tables]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        return [name for (name,) in cursor.fetchall()]
