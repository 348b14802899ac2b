"""What usage costs: exact, and never above the bound."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from governance.money import to_units
from governance.prices import affordable_output, bound, cost


@dataclass(frozen=True)
class Rates:
    input_per_million: Decimal
    cached_input_per_million: Decimal
    cache_write_per_million: Decimal
    output_per_million: Decimal


@dataclass(frozen=True)
class Used:
    input_tokens: int | None
    cached_input_tokens: int | None
    cache_write_tokens: int | None
    output_tokens: int | None


LIST = Rates(Decimal("3.00"), Decimal("0.30"), Decimal("3.75"), Decimal("15.00"))
rates = st.builds(Rates, *[st.decimals(0, 1000, places=4, allow_nan=False)] * 4)
counts = st.integers(0, 10_000_000)


def test_plain_input_and_output_at_their_rates() -> None:
    assert cost(LIST, Used(1_000_000, 0, 0, 100_000)) == Decimal("4.50")


def test_cached_input_is_part_of_the_input_and_charged_once() -> None:
    assert cost(LIST, Used(17_111, 17_102, 0, 0)) == Decimal("0.0051576")


def test_cache_writes_are_part_of_the_input_and_dearer() -> None:
    assert cost(LIST, Used(1_000, 0, 400, 0)) == Decimal("0.0033")


def test_parts_that_exceed_the_whole_are_charged_as_counted() -> None:
    assert cost(LIST, Used(100, 400, 0, 0)) == Decimal("0.00012")


def test_one_token_of_the_cheapest_rate_is_not_lost() -> None:
    cheap = Rates(Decimal("0.0001"), Decimal(0), Decimal(0), Decimal(0))

    assert cost(cheap, Used(1, 0, 0, 0)) == Decimal("0.0000000001")


def test_a_million_small_costs_add_up_to_the_large_one() -> None:
    assert cost(LIST, Used(1, 0, 0, 0)) * 1_000_000 == cost(LIST, Used(1_000_000, 0, 0, 0))


def test_the_bound_takes_the_dearest_rate_for_all_input() -> None:
    assert bound(LIST, input_tokens=1_000, output_tokens=100) == Decimal("0.00525")


@given(rates, counts, counts, counts, counts)
def test_no_usage_inside_the_bound_costs_more_than_the_bound(
    row: Rates, plain: int, cached: int, written: int, output: int
) -> None:
    whole = plain + cached + written
    exact = cost(row, Used(whole, cached, written, output))

    assert exact <= bound(row, input_tokens=whole, output_tokens=output)
    assert to_units(exact) >= 0


@given(rates, counts, st.decimals(0, 100, places=10, allow_nan=False))
def test_what_is_affordable_fits_and_one_more_token_does_not(row: Rates, tokens: int, money: Decimal) -> None:
    output = affordable_output(row, money=money, input_tokens=tokens)
    if output is None:
        assert row.output_per_million == 0
        return
    if output:
        assert bound(row, input_tokens=tokens, output_tokens=output) <= money
    assert bound(row, input_tokens=tokens, output_tokens=output + 1) > money
