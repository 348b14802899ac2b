"""The price book, row by row, as it was written."""

from __future__ import annotations

from django.db.models import QuerySet
from rest_framework import serializers

from governance.models import Price
from governance.strict.fields import ModelName
from governance.web.api.inputs import Page
from governance.web.api.operation import Call, Listing
from governance.web.api.outputs import Money, Number, Text, When


class PriceOut(serializers.Serializer[Price]):
    """Rates per million tokens, from an instant on. A later row for the same model takes its place."""

    id = Number(source="pk")
    model = Text()
    currency = Text()
    effective_from = When()
    effective_until = When(allow_null=True)
    input_per_million = Money()
    cached_input_per_million = Money()
    cache_write_per_million = Money()
    output_per_million = Money()
    source = Text()  # type: ignore[assignment]
    request = Text(source="request.ref", allow_null=True)
    recorded_at = When()
    digest = Text()


class ListPrices(Listing):
    """Every row, the newest first. A model without a row in force is unpriced, never free."""

    Output = PriceOut

    class Query(Page):
        model: ModelName | None = None

    def run(self, call: Call) -> QuerySet[Price]:
        rows = Price.objects.select_related("request")
        if call.query.model is not None:
            rows = rows.filter(model=call.query.model)
        return rows if call.sight.anything else rows.none()
