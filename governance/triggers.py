"""Database triggers that make the record permanent, one set per vendor, as plain SQL.

`WRITTEN_ONCE` tables refuse update, delete and (PostgreSQL) truncate. `SEALED` tables refuse to change
the named columns and to delete a row. Apps name their own tables in `AppConfig.written_once` and
`AppConfig.sealed`. Rebuilding a table on SQLite drops its triggers: `migrate` reinstalls them, and the
service refuses to start while one is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper

PREFIX = "record_"


def written_once() -> list[str]:
    """Tables whose rows are never changed, from every app, sorted."""
    return sorted({t for config in apps.get_app_configs() for t in getattr(config, "written_once", ())})


def sealed() -> Mapping[str, Sequence[str]]:
    """Tables of which some columns never change once written."""
    merged: dict[str, Sequence[str]] = {}
    for config in apps.get_app_configs():
        merged.update(getattr(config, "sealed", {}))
    return dict(sorted(merged.items()))


def names(connection: BaseDatabaseWrapper) -> set[str]:
    """Names of all triggers that must stand on this database."""
    return {name for name, _table, _sql in _statements(connection.vendor)}


def standing(connection: BaseDatabaseWrapper) -> set[str]:
    """Names of our triggers that stand now and are enabled."""
    sql = {
        "sqlite": f"SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '{PREFIX}%'",  # noqa: S608
        "postgresql": f"SELECT tgname FROM pg_trigger WHERE tgname LIKE '{PREFIX}%' AND tgenabled <> 'D'",  # noqa: S608
    }
    with connection.cursor() as cursor:
        cursor.execute(sql[connection.vendor])
        return {row[0] for row in cursor.fetchall()}


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Triggers that should stand and do not, sorted."""
    return sorted(names(connection) - standing(connection))


def install(connection: BaseDatabaseWrapper) -> None:
    """Put every trigger in place, replacing what stands. Safe to repeat."""
    existing = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_PG_REFUSE)
        for name, table, sql in _statements(connection.vendor):
            if table in existing:
                cursor.execute(_drop(connection.vendor, name, table))
                cursor.execute(sql)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Take every trigger away. Only for a test session's own database and for drills that prove verification."""
    existing = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for name, table, _sql in _statements(connection.vendor):
            if table in existing:
                cursor.execute(_drop(connection.vendor, name, table))


_PG_REFUSE = """
CREATE OR REPLACE FUNCTION record_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % refused: these rows are part of the record', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def _drop(vendor: str, name: str, table: str) -> str:
    return f'DROP TRIGGER IF EXISTS {name} ON "{table}"' if vendor == "postgresql" else f"DROP TRIGGER IF EXISTS {name}"


def _statements(vendor: str) -> Iterator[tuple[str, str, str]]:
    build = {"postgresql": _postgresql, "sqlite": _sqlite}[vendor]
    for table in written_once():
        yield from build(table, None)
    for table, columns in sealed().items():
        yield from build(table, columns)


def _postgresql(table: str, columns: Sequence[str] | None) -> Iterator[tuple[str, str, str]]:
    of = "" if columns is None else " OF " + ", ".join(f'"{c}"' for c in columns)
    update = f"{PREFIX}u_{table}"
    yield update, table, _pg(update, f"BEFORE UPDATE{of}", table, "ROW", _pg_changed(columns))
    delete = f"{PREFIX}d_{table}"
    yield delete, table, _pg(delete, "BEFORE DELETE", table, "ROW", "")
    truncate = f"{PREFIX}t_{table}"
    yield truncate, table, _pg(truncate, "BEFORE TRUNCATE", table, "STATEMENT", "")


def _pg(name: str, moment: str, table: str, each: str, when: str) -> str:
    return f'CREATE TRIGGER {name} {moment} ON "{table}" FOR EACH {each}{when} EXECUTE FUNCTION record_refuse()'


def _pg_changed(columns: Sequence[str] | None) -> str:
    if columns is None:
        return ""
    return " WHEN (" + " OR ".join(f'OLD."{c}" IS DISTINCT FROM NEW."{c}"' for c in columns) + ")"


def _sqlite(table: str, columns: Sequence[str] | None) -> Iterator[tuple[str, str, str]]:
    of = "" if columns is None else " OF " + ", ".join(f'"{c}"' for c in columns)
    when = "" if columns is None else " WHEN " + " OR ".join(f'OLD."{c}" IS NOT NEW."{c}"' for c in columns)
    for letter, moment, condition in (("u", f"UPDATE{of}", when), ("d", "DELETE", "")):
        name = f"{PREFIX}{letter}_{table}"
        refuse = f"SELECT RAISE(ABORT, '{moment.split()[0]} of {table} refused: these rows are part of the record')"
        yield name, table, f'CREATE TRIGGER {name} BEFORE {moment} ON "{table}"{condition} BEGIN {refuse}; END'
