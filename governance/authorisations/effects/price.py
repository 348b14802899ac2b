"""One row for the price book."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from pydantic import BaseModel, ConfigDict, field_validator

from governance import canonical, prices, service_stream, strict
from governance.actors import Acting
from governance.authorisations import kinds
from governance.authorisations.asking import Draft, ask
from governance.authorisations.digests import covers
from governance.authorisations.effects.controlling import Controlling
from governance.enums import RequestKind
from governance.models import Request, Signature
from governance.prices import plausibility
from governance.prices.costing import RATE_PLACES, fits
from governance.strict.fields import Amount, CurrencyCode, Instant, ModelName


class PriceAsked(BaseModel):
    """Rates per million tokens, at most four places; a model name ending in "-*" prices a family."""

    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())

    model: ModelName
    currency: CurrencyCode
    effective_from: Instant
    effective_until: Instant | None = None
    input_per_million: Amount
    cached_input_per_million: Amount
    cache_write_per_million: Amount
    output_per_million: Amount

    @field_validator(
        "input_per_million", "cached_input_per_million", "cache_write_per_million", "output_per_million"
    )
    @classmethod
    def _few_places(cls, rate: Decimal) -> Decimal:
        if not fits(rate):
            raise ValueError(f"a rate has at most {RATE_PLACES} places")
        return rate


class PriceKind(Controlling):
    kind = RequestKind.PRICE

    def take_effect(
        self, *, acting: Acting, request: Request, signatures: Sequence[Signature], at: datetime
    ) -> kinds.Outcome:
        asked = read(request)
        stream = service_stream.locked(service_stream.PRICES)
        added = prices.add(prices.Row(**asked.model_dump(), source=request.ref), request=request)
        return kinds.Outcome(
            on=stream,
            sentence=f"{added.model} costs {added.currency} {asked.input_per_million} for input and "
            f"{asked.output_per_million} for output per million tokens from {added.effective_from:%d %b %Y}. "
            "No money moved.",
            facts={"price": added.pk, "model": added.model},
            covers=covers([added]),
        )


def ask_price(*, acting: Acting, data: object, reason: str) -> Request:
    """Ask for a row of the price book. Composable. `data` as `PriceAsked`; raises Invalid that names the field.

    What looks wrong about it goes along with the request, for whoever signs.
    """
    asked = strict.parse(PriceAsked, data, noun="The price's fields")
    doubts = plausibility.warnings(asked, model=asked.model, currency=asked.currency, at=asked.effective_from)
    return ask(
        acting=acting,
        draft=Draft(
            kind=RequestKind.PRICE,
            title=f"A price for {asked.model}",
            reason=reason,
            text=canonical.text(asked.model_dump()),
            currency=asked.currency,
            context={"warnings": doubts},
        ),
    )


def read(request: Request) -> PriceAsked:
    """What a stored request asks for."""
    return PriceAsked.model_validate(json.loads(request.terms_text))
