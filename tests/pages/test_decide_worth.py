"""What an approver is told before signing: a price that looks wrong, what a raise buys, and that more is asked."""

from __future__ import annotations

from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from goals.web.decide import bought, pace
from governance.authorisations.effects.price import ask_price
from governance.transactions import outermost
from tests.cast import Cast
from tests.goals.agent_stories import price
from tests.goals.terms_stories import terms
from tests.pages.visiting import Visitor

RATES = {
    "model": "gpt-test", "currency": "USD", "effective_from": "2030-01-01T00:00:00Z", "input_per_million": "10.00",
    "cached_input_per_million": "10.00", "cache_write_per_million": "10.00", "output_per_million": "10.00",
}  # fmt: skip
SPENT = SimpleNamespace(tokens=211_740, money=Decimal("2.48"))
KNOWN = pace.pace_of([SPENT] * 3)


def _page(cast: Cast, **rates: str) -> str:
    with outermost():
        asked = ask_price(acting=cast.acting(cast.ada), data={**RATES, **rates}, reason="The list moved.")
    return Visitor(cast.dee).get(f"/requests/{asked.ref}/").said


@pytest.mark.django_db
def test_a_price_a_thousand_times_off_is_told_to_whoever_signs(cast: Cast) -> None:
    price()
    said = _page(cast, input_per_million="10000.00")

    assert "The price of input, 10000, is 1,000 times the row in force since" in said
    assert "Rates are per million tokens." in said
    assert "a thousand times off" in said


@pytest.mark.django_db
def test_an_ordinary_price_raises_no_doubt(cast: Cast) -> None:
    price()

    assert "Worth knowing" not in _page(cast, input_per_million="11.00", output_per_million="12.00")


def _said(asked: Any, *, available: str, budget: str, allowed: int = 3) -> str:
    account = SimpleNamespace(budget_money=Decimal(budget), budget_tokens=1_000_000, currency="USD")
    plan = pace.bought(
        KNOWN, allowed=allowed, left_tokens=asked.budget_tokens, left_money=asked.budget_money,
        now_tokens=1_000_000, now_money=Decimal(available),
    )  # fmt: skip
    parts = bought.sentence(plan, KNOWN, account, asked)
    return "".join(part.get("strong", part.get("text", "")) for part in parts).replace("\u00a0", " ")


def test_a_raise_says_what_it_would_pay_for_and_what_is_asked() -> None:
    asked = terms(budget_tokens=1_000_000, budget_money="22.00", per_round_money=None, per_round_tokens=None)

    assert _said(asked, available="0.00", budget="12.00") == (
        "A raise of USD 7.44 would pay for the 3 rounds that the cap allows; USD 10.00 is asked."
    )


def test_a_budget_that_is_enough_already_says_so() -> None:
    asked = terms(budget_tokens=1_000_000, budget_money="22.00", per_round_money=None, per_round_tokens=None)

    assert _said(asked, available="8.00", budget="12.00") == (
        "The budget as it stands already pays for the 3 rounds that the cap allows at this pace."
    )
