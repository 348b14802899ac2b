"""Writes rows by plain SQL whose text is made once per shape, where the ORM's own compiling is the limit.

The same columns, conversions and constraints as the ORM, on both databases; no signals, no save(). Models
stay the only place that says what a row is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar, cast

from django.db import connection, models

from governance.errors import NotFound

Row = TypeVar("Row", bound=models.Model)


def insert(row: Row) -> Row:
    """Insert a new instance; its id is set where the database gives it."""
    model, given = type(row), row.pk is not None
    sql, fields = _insert_sql(model, connection.vendor, given, False)
    with connection.cursor() as cursor:
        cursor.execute(sql, [_stored(field, row) for field in fields])
        if not given:
            row.pk = cursor.fetchone()[0]
    row._state.adding = False
    row._state.db = connection.alias
    return row


def insert_once(row: models.Model) -> None:
    """Insert an instance that has its id, unless a row with that id is there already."""
    sql, fields = _insert_sql(type(row), connection.vendor, True, True)
    with connection.cursor() as cursor:
        cursor.execute(sql, [_stored(field, row) for field in fields])


def update(model: type[models.Model], where: Mapping[str, Any], change: Mapping[str, Any]) -> int:
    """Compare and set: rows changed where every named field still has this value. Values only, no expressions."""
    sql, fields = _update_sql(model, tuple(change), tuple(where))
    values = [*change.values(), *where.values()]
    with connection.cursor() as cursor:
        cursor.execute(sql, [f.get_db_prep_save(v, connection) for f, v in zip(fields, values, strict=True)])
        return cursor.rowcount


def add(model: type[models.Model], row_id: Any, amounts: Mapping[str, Any]) -> int:
    """Add to counters of one row, in the database; rows changed."""
    sql, fields = _add_sql(model, tuple(amounts))
    values = [f.get_db_prep_save(v, connection) for f, v in zip(fields, amounts.values(), strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, row_id])
        return cursor.rowcount


def _named(model: type[models.Model], names: tuple[str, ...]) -> tuple[models.Field, ...]:
    return tuple(cast(models.Field, model._meta.get_field(name)) for name in names)


def _stored(field: models.Field, row: models.Model) -> Any:
    return field.get_db_prep_save(getattr(row, field.attname), connection)


@lru_cache(maxsize=256)
def _insert_sql(
    model: type[models.Model], vendor: str, with_id: bool, once: bool
) -> tuple[str, tuple[models.Field, ...]]:
    fields = tuple(f for f in model._meta.concrete_fields if with_id or not f.primary_key)
    columns = ", ".join(f'"{field.column}"' for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    sql = f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({marks})'  # noqa: S608 - names of models
    if once:
        sql += " ON CONFLICT DO NOTHING"
    elif not with_id:
        sql += f' RETURNING "{model._meta.pk.column}"'
    return sql, fields


@lru_cache(maxsize=256)
def _update_sql(
    model: type[models.Model], change: tuple[str, ...], where: tuple[str, ...]
) -> tuple[str, tuple[models.Field, ...]]:
    fields = _named(model, (*change, *where))
    columns = [f'"{field.column}" = %s' for field in fields]
    sets, wheres = ", ".join(columns[: len(change)]), " AND ".join(columns[len(change) :])
    return f'UPDATE "{model._meta.db_table}" SET {sets} WHERE {wheres}', fields  # noqa: S608 - names of models


def sure(row: Row | None) -> Row:
    """The row, which must be there."""
    if row is None:
        raise NotFound("A row that must be there is missing.")
    return row


@lru_cache(maxsize=64)
def _add_sql(model: type[models.Model], names: tuple[str, ...]) -> tuple[str, tuple[models.Field, ...]]:
    fields = _named(model, names)
    sets = ", ".join(f'"{field.column}" = "{field.column}" + %s' for field in fields)
    meta = model._meta
    return f'UPDATE "{meta.db_table}" SET {sets} WHERE "{meta.pk.column}" = %s', fields  # noqa: S608


def fetch(model: type[Row], *, lock: bool = False, **where: Any) -> Row | None:
    """The one instance where every named field has this value, locked if asked; None if there is none."""
    sql, fields, asked, converting = _select_sql(model, connection.vendor, tuple(where), lock)
    with connection.cursor() as cursor:
        values = [f.get_db_prep_save(v, connection) for f, v in zip(asked, where.values(), strict=True)]
        cursor.execute(sql, values)
        found = cursor.fetchone()
    return None if found is None else instance(model, fields, converting, found)


def instance(
    model: type[Row],
    fields: tuple[models.Field, ...],
    converting: tuple[list[Any], ...],
    found: tuple[Any, ...],
) -> Row:
    """The instance these columns make, in Python's types."""
    row = list(found)
    for place, field in enumerate(fields):
        for convert in converting[place]:
            row[place] = convert(row[place], field.cached_col, connection)
    return model.from_db(connection.alias, [field.attname for field in fields], row)


def converters(field: models.Field) -> list[Any]:
    """What turns this column's value into Python's, on this database."""
    return connection.ops.get_db_converters(field.cached_col) + field.get_db_converters(connection)


@lru_cache(maxsize=256)
def _select_sql(
    model: type[models.Model], vendor: str, where: tuple[str, ...], lock: bool
) -> tuple[str, tuple[models.Field, ...], tuple[models.Field, ...], tuple[list[Any], ...]]:
    fields = tuple(model._meta.concrete_fields)
    asked = _named(model, where)
    columns = ", ".join(f'"{field.column}"' for field in fields)
    wheres = " AND ".join(f'"{field.column}" = %s' for field in asked)
    sql = f'SELECT {columns} FROM "{model._meta.db_table}" WHERE {wheres}'  # noqa: S608 - names of models
    if lock and vendor == "postgresql":
        sql += " FOR UPDATE"
    return sql, fields, asked, tuple(converters(field) for field in fields)
