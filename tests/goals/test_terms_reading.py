"""Terms from outside: strict, and refused in words that name the field and the way out."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from goals.terms import Terms, parse, read_terms
from governance.errors import Invalid
from tests.goals.terms_stories import RECONCILE, terms

WHOLE_NUMBERS = (
    "max_rounds", "budget_tokens", "per_round_tokens", "per_turn_tokens", "round_seconds",
    "blocker_threshold", "blocked_after_rounds", "context_limit",
)  # fmt: skip
NO_WHOLE_NUMBER: list[Any] = [
    -1, 8.0, 1e3, True, False, "8", "08", "\uff18", 2**53, 10**30, float("nan"), float("inf"), [], {},
]  # fmt: skip
NO_AMOUNT: list[Any] = [
    12, 12.5, True, "-1", "1e3", "012", "1,200.00", "12.", ".5", "NaN", "Infinity", "\uff11\uff12", "0x10",
    "1.12345678901", "1000000000", " 1", "1 ", Decimal("NaN"), Decimal("-0.01"), Decimal("1E+9"), [], {},
]  # fmt: skip


@pytest.mark.parametrize("field", WHOLE_NUMBERS)
@pytest.mark.parametrize("value", NO_WHOLE_NUMBER, ids=repr)
def test_what_is_no_whole_number_is_refused_by_the_field_s_name(field: str, value: Any) -> None:
    with pytest.raises(Invalid) as refused:
        terms(**{field: value})

    assert (refused.value.field, refused.value.code) == (field, "invalid")
    assert "is not a whole number from " in refused.value.message


@pytest.mark.parametrize("field", ["budget_money", "per_round_money"])
@pytest.mark.parametrize("value", NO_AMOUNT, ids=repr)
def test_what_is_no_exact_amount_is_refused_by_the_field_s_name(field: str, value: Any) -> None:
    with pytest.raises(Invalid) as refused:
        terms(**{field: value})

    assert (refused.value.field, "is not an amount of money" in refused.value.message) == (field, True)


@pytest.mark.parametrize("field", [name for name in RECONCILE if name != "max_rounds"])
@pytest.mark.parametrize("value", [None, "", 7.5, object()], ids=["null", "empty", "float", "object"])
def test_nothing_is_guessed_for_a_field_that_is_due(field: str, value: Any) -> None:
    if field == "budget_money" and value is None:
        assert terms(budget_money=None).budget_money is None
        return
    with pytest.raises(Invalid) as refused:
        terms(**{field: value})

    assert refused.value.field == field


@pytest.mark.parametrize("value", [" \t\u3000", "line\x00", "half \ud800", "\x1b[31mred"], ids=repr)
def test_an_unreadable_objective_is_refused(value: str) -> None:
    with pytest.raises(Invalid) as refused:
        terms(objective=value)

    assert refused.value.field == "objective"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("currency", "usd"),
        ("currency", "US\u0044\u200b"),
        ("cost_centre", "42 10"),
        ("strategy", "Same-Session"),
        ("strategy", "a" * 31),
        ("models", "scripted-1"),
        ("models", []),
        ("models", ["scripted-1", "scripted-1"]),
        ("models", ["scripted 1"]),
        ("models", [1]),
        ("tools", ["Read File"]),
        ("endpoint", "ftp://books"),
        ("endpoint", "https://user:secret@books"),
        ("endpoint", "https://books/?key=1"),
        ("valid_until", "2027-12-31"),
        ("valid_until", "2027-12-31T18:00:00"),
        ("valid_until", "2027-13-31T18:00:00Z"),
        ("valid_until", "9999-12-31T23:59:59-12:00"),
        ("valid_until", "0001-01-01T00:00:00+12:00"),
        ("valid_until", datetime(2027, 12, 31)),  # noqa: DTZ001 - a naive instant is the point
        ("report_profile", "loose"),
        ("round_seconds", 86_401),
        ("max_rounds", 0),
        ("blocker_threshold", 1),
    ],
)
def test_what_does_not_fit_is_refused(field: str, value: Any) -> None:
    with pytest.raises(Invalid) as refused:
        terms(**{field: value})

    assert refused.value.field == field


def test_an_unknown_field_is_named_and_the_likely_one_offered() -> None:
    with pytest.raises(Invalid) as refused:
        parse({**RECONCILE, "max_round": 5})

    assert (refused.value.code, refused.value.field, refused.value.message) == (
        "unknown-field",
        "max_round",
        'The terms have no field "max_round". Did you mean max_rounds?',
    )


def test_a_missing_field_is_named() -> None:
    with pytest.raises(Invalid) as refused:
        parse({name: value for name, value in RECONCILE.items() if name != "models"})

    assert (refused.value.code, refused.value.field) == ("missing-field", "models")


@pytest.mark.parametrize("data", [None, [], "terms", 7, {1: 2}], ids=repr)
def test_only_an_object_with_named_fields_is_terms(data: object) -> None:
    with pytest.raises(Invalid) as refused:
        parse(data)

    assert refused.value.field == "terms"


def test_a_limit_per_round_in_money_needs_a_money_cap() -> None:
    with pytest.raises(Invalid) as refused:
        terms(budget_money=None, per_round_money="1.00")

    assert refused.value.field == "per_round_money"


def test_the_ends_of_the_range_are_inside() -> None:
    widest = terms(budget_tokens=2**53 - 1, max_rounds=1, blocker_threshold=2, budget_money="900000000")

    assert (widest.budget_tokens, widest.max_rounds, widest.budget_money) == (
        2**53 - 1, 1, Decimal("900000000.00"),
    )  # fmt: skip


def test_zero_is_a_budget_of_nothing() -> None:
    nothing = terms(budget_tokens=0, budget_money="0")

    assert (nothing.budget_tokens, nothing.budget_money) == (0, Decimal("0.00"))


def test_the_same_amount_always_reads_the_same() -> None:
    spellings = ["12", "12.0", "12.00", "12.0000000000", Decimal("12"), Decimal("1.2E1")]

    assert {terms(budget_money=amount).digest for amount in spellings} == {terms().digest}


def test_the_same_instant_always_reads_the_same() -> None:
    spellings = ["2027-12-31T18:00:00Z", "2027-12-31T19:00:00+01:00", datetime(2027, 12, 31, 18, tzinfo=UTC)]

    assert {terms(valid_until=instant).digest for instant in spellings} == {terms().digest}


def test_stored_text_gives_the_same_terms_back() -> None:
    signed = terms(budget_money="0.0000000001", per_round_tokens=9_000, per_round_money="0.5")

    assert read_terms(signed.text) == signed
    assert read_terms(signed.text).text == signed.text


def test_every_field_is_in_the_digest() -> None:
    base = terms()
    changes: dict[str, Any] = {
        "objective": "Reconcile the two ledgers of July", "strategy": "ralph", "max_rounds": 6,
        "budget_tokens": 400_001, "budget_money": "12.01", "currency": "EUR", "per_round_tokens": 9,
        "per_round_money": "0.10", "per_turn_tokens": 9, "round_seconds": 601, "models": ["scripted-1"],
        "endpoint": "https://models.example", "tools": [], "blocker_threshold": 4,
        "report_profile": "harness", "cost_centre": "4211", "valid_until": "2028-01-01T00:00:00Z",
        "blocked_after_rounds": 4, "context_limit": 128_001,
    }  # fmt: skip

    assert set(changes) == set(Terms.model_fields)
    assert (
        len({terms(**{name: value}).digest for name, value in changes.items()} | {base.digest})
        == len(changes) + 1
    )
