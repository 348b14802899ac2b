"""Published list prices as rows of our own book. Reads the package's bundled data; never the network.

Where a list price has tiers or more than one rate for cache writes, the dearest is taken; a rate with
more places than the book keeps is rounded up.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time
from decimal import ROUND_CEILING, Decimal
from importlib.metadata import version

from genai_prices.data_snapshot import get_snapshot
from genai_prices.types import ConditionalPrice, ModelInfo, ModelPrice, StartDateConstraint, TieredPrices

from governance.prices.book import Row
from governance.prices.costing import RATE_PLACES

SINCE = datetime(2025, 1, 1, tzinfo=UTC)
CHOSEN = {
    "openai": ("gpt-4o", "gpt-4o-mini", "gpt-4.1", "gpt-4.1-mini", "gpt-5", "gpt-5-mini"),
    "anthropic": ("claude-sonnet-4-5", "claude-haiku-4-5", "claude-opus-4-5"),
    "google": ("gemini-2.5-pro", "gemini-2.5-flash"),
    "mistral": ("mistral-large-2512",),
}
_STEP = Decimal(1).scaleb(-RATE_PLACES)


def rows() -> Iterator[Row]:
    """The chosen models' rows in order of model and time, in USD."""
    for provider in get_snapshot().providers:
        for model in provider.models:
            if model.id in CHOSEN.get(provider.id, ()):
                yield from _rows_of(model)


def _rows_of(model: ModelInfo) -> Iterator[Row]:
    for since, prices in _dated(model):
        plain = _dearest(prices.input_mtok)
        output = _dearest(prices.output_mtok)
        if plain is None or output is None:
            continue
        cached = _dearest(prices.cache_read_mtok)
        written = [_dearest(prices.cache_write_mtok), _dearest(prices.cache_write_1h_mtok), plain]
        yield Row(
            model=model.id,
            currency="USD",
            effective_from=since,
            input_per_million=plain,
            cached_input_per_million=plain if cached is None else cached,
            cache_write_per_million=max(rate for rate in written if rate is not None),
            output_per_million=output,
            source=f"genai-prices {version('genai-prices')}",
        )


def _dated(model: ModelInfo) -> Iterator[tuple[datetime, ModelPrice]]:
    """Prices with the day they start; a price that depends on the hour has no place in the book."""
    listed = [ConditionalPrice(prices=model.prices)] if isinstance(model.prices, ModelPrice) else model.prices
    for conditional in listed:
        if conditional.constraint is None:
            yield SINCE, conditional.prices
        elif isinstance(conditional.constraint, StartDateConstraint):
            yield datetime.combine(conditional.constraint.start_date, time(), UTC), conditional.prices


def _dearest(rate: Decimal | TieredPrices | None) -> Decimal | None:
    if rate is None:
        return None
    found = [rate] if isinstance(rate, Decimal) else [rate.base, *(tier.price for tier in rate.tiers)]
    return max(found).quantize(_STEP, rounding=ROUND_CEILING)
