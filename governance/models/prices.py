"""The price book: effective-dated rows per model, never edited, superseded by later rows."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from governance.append_only import AppendOnly
from governance.money import MoneyField


class Price(AppendOnly):
    """Rates per million tokens from an instant on. An absent row means unpriced, never free."""

    model = models.CharField(max_length=120)
    currency = models.CharField(max_length=3, default="USD")
    effective_from = models.DateTimeField()
    effective_until = models.DateTimeField(null=True)
    input_per_million = MoneyField()
    cached_input_per_million = MoneyField()
    cache_write_per_million = MoneyField()
    output_per_million = MoneyField()
    source = models.CharField(max_length=120)
    request = models.ForeignKey(
        "governance.Request", null=True, on_delete=models.PROTECT, related_name="prices"
    )
    recorded_at = models.DateTimeField()
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    input_per_million__gte=0,
                    cached_input_per_million__gte=0,
                    cache_write_per_million__gte=0,
                    output_per_million__gte=0,
                ),
                name="price_not_negative",
            )
        ]
        indexes = [models.Index(fields=["model", "currency", "-effective_from"], name="price_lookup")]
