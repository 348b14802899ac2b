"""Breaks the record by raw SQL, one field at a time, and puts it back. Never by a model or a verb."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from goals.proofs import check_all, refold_all
from governance.audit.verifying import verify


def sql(statement: str, *params: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.fetchall() if cursor.description else []


@dataclass(frozen=True, slots=True)
class Mutation:
    """One column of one row, with another value."""

    table: str
    pk: int
    column: str
    value: Any

    def __str__(self) -> str:
        return f"{self.table}.{self.column} of row {self.pk}"

    def apply(self) -> None:
        sql(f'UPDATE "{self.table}" SET "{self.column}" = %s WHERE id = %s', self.value, self.pk)


def mutations(table: str, pk: int, *, but: tuple[str, ...] = ("id",)) -> list[Mutation]:
    """Every column of this row changed once, as little as can be."""
    model = next(model for model in apps.get_models() if model._meta.db_table == table)
    found = []
    for field in model._meta.concrete_fields:
        if field.column not in but:
            ((old,),) = sql(f'SELECT "{field.column}" FROM "{table}" WHERE id = %s', pk)
            found.append(Mutation(table, pk, field.column, another(old, field)))
    return found


def another(old: Any, field: models.Field) -> Any:
    """A value that differs in the last place only."""
    if old is None:
        textual = isinstance(field, models.CharField | models.TextField)
        moment = isinstance(field, models.DateTimeField)
        return "x" if textual else "2026-08-01 00:00:00+00:00" if moment else 1
    if isinstance(old, datetime):
        return old + timedelta(microseconds=1)
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return old + 1
    return f"{old[:-1]}{_next(old[-1:])}"


def _next(character: str) -> str:
    if character.isdigit():
        return str((int(character) + 1) % 10)
    return "y" if character == "z" else "z"


class _PutBack(Exception):
    """Ends a savepoint whose changes must not stay."""


def refused(act: Callable[[], None]) -> str:
    """Why the database did not let this happen; "" if it did. Nothing of it stays."""
    try:
        with transaction.atomic():
            act()
            raise _PutBack
    except _PutBack:
        return ""
    except DatabaseError as error:
        return str(error)


def found_after(act: Callable[[], None], *, look: Callable[[], list[str]]) -> list[str]:
    """What `look` says once this has happened. Nothing of it stays."""
    said: list[str] = []
    try:
        with transaction.atomic():
            act()
            said = look()
            raise _PutBack
    except _PutBack:
        return said


def faults() -> list[str]:
    """What verify_audit finds."""
    return [str(fault) for fault in verify().faults]


def everything_wrong() -> list[str]:
    """What verify_audit finds, or else what replay finds."""
    return faults() or [str(one) for one in refold_all()] or [str(one) for one in check_all()]


def undetected(acts: list[Mutation]) -> Iterator[str]:
    """Those that the database let happen and nothing found."""
    for act in acts:
        try:
            if not found_after(act.apply, look=everything_wrong):
                yield str(act)
        except DatabaseError:
            pass  # a constraint of the database stands without any trigger
