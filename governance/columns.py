"""How values travel between a model's columns and Python: Django's own conversions, looked up once per column.

Most values travel as they are; what does not takes the field's own way.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import models

from governance.money import MoneyField
from governance.statements import database

Send = Callable[[Any], Any]
_AS_THEY_ARE: dict[type[models.Field], type] = {
    models.AutoField: int,
    models.BigAutoField: int,
    models.IntegerField: int,
    models.BigIntegerField: int,
    models.PositiveIntegerField: int,
    models.CharField: str,
    models.TextField: str,
    models.BooleanField: bool,
}
_AS_THEY_ARE_ON: dict[str, dict[type[models.Field], type]] = {
    "postgresql": {models.DateTimeField: datetime, models.UUIDField: UUID}
}


def sending(field: models.Field[Any, Any], vendor: str) -> Send:
    """What turns a value of this column into the database's."""
    column = field
    while isinstance(column, models.ForeignKey):
        column = column.target_field
    if isinstance(column, MoneyField):
        return column.get_prep_value
    kind = type(column)
    plain = _AS_THEY_ARE.get(kind) or _AS_THEY_ARE_ON.get(vendor, {}).get(kind)

    def send(value: Any) -> Any:
        if value is None or type(value) is plain:
            return value
        return field.get_db_prep_save(value, database())

    return send


def reading(field: models.Field[Any, Any]) -> list[Any]:
    """What turns this column's value into Python's, on this database, one after the other."""
    return database().ops.get_db_converters(field.cached_col) + field.get_db_converters(database())
