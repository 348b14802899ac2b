"""Which price is in force: by instant, by name, and never by default."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.db import transaction

from governance import prices
from governance.canonical import digest_of
from governance.errors import AppendOnlyViolation, Invalid
from governance.models import Event, Price
from governance.prices.book import Row

pytestmark = pytest.mark.django_db
MARCH = datetime(2026, 3, 1, tzinfo=UTC)


def _row(model: str, since: datetime, rate: str = "1.00", until: datetime | None = None) -> Price:
    with transaction.atomic():
        return prices.add(
            Row(
                model=model,
                currency="USD",
                effective_from=since,
                effective_until=until,
                input_per_million=Decimal(rate),
                cached_input_per_million=Decimal(rate),
                cache_write_per_million=Decimal(rate),
                output_per_million=Decimal(rate),
                source="a story",
            )
        )


def _in_force(model: str, at: datetime, currency: str = "USD") -> Price | None:
    return prices.price_for(model, currency=currency, at=at)


def test_a_price_begins_at_its_instant() -> None:
    row = _row("meridian-large", MARCH)

    assert _in_force("meridian-large", MARCH - timedelta(microseconds=1)) is None
    assert _in_force("meridian-large", MARCH) == row


def test_a_later_row_supersedes_an_earlier_one_for_good() -> None:
    first = _row("meridian-large", MARCH)
    second = _row("meridian-large", MARCH + timedelta(days=10), "2.00", until=MARCH + timedelta(days=20))

    assert _in_force("meridian-large", MARCH + timedelta(days=9)) == first
    assert _in_force("meridian-large", MARCH + timedelta(days=10)) == second
    assert _in_force("meridian-large", MARCH + timedelta(days=20)) is None


def test_of_two_rows_for_the_same_instant_the_one_written_last_holds() -> None:
    _row("meridian-large", MARCH, "1.00")
    corrected = _row("meridian-large", MARCH, "1.10")

    assert _in_force("meridian-large", MARCH) == corrected


def test_an_unknown_name_is_unpriced_and_so_is_another_currency() -> None:
    _row("meridian-large", MARCH)

    assert _in_force("meridian-large-2", MARCH) is None
    assert _in_force("meridian-larg", MARCH) is None
    assert _in_force("meridian-large", MARCH, currency="EUR") is None


def test_a_family_price_holds_where_a_model_has_no_row_of_its_own() -> None:
    family, own = _row("scripted-*", MARCH), _row("scripted-2", MARCH, "9.00")

    assert _in_force("scripted-1", MARCH) == family
    assert _in_force("scripted-1-mini", MARCH) == family
    assert _in_force("scripted-2", MARCH) == own
    assert _in_force("scripted", MARCH) is None


def test_a_price_of_zero_is_a_price() -> None:
    assert _in_force(_row("local-small", MARCH, "0").model, MARCH) is not None


@pytest.mark.parametrize("rate", ["-0.01", "0.00001", "NaN"])
def test_a_rate_that_costs_could_not_be_exact_in_is_refused(rate: str) -> None:
    with pytest.raises(Invalid) as refused:
        _row("meridian-large", MARCH, rate)

    assert refused.value.field == "input_per_million"


def test_a_price_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(Invalid) as refused:
        _row("meridian-large", MARCH, until=MARCH)

    assert refused.value.field == "effective_until"


def test_a_row_never_changes() -> None:
    row = _row("meridian-large", MARCH)
    row.input_per_million = Decimal(0)

    with pytest.raises(AppendOnlyViolation):
        row.save()


def test_a_row_read_back_has_the_digest_it_was_written_with() -> None:
    written = _row("meridian-large", MARCH, "1.2500")

    assert digest_of(prices.price_facts(Price.objects.get())) == written.digest


def test_seeding_fills_the_book_once_with_one_event() -> None:
    call_command("seed_prices", verbosity=0)
    seeded = Price.objects.count()
    call_command("seed_prices", verbosity=0)

    assert seeded == Price.objects.count() == 13
    assert [event.action for event in Event.objects.all()] == ["prices.seeded"]
    assert _in_force("scripted-1", MARCH).output_per_million == Decimal(15)


def test_one_lookup_is_one_query(django_assert_num_queries) -> None:
    _row("meridian-large", MARCH)

    with django_assert_num_queries(1):
        _in_force("meridian-large", MARCH)
