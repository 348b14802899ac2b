"""Which terms risk more: every field, both ways."""

from __future__ import annotations

from typing import Any

import pytest

from goals.terms import Terms, changed, narrows, widens, within
from goals.terms.comparing import RULES
from tests.goals.terms_stories import terms

ONE_WAY: list[tuple[str, Any, Any]] = [
    ("max_rounds", 4, 6),
    ("budget_tokens", 399_999, 400_001),
    ("budget_money", "11.99", "12.01"),
    ("budget_money", "12.00", None),
    ("per_round_tokens", 10, 11),
    ("per_round_tokens", 10, None),
    ("per_round_money", "1.00", None),
    ("per_turn_tokens", 10, None),
    ("round_seconds", 599, 601),
    ("models", ["scripted-1"], ["scripted-1", "scripted-2", "scripted-3"]),
    ("tools", [], ["list_files", "read_file", "run_command"]),
    ("blocker_threshold", 2, 4),
    ("valid_until", "2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z"),
    ("blocked_after_rounds", 2, 4),
    ("context_limit", 64_000, 256_000),
]
BOTH_WAYS: list[tuple[str, Any, Any]] = [
    ("objective", "Reconcile July", "Reconcile August"),
    ("strategy", "same-session", "ralph"),
    ("currency", "USD", "EUR"),
    ("endpoint", "scripted", "https://models.example"),
    ("report_profile", "governed", "harness"),
    ("cost_centre", "4210", "4211"),
]


def test_every_field_has_its_rule() -> None:
    assert list(RULES) == list(Terms.model_fields)


def test_every_rule_is_tried_here() -> None:
    assert {name for name, _, _ in ONE_WAY + BOTH_WAYS} == set(RULES)


@pytest.mark.parametrize(("field", "less", "more"), ONE_WAY)
def test_less_lies_within_more_and_not_the_other_way_round(field: str, less: Any, more: Any) -> None:
    small, large = terms(**{field: less}), terms(**{field: more})

    assert (within(small, large), within(large, small)) == ([], [field])
    assert (widens(small, large), narrows(small, large)) == ([field], [])
    assert (widens(large, small), narrows(large, small)) == ([], [field])


@pytest.mark.parametrize(("field", "one", "other"), BOTH_WAYS)
def test_a_change_of_kind_needs_a_signature_in_both_directions(field: str, one: Any, other: Any) -> None:
    first, second = terms(**{field: one}), terms(**{field: other})

    assert (widens(first, second), widens(second, first)) == ([field], [field])


def test_equal_terms_neither_widen_nor_narrow() -> None:
    assert (within(terms(), terms()), widens(terms(), terms()), narrows(terms(), terms())) == ([], [], [])


def test_another_order_of_models_is_a_change_that_risks_nothing() -> None:
    turned = terms(models=["scripted-2", "scripted-1"])

    assert (changed(terms(), turned), widens(terms(), turned)) == (["models"], [])


def test_a_mixed_change_says_which_part_is_which() -> None:
    mixed = terms(budget_tokens=100, max_rounds=9, tools=[])

    assert (widens(terms(), mixed), narrows(terms(), mixed)) == (["max_rounds"], ["budget_tokens", "tools"])
