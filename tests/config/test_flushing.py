"""Transactional tests start empty, although the record refuses deletion; its triggers stand all the same."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.contrib.auth.models import Permission
from django.db import DatabaseError, connection

from governance import triggers
from governance.models import Price

pytestmark = pytest.mark.django_db(transaction=True)
START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("time", ["first", "second"])
def test_each_test_starts_with_an_empty_record(time: str) -> None:
    assert Price.objects.count() == 0
    rates = dict.fromkeys(["input", "cached_input", "cache_write", "output"], Decimal(1))
    Price.objects.create(
        model=f"model-{time}",
        effective_from=START,
        source="list",
        recorded_at=START,
        digest="0" * 64,
        **{f"{name}_per_million": rate for name, rate in rates.items()},
    )


def test_every_trigger_stands_after_a_flush() -> None:
    assert triggers.missing(connection) == []


def test_what_migrate_wrote_stands_after_a_flush() -> None:
    assert Permission.objects.filter(content_type__app_label="governance", codename="view_event").count() == 1


def test_the_record_still_refuses() -> None:
    test_each_test_starts_with_an_empty_record("third")

    with (
        pytest.raises(DatabaseError, match="refused: these rows are part of the record"),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM governance_price")
