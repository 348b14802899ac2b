"""Whether a price looks wrong: far from the row before it, from the published list, or from any model's. Warns only.

Most mistakes are a unit: a price per thousand tokens, or per token, written where one per million is due.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal, localcontext
from functools import lru_cache

from governance.prices import published
from governance.prices.book import Row, price_for
from governance.prices.costing import Rates

FAR = Decimal(100)
LEAST, MOST = Decimal("0.001"), Decimal(1_000)
_NAMES = {
    "input_per_million": "input", "cached_input_per_million": "cached input",
    "cache_write_per_million": "cache write", "output_per_million": "output",
}  # fmt: skip


def warnings(rates: Rates, *, model: str, currency: str, at: datetime) -> list[str]:
    """Sentences for a person to read before they ask or sign; empty if nothing looks wrong. One query."""
    before = price_for(model, currency=currency, at=at)
    if before is not None:
        since = f"{before.effective_from:%-d %b %Y}"
        found = list(_against(rates, before, f"the row in force since {since}"))
    else:
        listed = _published(model)
        found = list(_against(rates, listed, f"the published list ({listed.source})")) if listed else []
    return [*found, *_out_of_range(rates), *_upside_down(rates)]


def _against(rates: Rates, other: Rates, named: str) -> Iterator[str]:
    for name, word in _NAMES.items():
        asked, known = getattr(rates, name), getattr(other, name)
        if not asked and known:
            yield f"The price of {word} is 0, and {named} has {_plain(known)}. Is it really free?"
        elif asked and known and not known / FAR < asked < known * FAR:
            yield (
                f"The price of {word}, {_plain(asked)}, is {_times(asked, known)} {named}, which has {_plain(known)}. "
                "Rates are per million tokens."
            )


def _plain(rate: Decimal) -> str:
    return f"{rate.normalize():f}"


def _times(asked: Decimal, known: Decimal) -> str:
    with localcontext(prec=6):
        return f"{asked / known:,.0f} times" if asked > known else f"one part in {known / asked:,.0f} of"


def _out_of_range(rates: Rates) -> Iterator[str]:
    for name in ("input_per_million", "output_per_million"):
        rate = getattr(rates, name)
        if rate and not LEAST <= rate <= MOST:
            yield f"The price of {_NAMES[name]}, {_plain(rate)} per million tokens, lies outside {LEAST} to {MOST:,}."


def _upside_down(rates: Rates) -> Iterator[str]:
    if rates.cached_input_per_million > rates.input_per_million:
        yield "Cached input is dearer than input; it is usually cheaper."
    if rates.output_per_million < rates.input_per_million:
        yield "Output is cheaper than input; it is usually dearer."


@lru_cache(maxsize=1)
def _list() -> tuple[Row, ...]:
    return tuple(published.rows())


def _published(model: str) -> Row | None:
    return next((row for row in reversed(_list()) if row.model == model), None)
