"""The first price book, recorded as one event. Later rows are requests that a second person signs."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from governance import audit, service_stream
from governance.actors import Acting
from governance.models import Price
from governance.prices import published
from governance.prices.book import Row, add, covers
from governance.transactions import outermost

SCRIPTED_SINCE = datetime(2025, 1, 1, tzinfo=published.SINCE.tzinfo)


def scripted(currency: str) -> Row:
    """What the scripted models pretend to cost, so that money caps can be tried without a provider."""
    return Row(
        model="scripted-*",
        currency=currency,
        effective_from=SCRIPTED_SINCE,
        input_per_million=Decimal("3.00"),
        cached_input_per_million=Decimal("0.30"),
        cache_write_per_million=Decimal("3.75"),
        output_per_million=Decimal("15.00"),
        source="the scripted endpoint's own list",
    )


def seed(*, acting: Acting, currency: str) -> list[Price]:
    """Add a row for every chosen model that has none yet. Outermost. Nothing to add means no event."""
    with outermost():
        stream = service_stream.locked(service_stream.PRICES)
        known = set(Price.objects.values_list("model", "currency"))
        wanted = [*published.rows(), scripted(currency)]
        added = [add(row) for row in wanted if (row.model, row.currency) not in known]
        if added:
            names = sorted({price.model for price in added})
            audit.record(
                acting=acting,
                on=stream,
                action="prices.seeded",
                sentence=f"{acting.name} took published list prices for {len(names)} models into the price "
                "book because it had none for them. No money moved.",
                facts={"models": names, "sources": sorted({price.source for price in added})},
                covers=[covers(price) for price in added],
            )
        return added
