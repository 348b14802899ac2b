"""Money as exact decimals, ten places, stored as a whole number of ten-billionths.

SQLite keeps DECIMAL columns as floats; whole numbers are exact on both databases, in
Python, in SQL arithmetic and in check constraints. Nothing here ever rounds.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.expressions import Combinable

PLACES = 10
UNIT = Decimal(1).scaleb(-PLACES)
ZERO = Decimal("0E-10")
LARGEST = Decimal(900_000_000)
CENT = Decimal("0.01")


def to_units(amount: Decimal) -> int:
    """A whole number of ten-billionths; ValueError where the amount would have to be rounded."""
    if not amount.is_finite() or abs(amount) > LARGEST:
        raise ValueError(f"{amount} is not an amount of money this ledger can hold")
    scaled = amount.scaleb(PLACES)
    if scaled != scaled.to_integral_value():
        raise ValueError(f"{amount} has more than {PLACES} decimal places")
    return int(scaled)


def trimmed(amount: Decimal) -> Decimal:
    """The same amount with two places, or as many more as it needs."""
    short = amount.normalize()
    exponent = short.as_tuple().exponent
    return short.quantize(CENT) if isinstance(exponent, int) and exponent > -2 else short


def from_units(units: int) -> Decimal:
    """The exact decimal amount, always with ten places."""
    return Decimal(units).scaleb(-PLACES)


class MoneyField(models.BigIntegerField):
    """Decimal in Python, whole ten-billionths in the database. Wrap literals in `money()` for F()."""

    description = "Exact amount of money"
    # What the type checker takes an attribute of this field for.
    _pyi_private_set_type: Decimal | Combinable  # type: ignore[assignment]
    _pyi_private_get_type: Decimal  # type: ignore[assignment]

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Decimal | None:
        return None if value is None else from_units(int(value))

    def to_python(self, value: Any) -> Decimal | None:
        if value is None or isinstance(value, Decimal):
            return value
        if isinstance(value, (int, str)) and not isinstance(value, bool):
            return Decimal(value)
        raise ValidationError(f"{value!r} is not an exact amount")

    def get_prep_value(self, value: Any) -> Any:
        if isinstance(value, (Decimal, str)) or (isinstance(value, int) and not isinstance(value, bool)):
            return to_units(Decimal(value))
        return value

    def value_to_string(self, obj: models.Model) -> str:
        value = self.value_from_object(obj)
        return "" if value is None else str(value)


def money(amount: Decimal) -> models.Value:
    """A literal for use in F() arithmetic beside a MoneyField."""
    return models.Value(amount, output_field=MoneyField())
