"""Writes and reads rows by plain SQL whose text is made once per shape, where the ORM's own compiling is the limit.

The same columns, conversions and constraints as the ORM, on both databases; no signals, no save(). Models
stay the only place that says what a row is. Inside a transaction of `outermost` writes leave together (see
`together`): `change` and the inserts may wait, `update` answers at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, models
from django.db.models.base import ModelState

from governance import columns, fusing, statements
from governance.errors import CountersignError, NotFound
from governance.fusing import Insert, Update
from governance.together import passing, waits, write

Row = TypeVar("Row", bound=models.Model)
Fields = tuple[models.Field, ...]
_NEXT = "SELECT {}"
_ID = "nextval(pg_get_serial_sequence('\"{}\"', '{}'))"


def insert(row: Row) -> Row:
    """Insert a new instance. Its id is set, also where the row itself may still wait."""
    if row.pk is None:
        number(row)
    if row.pk is None:
        _insert_now(row)
    else:
        write(_insert(row))
    return _stored(row)


def append(row: Row) -> Row:
    """As `insert`, for a row whose id nobody asks for: it may stay None."""
    if row.pk is None and not waits():
        _insert_now(row)
    else:
        write(_insert(row))
    return _stored(row)


def insert_unless_there(row: models.Model) -> bool:
    """Insert a new instance now, unless a constraint says that there is one already. False: there is."""
    return _insert_now(row, otherwise=fusing.NOTHING)


def insert_once(row: models.Model) -> None:
    """Insert an instance that has its id, unless a row with that id is there already."""
    write(_insert(row, otherwise=fusing.NOTHING))


def insert_or_add(row: models.Model, names: tuple[str, ...]) -> None:
    """Insert an instance that has its id; if a row with that id is there, add these counters to it."""
    columns_of = tuple(_column(field) for field in _named(type(row), names))
    write(_insert(row, otherwise=_adding(type(row), columns_of)))


def number(*rows: models.Model) -> None:
    """Give new instances their ids ahead, in one query, where the database has a way; else `insert` gives them."""
    if not waits():
        return
    sql = _NEXT.format(", ".join(_ID.format(row._meta.db_table, row._meta.pk.column) for row in rows))
    with passing():
        ids = statements.first(sql, ())
    assert ids is not None
    for row, given in zip(rows, ids, strict=True):
        row.pk = given


def update(model: type[models.Model], where: Mapping[str, Any], change: Mapping[str, Any]) -> int:
    """Compare and set, at once: rows changed where every named field still has this value."""
    sql, sends = _update_sql(model, statements.vendor(), tuple(change), tuple(where))
    given = (*change.values(), *where.values())
    return statements.changed(sql, [send(value) for send, value in zip(sends, given, strict=True)])


def change(
    model: type[models.Model],
    row_id: Any,
    to: Mapping[str, Any],
    *,
    where: Mapping[str, Any] | None = None,
    lost: CountersignError | None = None,
) -> None:
    """Set fields of one row where it still has these values. Before anything commits `lost` is raised if it has not."""
    _write_update(model, row_id, where or {}, to, {}, lost)


def add(model: type[models.Model], row_id: Any, amounts: Mapping[str, Any]) -> None:
    """Add to counters of one row, in the database."""
    _write_update(model, row_id, {}, {}, amounts, None)


def _write_update(
    model: type[models.Model],
    row_id: Any,
    where: Mapping[str, Any],
    sets: Mapping[str, Any],
    adds: Mapping[str, Any],
    lost: CountersignError | None,
) -> None:
    column, send = _key(model, statements.vendor())
    asked, set_to, added = (_by_column(model, values) for values in (where, sets, adds))
    write(Update(model._meta.db_table, column, send(row_id), asked, set_to, added, lost))


def _by_column(model: type[models.Model], values: Mapping[str, Any]) -> dict[str, Any]:
    if not values:
        return {}
    known = _columns(model, statements.vendor())
    return {known[name][0]: known[name][1](value) for name, value in values.items()}


def fetch(model: type[Row], *, lock: bool = False, **where: Any) -> Row | None:
    """The one instance where every named field has this value, locked if asked; None if there is none."""
    sql, sends, reading = _select_sql(model, statements.vendor(), tuple(where), lock)
    found = statements.first(sql, [send(value) for send, value in zip(sends, where.values(), strict=True)])
    return None if found is None else cast(Row, reading.instance(found))


def sure(row: Row | None) -> Row:
    """The row, which must be there."""
    if row is None:
        raise NotFound("A row that must be there is missing.")
    return row


class Reading:
    """How the columns of a model, in their order, become an instance."""

    def __init__(self, model: type[models.Model]) -> None:
        self.model = model
        self.fields: Fields = tuple(model._meta.concrete_fields)
        self._names = [field.attname for field in self.fields]
        made = [(place, field, columns.reading(field)) for place, field in enumerate(self.fields)]
        self._converting = [(place, field.cached_col, steps) for place, field, steps in made if steps]

    def instance(self, found: tuple[Any, ...]) -> models.Model:
        """The instance these columns make, in Python's types. As `from_db`, without the signals nobody hears."""
        values = dict(zip(self._names, found, strict=True))
        database = statements.database() if self._converting else None
        for place, column, steps in self._converting:
            name = self._names[place]
            for step in steps:
                values[name] = step(values[name], column, database)
        row = self.model.__new__(self.model)
        row.__dict__.update(values)
        row._state = ModelState()
        return _stored(row)


def _stored(row: Row) -> Row:
    row._state.adding = False
    row._state.db = DEFAULT_DB_ALIAS
    return row


def _insert(row: models.Model, *, otherwise: str = "") -> Insert:
    names, sends, attributes = _inserting(type(row), statements.vendor(), row.pk is not None)
    values = [send(getattr(row, name)) for send, name in zip(sends, attributes, strict=True)]
    return Insert(row._meta.db_table, names, row.pk, [values], otherwise)


def _insert_now(row: models.Model, *, otherwise: str = "") -> bool:
    one = _insert(row, otherwise=otherwise)
    found = statements.first(f'{fusing.alone(one.shape)} RETURNING "{row._meta.pk.column}"', one.values())
    if found is not None:
        row.pk = found[0]
        _stored(row)
    return found is not None


def _column(field: models.Field) -> str:
    return cast(str, field.column)


def _named(model: type[models.Model], names: tuple[str, ...]) -> Fields:
    return tuple(cast(models.Field, model._meta.get_field(name)) for name in names)


@lru_cache(maxsize=256)
def _inserting(
    model: type[models.Model], vendor: str, with_id: bool
) -> tuple[tuple[str, ...], tuple[columns.Send, ...], tuple[str, ...]]:
    fields = tuple(f for f in model._meta.concrete_fields if with_id or not f.primary_key)
    sends = tuple(columns.sending(field, vendor) for field in fields)
    return tuple(_column(f) for f in fields), sends, tuple(f.attname for f in fields)


@lru_cache(maxsize=64)
def _adding(model: type[models.Model], names: tuple[str, ...]) -> str:
    return fusing.adding(model._meta.db_table, _column(model._meta.pk), names)


@lru_cache(maxsize=64)
def _key(model: type[models.Model], vendor: str) -> tuple[str, columns.Send]:
    return _column(model._meta.pk), columns.sending(model._meta.pk, vendor)


@lru_cache(maxsize=64)
def _columns(model: type[models.Model], vendor: str) -> dict[str, tuple[str, columns.Send]]:
    fields = model._meta.concrete_fields
    found = {field.attname: (_column(field), columns.sending(field, vendor)) for field in fields}
    return found | {field.name: found[field.attname] for field in fields}


@lru_cache(maxsize=256)
def _update_sql(
    model: type[models.Model], vendor: str, change: tuple[str, ...], where: tuple[str, ...]
) -> tuple[str, tuple[columns.Send, ...]]:
    fields = _named(model, (*change, *where))
    sets, wheres = fields[: len(change)], fields[len(change) :]
    shape = fusing.Shape(
        model._meta.db_table, tuple(_column(f) for f in sets), tuple(_column(f) for f in wheres)
    )
    return fusing.alone(shape), tuple(columns.sending(field, vendor) for field in fields)


@lru_cache(maxsize=256)
def _select_sql(
    model: type[models.Model], vendor: str, where: tuple[str, ...], lock: bool
) -> tuple[str, tuple[columns.Send, ...], Reading]:
    reading, asked = Reading(model), _named(model, where)
    selected = ", ".join(f'"{field.column}"' for field in reading.fields)
    wheres = " AND ".join(f'"{field.column}" = %s' for field in asked)
    sql = f'SELECT {selected} FROM "{model._meta.db_table}" WHERE {wheres}'  # noqa: S608 - names of models
    if lock and vendor == "postgresql":
        sql += " FOR NO KEY UPDATE"
    return sql, tuple(columns.sending(field, vendor) for field in asked), reading
