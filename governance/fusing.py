"""Single writes as values, and the one statement that several of them make. Pure text; sends nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

NOTHING = " ON CONFLICT DO NOTHING"


def adding(table: str, key: str, columns: tuple[str, ...]) -> str:
    """For a row that is there already: add these columns to it."""
    sets = ", ".join(f'"{name}" = "{table}"."{name}" + EXCLUDED."{name}"' for name in columns)
    return f' ON CONFLICT ("{key}") DO UPDATE SET {sets}'


@dataclass(frozen=True, slots=True)
class Shape:
    """What a write's text depends on. `sets` and `wheres` are columns; a column in `adds` is added to.

    `rows` is 0 for an update. `otherwise` is what an insert does about a row that is there. `counted`: somebody
    asks whether the row was found.
    """

    table: str
    sets: tuple[str, ...]
    wheres: tuple[str, ...] = ()
    adds: frozenset[str] = frozenset()
    rows: int = 0
    otherwise: str = ""
    counted: bool = False


@dataclass(slots=True)
class Insert:
    """Rows of one table, in order. `otherwise`: what becomes of one that is there already, "" for an error."""

    table: str
    columns: tuple[str, ...]
    key: Any
    rows: list[list[Any]]
    otherwise: str = ""
    lost: None = None
    keys: set[Any] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.keys.add(self.key)

    @property
    def shape(self) -> Shape:
        return Shape(self.table, self.columns, rows=len(self.rows), otherwise=self.otherwise)

    def values(self) -> list[Any]:
        return self.rows[0] if len(self.rows) == 1 else [value for row in self.rows for value in row]

    def take(self, later: Write) -> bool | None:
        """True: it is part of this one now. None: this one must leave first. False: they do not meet."""
        if isinstance(later, Update):
            return None if later.key in self.keys else False
        again = bool(self.keys & later.keys) and self.otherwise not in ("", NOTHING)
        if again or later.columns != self.columns or later.otherwise != self.otherwise:
            return None
        self.rows.extend(later.rows)
        self.keys |= later.keys
        return True


@dataclass(slots=True)
class Update:
    """One row, by its key. `where` is what it must hold, `sets` what is set, `adds` what is added.

    With `lost` the row must be found; without, not finding it is no error.
    """

    table: str
    column: str
    key: Any
    where: dict[str, Any]
    sets: dict[str, Any]
    adds: dict[str, Any]
    lost: Exception | None = None

    @property
    def shape(self) -> Shape:
        return Shape(
            self.table, (*self.sets, *self.adds), (self.column, *self.where), frozenset(self.adds),
            counted=self.lost is not None,
        )  # fmt: skip

    def values(self) -> list[Any]:
        return [*self.sets.values(), *self.adds.values(), self.key, *self.where.values()]

    def take(self, later: Write) -> bool | None:
        """As `Insert.take`. What the later one must find may be what this one sets."""
        if isinstance(later, Insert) or later.key != self.key:
            return False
        if self._meets(later):
            return None
        where = {name: value for name, value in later.where.items() if name not in self.sets}
        if any(self.sets.get(name, value) != value for name, value in later.where.items()):
            assert later.lost is not None
            raise later.lost
        self.where.update(where)
        self.sets.update(later.sets)
        for name, amount in later.adds.items():
            self.adds[name] = self.adds.get(name, 0) + amount
        self.lost = self.lost or later.lost
        return True

    def _meets(self, later: Update) -> bool:
        """Whether one sets or asks for what the other adds to, or both ask for different things."""
        asked = later.where.keys()
        return bool(
            self.adds.keys() & (later.sets.keys() | asked)
            or self.sets.keys() & later.adds.keys()
            or any(
                self.where[name] != later.where[name] for name in self.where.keys() & asked - self.sets.keys()
            )
            or (later.lost is None and later.where)
        )


Write = Insert | Update


@lru_cache(maxsize=1024)
def alone(shape: Shape) -> str:
    """The statement that is one write."""
    return _insert(shape) if shape.rows else _update(shape)


@lru_cache(maxsize=1024)
def fused(shapes: tuple[Shape, ...]) -> str:
    """One statement for several writes; its one row counts, in order, what each counted one found."""
    parts = [
        f"w{place} AS ({alone(shape)}{' RETURNING 1' if shape.counted else ''})"
        for place, shape in enumerate(shapes)
    ]
    counts = [f"(SELECT count(*) FROM w{place})" for place, shape in enumerate(shapes) if shape.counted]  # noqa: S608
    return f"WITH {', '.join(parts)} SELECT {', '.join(counts) or '1'}"


def _insert(shape: Shape) -> str:
    columns = ", ".join(f'"{name}"' for name in shape.sets)
    row = f"({', '.join(['%s'] * len(shape.sets))})"
    rows = ", ".join([row] * shape.rows)
    return f'INSERT INTO "{shape.table}" ({columns}) VALUES {rows}{shape.otherwise}'  # noqa: S608 - names of models


def _update(shape: Shape) -> str:
    sets = ", ".join(_set(name, name in shape.adds) for name in shape.sets)
    wheres = " AND ".join(f'"{name}" = %s' for name in shape.wheres)
    return f'UPDATE "{shape.table}" SET {sets} WHERE {wheres}'  # noqa: S608 - names of models


def _set(name: str, adding: bool) -> str:
    return f'"{name}" = "{name}" + %s' if adding else f'"{name}" = %s'
