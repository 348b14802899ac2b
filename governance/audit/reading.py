"""Reads the record raw and in pages: one snapshot, columns as stored, instants already as canonical text.

Plain SQL on purpose: a model instance per event costs more than everything that is proved about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

PAGE = 2_000
Row = tuple[Any, ...]

_INSTANT = {
    "postgresql": """to_char({0} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')""",
    "sqlite": "replace({0}, ' ', 'T') || CASE length({0}) WHEN 19 THEN '.000000Z' ELSE 'Z' END",
}
EVENT_COLUMNS = (
    "stream, seq, previous, hash, body, action, actor_id, actor_name, account_id, sentence, effect_tokens, "
    "effect_money, available_tokens, available_money"
)


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read inside is as of one instant, and no writer waits. Inside a transaction: that one's view."""
    connection.ensure_connection()
    if connection.in_atomic_block or (connection.vendor == "sqlite" and connection.connection.in_transaction):
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        # Not atomic(): that would begin immediately, which is to write.
        execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            execute("COMMIT")


def execute(sql: str, params: Sequence[Any] = ()) -> None:
    """One statement without an answer."""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)


def rows(sql: str, params: Sequence[Any] = ()) -> list[Row]:
    """Everything this query answers."""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchall()


def instant(column: str) -> str:
    """SQL that gives this column as `canonical.instant` writes it."""
    return _INSTANT[connection.vendor].format(column)


def values(records: Sequence[Sequence[int]]) -> str:
    """SQL for a list of rows of whole numbers. Only numbers: they are written into the statement."""
    return ", ".join(f"({', '.join(str(int(number)) for number in record)})" for record in records)


def event_pages(streams: Sequence[str] | None = None) -> Iterator[list[Row]]:
    """Events as EVENT_COLUMNS, `at` and the row's id, by stream and sequence; of these streams or of all."""
    if streams is None:
        yield from _pages("", [])
        return
    for stream in streams:
        yield from _pages("stream = %s AND ", [stream])


def _pages(only: str, given: list[str]) -> Iterator[list[Row]]:
    sql = (
        f"SELECT {EVENT_COLUMNS}, {instant('at')}, id FROM governance_event "  # noqa: S608 - no input
        f"WHERE {only}(stream, seq) > (%s, %s) ORDER BY stream, seq LIMIT {PAGE}"
    )
    after: tuple[str, int] = ("", 0)
    while page := rows(sql, [*given, *after]):
        yield page
        after = page[-1][0], page[-1][1]
