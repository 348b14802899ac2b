"""A price a thousand times off is said to be so before anybody signs it."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from governance.actors import COUNTERSIGN
from governance.prices import plausibility, seeding
from governance.prices.book import Row

AT = datetime(2026, 9, 1, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def _row(
    model: str, *, plain: str = "3", cached: str = "0.3", written: str = "3.75", output: str = "15"
) -> Row:
    return Row(
        model=model, currency="USD", effective_from=AT, input_per_million=Decimal(plain),
        cached_input_per_million=Decimal(cached), cache_write_per_million=Decimal(written),
        output_per_million=Decimal(output), source="a test",
    )  # fmt: skip


def _warned(row: Row) -> list[str]:
    return plausibility.warnings(row, model=row.model, currency="USD", at=AT)


def test_against_the_row_in_force() -> None:
    seeding.seed(acting=COUNTERSIGN, currency="USD")

    assert _warned(_row("scripted-9")) == []
    assert _warned(_row("scripted-9", output="0.015")) == [
        "The price of output, 0.015, is one part in 1,000 of the row in force since 1 Jan 2025, which has 15. "
        "Rates are per million tokens.",
        "Output is cheaper than input; it is usually dearer.",
    ]


def test_against_the_published_list_where_the_book_has_no_row() -> None:
    warned = _warned(_row("gpt-4o", plain="2500", cached="1.25", written="2500", output="10"))

    assert warned[0].startswith("The price of input, 2500, is 1,000 times the published list (genai-prices")


def test_nothing_is_free_by_mistake() -> None:
    seeding.seed(acting=COUNTERSIGN, currency="USD")

    assert _warned(_row("scripted-9", output="0"))[0].endswith("Is it really free?")


def test_a_model_that_nobody_knows_is_held_against_what_models_cost() -> None:
    assert _warned(_row("unheard-of", plain="0.0001", output="15")) != []
