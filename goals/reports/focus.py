"""The ledger in the shape of FOCUS 1.0: one row for each entry that spends, exact, with our own columns as `x_…`.

Which differences there are to the specification, and why, stands in `docs/focus.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet

from goals.reports.spend import SPENDING
from goals.reports.window import Window
from governance import clock
from governance.enums import EntryKind
from governance.models import LedgerEntry

VERSION = "1.0"
CHUNK = 1_000
INSTANT = "%Y-%m-%dT%H:%M:%SZ"
LEGACY = {"Provider": "ProviderName", "Publisher": "PublisherName", "InvoiceIssuer": "InvoiceIssuerName",
          "ResourceID": "ResourceId", "ChargeType": "ChargeCategory"}  # fmt: skip
"""Names of drafts that the public validator still asks for, with the column of the specification they repeat."""

COLUMNS = (
    "BilledCost", "EffectiveCost", "ListCost", "ContractedCost", "BillingCurrency", "BillingAccountId",
    "BillingAccountName", "SubAccountId", "SubAccountName", "BillingPeriodStart", "BillingPeriodEnd",
    "ChargePeriodStart", "ChargePeriodEnd", "ChargeCategory", "ChargeClass", "ChargeDescription", "ChargeFrequency",
    "ConsumedQuantity", "ConsumedUnit", "PricingCategory", "PricingQuantity", "PricingUnit", "ListUnitPrice",
    "ContractedUnitPrice", "ProviderName", "PublisherName", "InvoiceIssuerName", "ServiceCategory", "ServiceName",
    "RegionId", "RegionName", "AvailabilityZone", "ResourceId", "ResourceName", "ResourceType", "SkuId",
    "SkuPriceId", "CommitmentDiscountCategory", "CommitmentDiscountId", "CommitmentDiscountName",
    "CommitmentDiscountStatus", "CommitmentDiscountType", "Tags",
)  # fmt: skip
OWN = (
    "x_Entry", "x_EntryKind", "x_Attempt", "x_Round", "x_Person", "x_InputTokens", "x_CachedInputTokens",
    "x_CacheWriteTokens", "x_OutputTokens", "x_ReasoningTokens", "x_UsageState", "x_Flags",
)  # fmt: skip


def heads(*, legacy: bool) -> list[str]:
    """The columns of the file; with `legacy` also the draft names."""
    return [*COLUMNS, *(LEGACY if legacy else ()), *OWN]


def rows(window: Window, *, provider: str, legacy: bool) -> Iterator[list[Any]]:
    """Every spending entry of a window, in the order of the ledger. Costs are negative where money came back."""
    for entry in _entries(window).iterator(chunk_size=CHUNK):
        found = _row(entry, provider)
        if legacy:
            found |= {name: found[same] for name, same in LEGACY.items()}
        yield [found[name] for name in heads(legacy=legacy)]


def _entries(window: Window) -> QuerySet[LedgerEntry]:
    rows = LedgerEntry.objects.filter(window.accounts(), kind__in=SPENDING)
    rows = rows.filter(period__gte=window.first, period__lte=window.last)
    return rows.select_related(
        "account__cost_centre", "account__owner", "hold__execution__writer", "attempt", "corrects__attempt",
        "corrects__hold__execution__writer",
    ).order_by("pk")  # fmt: skip


def _row(entry: LedgerEntry, provider: str) -> dict[str, Any]:
    account, attempt = entry.account, getattr(entry, "attempt", None)
    signed = -1 if entry.kind == EntryKind.CREDIT else 1
    cost, quantity = signed * entry.money, Decimal(signed * entry.tokens)
    corrects = entry.kind in (EntryKind.CHARGE, EntryKind.CREDIT)
    return {
        **dict.fromkeys(COLUMNS, ""), **_periods(entry), **_of_call(entry, attempt, provider),
        **_costs(cost, account.currency), **_own(entry, attempt),
        "BillingAccountId": "countersign", "BillingAccountName": "Countersign",
        "SubAccountId": f"cost-centre-{account.cost_centre.code}", "SubAccountName": account.cost_centre.name,
        "ChargeCategory": "Usage", "ChargeClass": "Correction" if corrects else "", "ChargeFrequency": "Usage-Based",
        "ConsumedQuantity": quantity, "ConsumedUnit": "Tokens", "PricingQuantity": quantity, "PricingUnit": "Tokens",
        "PricingCategory": "Standard", "ResourceId": account.ref, "ResourceName": " ".join(account.title.split())[:500],
        "ResourceType": "Goal",
        "Tags": json.dumps({"cost_centre": account.cost_centre.code, "goal": account.ref, "owner": str(account.owner)}),
    }  # fmt: skip


def _costs(cost: Decimal, currency: str) -> dict[str, Any]:
    names = ("BilledCost", "EffectiveCost", "ListCost", "ContractedCost")
    return {**dict.fromkeys(names, cost), "BillingCurrency": currency}


def _periods(entry: LedgerEntry) -> dict[str, str]:
    day = datetime.combine(entry.at.astimezone(UTC).date(), time(), UTC)
    return {
        "BillingPeriodStart": f"{clock.first_instant(entry.period):{INSTANT}}",
        "BillingPeriodEnd": f"{clock.first_instant(clock.period_after(entry.period)):{INSTANT}}",
        "ChargePeriodStart": f"{day:{INSTANT}}", "ChargePeriodEnd": f"{day + timedelta(days=1):{INSTANT}}",
    }  # fmt: skip


def _of_call(entry: LedgerEntry, attempt: Any, provider: str) -> dict[str, Any]:
    call = attempt or getattr(entry.corrects, "attempt", None)
    model = call.model if call else "unknown"
    said = {"post": "Model call", "overrun": "Usage above what a call was allowed", "charge": "Correction upwards",
            "credit": "Correction downwards"}[str(entry.kind)]  # fmt: skip
    return {
        "ChargeDescription": f"{said}, {model}", "ServiceCategory": "AI and Machine Learning",
        "ServiceName": "Language model inference", "ProviderName": provider, "PublisherName": provider,
        "InvoiceIssuerName": provider, "SkuId": model,
        "SkuPriceId": f"price-{entry.price_id}" if entry.price_id else "unpriced",
    }  # fmt: skip


def _own(entry: LedgerEntry, attempt: Any) -> dict[str, Any]:
    first = entry.corrects or entry
    execution = getattr(first.hold, "execution", None)
    writer = execution.writer if execution else None
    counts = {name: getattr(attempt, name) if attempt else "" for name in _COUNTS}
    return {
        "x_Entry": f"{entry.account.ref}.{entry.seq}", "x_EntryKind": str(entry.kind),
        "x_Attempt": str(attempt.pk) if attempt else entry.reference or "",
        "x_Round": execution.number or "" if execution else "", "x_Person": str(writer or entry.account.owner),
        "x_UsageState": entry.usage_state or "", "x_Flags": entry.flags,
        **{_COUNTS[name]: "" if value is None else value for name, value in counts.items()},
    }  # fmt: skip


_COUNTS = {
    "input_tokens": "x_InputTokens", "cached_input_tokens": "x_CachedInputTokens",
    "cache_write_tokens": "x_CacheWriteTokens", "output_tokens": "x_OutputTokens",
    "reasoning_tokens": "x_ReasoningTokens",
}  # fmt: skip
