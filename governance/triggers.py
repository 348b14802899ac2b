"""Database triggers that make the record permanent, one set per vendor, as plain SQL.

`written_once` tables refuse update, delete and (PostgreSQL) truncate. `sealed` tables refuse to change the
named columns and to delete a row. `final` tables refuse any change of a row that has ended. Apps name their
own tables in their `AppConfig`. Rebuilding a table on SQLite drops its triggers: `migrate` reinstalls them,
and `standing` refuses to start while one is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper

PREFIX = "record_"


@dataclass(frozen=True, slots=True)
class Trigger:
    """`letter` says what it refuses: u update, d delete, t truncate, f any update of an ended row."""

    letter: str
    table: str
    sql: str

    @property
    def name(self) -> str:
        return f"{PREFIX}{self.letter}_{self.table}"


def written_once() -> list[str]:
    """Tables whose rows are never changed, from every app, sorted."""
    return sorted({t for config in apps.get_app_configs() for t in getattr(config, "written_once", ())})


def sealed() -> Mapping[str, Sequence[str]]:
    """Tables of which some columns never change once written."""
    return _named("sealed")


def final() -> Mapping[str, tuple[str, str]]:
    """Tables whose rows never change once the named column has left the named value."""
    return _named("final")


def _named(attribute: str) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for config in apps.get_app_configs():
        merged.update(getattr(config, attribute, {}))
    return dict(sorted(merged.items()))


def wanted(vendor: str) -> list[Trigger]:
    """Every trigger that must stand on a database of this vendor."""
    build = {"postgresql": _postgresql, "sqlite": _sqlite}[vendor]
    found = [trigger for table in written_once() for trigger in build(table, None)]
    found += [trigger for table, columns in sealed().items() for trigger in build(table, columns)]
    found += [_final(vendor, table, *ended) for table, ended in final().items()]
    return found


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of triggers that should stand, enabled and as we wrote them, and do not. Sorted; empty is good."""
    there = _STANDING[connection.vendor](connection)
    if connection.vendor == "postgresql":
        return sorted(trigger.name for trigger in wanted("postgresql") if trigger.name not in there)
    return sorted(trigger.name for trigger in wanted("sqlite") if there.get(trigger.name) != trigger.sql)


def install(connection: BaseDatabaseWrapper) -> None:
    """Put every trigger in place, replacing what stands. Safe to repeat."""
    existing = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_REFUSE)
        for trigger in wanted(connection.vendor):
            if trigger.table in existing:
                cursor.execute(_drop(connection.vendor, trigger))
                cursor.execute(trigger.sql)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Take every trigger away. Only for a test session's own database and for drills that prove verification."""
    existing = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for trigger in wanted(connection.vendor):
            if trigger.table in existing:
                cursor.execute(_drop(connection.vendor, trigger))


_REFUSING = """
BEGIN
  RAISE EXCEPTION '% of % refused: these rows are part of the record', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END
"""
_REFUSE = f"CREATE OR REPLACE FUNCTION record_refuse() RETURNS trigger LANGUAGE plpgsql AS $${_REFUSING}$$"


def _standing_on_sqlite(connection: BaseDatabaseWrapper) -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        return dict(cursor.fetchall())


def _standing_on_postgresql(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Enabled triggers that call our function, as long as it still refuses."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t.tgname, p.prosrc FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid "
            "WHERE p.proname = 'record_refuse' AND t.tgenabled IN ('O', 'A')"
        )
        return {name: source for name, source in cursor.fetchall() if source == _REFUSING}


_STANDING = {"postgresql": _standing_on_postgresql, "sqlite": _standing_on_sqlite}


def _drop(vendor: str, trigger: Trigger) -> str:
    on = f' ON "{trigger.table}"' if vendor == "postgresql" else ""
    return f"DROP TRIGGER IF EXISTS {trigger.name}{on}"


def _postgresql(table: str, columns: Sequence[str] | None) -> Iterator[Trigger]:
    of = "" if columns is None else " OF " + ", ".join(f'"{c}"' for c in columns)
    yield _pg("u", f"BEFORE UPDATE{of}", table, "ROW", _pg_changed(columns))
    yield _pg("d", "BEFORE DELETE", table, "ROW", "")
    yield _pg("t", "BEFORE TRUNCATE", table, "STATEMENT", "")


def _pg(letter: str, moment: str, table: str, each: str, when: str) -> Trigger:
    name = f"{PREFIX}{letter}_{table}"
    return Trigger(
        letter,
        table,
        f'CREATE TRIGGER {name} {moment} ON "{table}" FOR EACH {each}{when} EXECUTE FUNCTION record_refuse()',
    )


def _pg_changed(columns: Sequence[str] | None) -> str:
    if columns is None:
        return ""
    return " WHEN (" + " OR ".join(f'OLD."{c}" IS DISTINCT FROM NEW."{c}"' for c in columns) + ")"


def _sqlite(table: str, columns: Sequence[str] | None) -> Iterator[Trigger]:
    of = "" if columns is None else " OF " + ", ".join(f'"{c}"' for c in columns)
    when = "" if columns is None else " WHEN " + " OR ".join(f'OLD."{c}" IS NOT NEW."{c}"' for c in columns)
    yield _lite("u", f"UPDATE{of}", table, when)
    yield _lite("d", "DELETE", table, "")


def _lite(letter: str, moment: str, table: str, when: str) -> Trigger:
    refuse = (
        f"SELECT RAISE(ABORT, '{moment.split()[0]} of {table} refused: these rows are part of the record')"
    )
    name = f"{PREFIX}{letter}_{table}"
    return Trigger(
        letter, table, f'CREATE TRIGGER {name} BEFORE {moment} ON "{table}"{when} BEGIN {refuse}; END'
    )


def _final(vendor: str, table: str, column: str, while_: str) -> Trigger:
    if vendor == "postgresql":
        return _pg("f", "BEFORE UPDATE", table, "ROW", f""" WHEN (OLD."{column}" <> '{while_}')""")
    return _lite("f", "UPDATE", table, f""" WHEN OLD."{column}" <> '{while_}'""")
