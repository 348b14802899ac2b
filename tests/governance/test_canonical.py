"""Facts have one written form, whoever writes them and however often they were stored in between."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pytest

from governance import canonical


def test_an_amount_reads_the_same_before_it_is_stored_and_after() -> None:
    spellings = [Decimal("12"), Decimal("12.0"), Decimal("1.2E1"), Decimal("12.0000000000")]

    assert {canonical.text(amount) for amount in spellings} == {'"12.0000000000"'}


def test_more_places_than_the_ledger_keeps_are_not_lost() -> None:
    assert canonical.text(Decimal("0.00000000001")) == '"0.00000000001"'


def test_nothing_has_no_sign() -> None:
    assert canonical.text(-Decimal("0E-10")) == '"0.0000000000"'


@pytest.mark.parametrize("value", [1.0, float("nan"), Decimal("NaN"), Decimal("Infinity"), object(), {1.5}])
def test_what_is_not_exact_has_no_written_form(value: object) -> None:
    with pytest.raises(TypeError):
        canonical.text({"value": value})


def test_the_order_of_keys_plays_no_part() -> None:
    assert canonical.digest_of({"a": 1, "b": [True, None]}) == canonical.digest_of(
        {"b": [True, None], "a": 1}
    )


@pytest.mark.parametrize("year", [1, 999, 9999])
def test_an_instant_has_the_same_width_in_every_year(year: int) -> None:
    assert canonical.instant(datetime(year, 1, 2, tzinfo=UTC)) == f"{year:04d}-01-02T00:00:00.000000Z"


def test_an_instant_reads_the_same_in_every_zone() -> None:
    there = datetime(2026, 9, 1, 14, 45, tzinfo=timezone(timedelta(hours=5, minutes=45)))

    assert canonical.text(there) == canonical.text(datetime(2026, 9, 1, 9, 0, tzinfo=UTC))
