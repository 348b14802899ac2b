"""A query of the ORM whose SQL is made once per database vendor and run with new values ever after.

For the few reads that every round and step makes, where compiling costs more than running. The ORM stays
the one place that says what is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import psycopg.sql
from django.db.models import QuerySet

from governance import statements

_TEXT = "a value to be named later: {}"
_NUMBER = 9_007_199_254_000_000


class Compiled:
    """`build` gets one stand-in per name and returns a `.values(...)` queryset; `rows` runs it.

    `names` maps each argument to its type: str, int or datetime. Stand-ins must reach the database as they
    are: compare columns with them, do not compute with them.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], **names: type) -> None:
        self._build, self._names = build, names
        self._made: dict[str, _Made] = {}

    def rows(self, **values: Any) -> list[dict[str, Any]]:
        """All rows, as dicts in Python's types."""
        made = self._made.get(statements.vendor()) or self._make()
        return [made.read(row) for row in statements.every(made.sql, made.bind(values))]

    def first(self, **values: Any) -> dict[str, Any] | None:
        """The first row, or None."""
        return next(iter(self.rows(**values)), None)

    def _make(self) -> _Made:
        stand_ins = {name: _stand_in(kind, place) for place, (name, kind) in enumerate(self._names.items())}
        query, database = self._build(**stand_ins).query, statements.database()
        compiler = query.get_compiler(database.alias)
        sql, params = compiler.as_sql()
        sent = {_sent(value): name for name, value in stand_ins.items()}
        places = [sent.get(param) if isinstance(param, (str, int, datetime)) else None for param in params]
        converters = compiler.get_converters([selected[0] for selected in compiler.select])
        columns = list(query.selected or {})
        if statements.vendor() == "postgresql":
            sql, params, places = _with_constants(sql, params, places)
        made = self._made[statements.vendor()] = _Made(sql, list(params), places, columns, converters)
        return made


class _Made:
    """SQL with the places of its values, and how columns become Python's types."""

    def __init__(
        self,
        sql: str,
        params: list[Any],
        places: list[str | None],
        columns: list[str],
        converters: dict[int, Any],
    ) -> None:
        self.sql, self._params, self._places, self._columns = sql, params, places, columns
        self._converters = converters

    def bind(self, values: dict[str, Any]) -> list[Any]:
        pairs = zip(self._params, self._places, strict=True)
        return [param if name is None else _sent(values[name]) for param, name in pairs]

    def read(self, row: tuple[Any, ...]) -> dict[str, Any]:
        found = list(row)
        database = statements.database() if self._converters else None
        for place, (convert, expression) in self._converters.items():
            for one in convert:
                found[place] = one(found[place], expression, database)
        return dict(zip(self._columns, found, strict=True))


def _stand_in(kind: type, place: int) -> Any:
    if kind is datetime:
        return datetime(1900, 1, 1, 0, 0, 0, 7_000 + place, tzinfo=UTC)
    return _TEXT.format(place) if kind is str else _NUMBER + place


def _sent(value: Any) -> Any:
    """As the ORM hands it to the database."""
    return (
        statements.database().ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
    )


def _with_constants(
    sql: str, params: Sequence[Any], places: list[str | None]
) -> tuple[str, list[Any], list[str | None]]:
    """What never varies stands in the text: a plan made for any values can then use an index on some of the rows."""
    given = iter(zip(params, places, strict=True))
    left: list[tuple[Any, str | None]] = []

    def put(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%%"
        param, name = next(given)
        if name is None:
            return psycopg.sql.Literal(param).as_string().replace("%", "%%")
        left.append((param, name))
        return "%s"

    text = re.sub("%%|%s", put, sql)
    return text, [param for param, _name in left], [name for _param, name in left]
