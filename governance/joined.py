"""Reads one row together with the rows it points to, by plain SQL made once, where every round asks for it.

Follows foreign keys by name, as the ORM's `select_related` does; a key that is empty leaves None. Takes no
locks and decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import models

from governance import columns, rows, statements

Row = TypeVar("Row", bound=models.Model)


@dataclass(frozen=True, slots=True)
class _Part:
    """One table of the query: its path from the root, its key from `parent`, its columns and where they begin."""

    model: type[models.Model]
    key: models.ForeignKey[Any, Any] | None
    parent: int
    begin: int
    reading: rows.Reading

    @property
    def end(self) -> int:
        return self.begin + len(self.reading.fields)


class Joined(Generic[Row]):
    """`Joined(Goal, "session", "account")`: a goal whose session and account are read with it."""

    def __init__(self, model: type[Row], *paths: str) -> None:
        self._model, self._paths = model, paths
        self._made: dict[tuple[str, str], tuple[str, list[_Part], columns.Send]] = {}

    def by_id(self, row_id: Any) -> Row | None:
        """The row with this id, or None."""
        return self.by("id", row_id)

    def by(self, name: str, value: Any) -> Row | None:
        """The one row whose field, which must be unique, has this value, or None."""
        vendor = statements.vendor()
        sql, parts, send = self._made.get((vendor, name)) or self._make(vendor, name)
        found = statements.first(sql, [send(value)])
        return None if found is None else _read(parts, found)

    def sure(self, row_id: Any) -> Row:
        """The row with this id. Raises NotFound."""
        return rows.sure(self.by_id(row_id))

    def _make(self, vendor: str, name: str) -> tuple[str, list[_Part], columns.Send]:
        parts, joins = [_part(self._model, None, 0, 0)], []
        places: dict[tuple[str, ...], int] = {(): 0}
        for path in self._paths:
            names = path.split("__")
            for depth, step in enumerate(names):
                above, here = tuple(names[:depth]), tuple(names[: depth + 1])
                if here in places:
                    continue
                parent, places[here] = places[above], len(parts)
                key = parts[parent].model._meta.get_field(step)
                assert isinstance(key, models.ForeignKey)
                parts.append(_part(key.related_model, key, parent, parts[-1].end))
                joins.append(_join(key, parent, places[here]))
        asked = self._model._meta.get_field(name)
        assert isinstance(asked, models.Field)
        made = self._made[vendor, name] = (
            _select(parts, joins, asked),
            parts,
            columns.sending(asked, vendor),
        )
        return made


def _part(
    model: type[models.Model], key: models.ForeignKey[Any, Any] | None, parent: int, begin: int
) -> _Part:
    return _Part(model, key, parent, begin, rows.Reading(model))


def _join(key: models.ForeignKey[Any, Any], parent: int, place: int) -> str:
    table, target = key.related_model._meta.db_table, key.target_field.column
    return f'LEFT JOIN "{table}" t{place} ON t{place}."{target}" = t{parent}."{key.column}"'


def _select(parts: list[_Part], joins: list[str], asked: models.Field[Any, Any]) -> str:
    columns = ", ".join(
        f't{place}."{field.column}"' for place, part in enumerate(parts) for field in part.reading.fields
    )
    tables = " ".join([f'"{parts[0].model._meta.db_table}" t0', *joins])
    return f'SELECT {columns} FROM {tables} WHERE t0."{asked.column}" = %s'  # noqa: S608 - names of models


def _read(parts: list[_Part], found: tuple[Any, ...]) -> Any:
    made: list[models.Model | None] = []
    for part in parts:
        row = _instance(part, found[part.begin : part.end])
        made.append(row)
        parent = made[part.parent]
        if part.key is not None and parent is not None:
            part.key.set_cached_value(parent, row)
    return made[0]


def _instance(part: _Part, values: tuple[Any, ...]) -> models.Model | None:
    if part.key is not None and all(value is None for value in values):
        return None
    return part.reading.instance(values)
