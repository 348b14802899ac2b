"""The output limit fits what is left of the hold, in tokens and in money, or nothing is sent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goals.agent.bounds import Fit, Room, Short, fit
from goals.agent.profiles import DEFAULT
from governance.money import UNIT, ZERO
from governance.prices import costing

PROFILE = replace(DEFAULT, min_output=512, max_output=8_192, context_tokens=128_000)


@dataclass(frozen=True)
class Rates:
    input_per_million: Decimal
    cached_input_per_million: Decimal
    cache_write_per_million: Decimal
    output_per_million: Decimal


TEN = Rates(*[Decimal(10)] * 4)
WRITE_IS_DEAR = Rates(Decimal(1), Decimal(1), Decimal(4), Decimal(8))
RATE = st.decimals(0, 10_000, places=4)


def test_a_wide_hold_allows_the_largest_answer_the_model_gives() -> None:
    assert fit(1_000, profile=PROFILE, room=Room(1_000_000, None), rates=None) == Fit(1_000, 8_192, ZERO)


def test_the_answer_is_cut_to_what_is_left() -> None:
    assert fit(1_000, profile=PROFILE, room=Room(3_000, None), rates=None) == Fit(1_000, 2_000, ZERO)


def test_the_answer_is_cut_to_the_context() -> None:
    profile = replace(PROFILE, context_tokens=4_000)

    assert fit(1_000, profile=profile, room=Room(1_000_000, None), rates=None) == Fit(1_000, 3_000, ZERO)


def test_the_smallest_useful_answer_is_still_sent() -> None:
    assert fit(1_000, profile=PROFILE, room=Room(1_512, None), rates=None) == Fit(1_000, 512, ZERO)


def test_a_nearly_empty_hold_sends_nothing() -> None:
    short = fit(1_000, profile=PROFILE, room=Room(1_511, None), rates=None)

    assert short == Short("over-cap", "tokens", 1_512, 1_511)


def test_a_request_that_no_longer_fits_the_model_is_told_apart() -> None:
    profile = replace(PROFILE, context_tokens=1_511)

    assert fit(1_000, profile=profile, room=Room(9_000, None), rates=None) == Short(
        "context-limit", "tokens", 1_512, 1_511
    )


def test_the_money_left_cuts_the_answer() -> None:
    fitting = fit(1_000, profile=PROFILE, room=Room(1_000_000, Decimal("0.02")), rates=TEN)

    assert fitting == Fit(1_000, 1_000, Decimal("0.0200000000"))


def test_input_is_bounded_at_its_dearest_rate() -> None:
    fitting = fit(1_000, profile=PROFILE, room=Room(1_000_000, Decimal("0.0081")), rates=WRITE_IS_DEAR)

    assert fitting == Fit(1_000, 512, Decimal("0.0080960000"))


def test_too_little_money_sends_nothing() -> None:
    short = fit(1_000, profile=PROFILE, room=Room(1_000_000, Decimal("0.0151")), rates=TEN)

    assert short == Short("over-cap", "money", Decimal("0.0151200000"), Decimal("0.0151"))


def test_without_a_cap_money_is_bounded_and_cuts_nothing() -> None:
    assert fit(1_000, profile=PROFILE, room=Room(2_000, None), rates=TEN) == Fit(
        1_000, 1_000, Decimal("0.0200000000")
    )


def test_a_cap_without_a_price_is_no_request() -> None:
    with pytest.raises(ValueError, match="needs a price"):
        fit(1_000, profile=PROFILE, room=Room(9_000, Decimal(1)), rates=None)


@given(
    input_tokens=st.integers(1, 200_000),
    tokens=st.integers(0, 400_000),
    money=st.one_of(st.none(), st.decimals(0, 100, places=10)),
    rates=st.builds(Rates, RATE, RATE, RATE, RATE),
)
def test_what_is_sent_always_fits_and_is_never_too_small(
    input_tokens: int, tokens: int, money: Decimal | None, rates: Rates
) -> None:
    found = fit(input_tokens, profile=PROFILE, room=Room(tokens, money), rates=rates)

    if isinstance(found, Short):
        assert found.needed > found.left
        return
    assert 512 <= found.output_tokens <= 8_192
    assert found.input_tokens + found.output_tokens <= min(tokens, 128_000)
    assert found.money == costing.bound(rates, input_tokens=input_tokens, output_tokens=found.output_tokens)
    if money is not None:
        assert found.money <= money
        more = costing.bound(rates, input_tokens=input_tokens, output_tokens=found.output_tokens + 1)
        widest = min(8_192, tokens - input_tokens, 128_000 - input_tokens)
        assert found.output_tokens == widest or more > money - UNIT
