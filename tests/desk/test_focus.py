"""The FOCUS file has the columns, types and permitted values that version 1.0 asks for."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import datetime
from decimal import Decimal

import pytest

from tests.desk.making import Maker
from tests.desk.opening import logged_in

pytestmark = pytest.mark.django_db(transaction=True)
COSTS = ("BilledCost", "EffectiveCost", "ListCost", "ContractedCost")
ALWAYS = (
    *COSTS, "BillingAccountId", "BillingCurrency", "BillingPeriodStart", "BillingPeriodEnd", "ChargePeriodStart",
    "ChargePeriodEnd", "ChargeCategory", "ChargeFrequency", "ServiceCategory", "ServiceName", "ProviderName",
    "PublisherName", "InvoiceIssuerName", "SkuPriceId",
)  # fmt: skip
MAY_BE_EMPTY = (
    "BillingAccountName", "ChargeClass", "ChargeDescription", "CommitmentDiscountCategory", "CommitmentDiscountId",
    "CommitmentDiscountName", "CommitmentDiscountStatus", "CommitmentDiscountType", "ConsumedQuantity", "ConsumedUnit",
    "ContractedUnitPrice", "ListUnitPrice", "PricingCategory", "PricingQuantity", "PricingUnit", "RegionId",
    "RegionName", "ResourceId", "ResourceName", "ResourceType", "SkuId", "SubAccountId", "SubAccountName", "Tags",
    "AvailabilityZone",
)  # fmt: skip
DRAFT = ("Provider", "Publisher", "InvoiceIssuer", "ResourceID", "ChargeType")
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@pytest.fixture
def rows(db: None) -> list[dict[str, str]]:
    maker = Maker(seed=11)
    for _ in range(14):
        maker.goal(rounds=1, accept=False)
    return _read("")


def _read(query: str) -> list[dict[str, str]]:
    answer = logged_in("ada").get(f"/reports/focus.csv{query}")
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    return list(csv.DictReader(io.StringIO(text)))


def test_every_column_is_there_and_what_must_be_said_is_said(rows: list[dict[str, str]]) -> None:
    own = [name for name in rows[0] if name.startswith("x_")]

    assert set(rows[0]) == {*ALWAYS, *MAY_BE_EMPTY, *DRAFT, *own}
    assert [name for row in rows for name in ALWAYS if not row[name]] == []


def test_amounts_instants_and_tags_are_what_they_claim_to_be(rows: list[dict[str, str]]) -> None:
    for row in rows:
        assert Decimal(row["BilledCost"]) == Decimal(row["EffectiveCost"]) == Decimal(row["ListCost"])
        assert (Decimal(row["BilledCost"]) < 0) <= (row["x_EntryKind"] == "credit")
        assert "." in row["ConsumedQuantity"]
        assert json.loads(row["Tags"])["goal"] == row["ResourceId"]
        for edge in ("BillingPeriod", "ChargePeriod"):
            assert INSTANT.fullmatch(row[f"{edge}Start"])
            assert datetime.fromisoformat(row[f"{edge}Start"]) < datetime.fromisoformat(row[f"{edge}End"])


def test_permitted_values(rows: list[dict[str, str]]) -> None:
    assert {row["ChargeCategory"] for row in rows} == {"Usage"}
    assert {row["ChargeFrequency"] for row in rows} == {"Usage-Based"}
    assert {row["ServiceCategory"] for row in rows} == {"AI and Machine Learning"}
    assert {row["PricingCategory"] for row in rows} == {"Standard"}
    assert {row["ChargeClass"] for row in rows} == {"", "Correction"}
    assert {row["BillingCurrency"] for row in rows} == {"USD"}


def test_the_specification_alone_has_no_draft_names(rows: list[dict[str, str]]) -> None:
    assert [name for name in _read("?names=spec")[0] if name in DRAFT] == []
