"""A wrong figure in the books' forms is refused under its label, without the machine's names; nothing is asked."""

from __future__ import annotations

import pytest

from governance.models import Request
from tests.cast import Cast
from tests.pages.visiting import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.once]
ENVELOPE = {"cost_centre": "4210", "period": "2099-01", "budget_money": "100.00", "reason": "Next year."}
PRICE = {
    "model": "scripted-echo", "currency": "USD", "effective_from": "2099-01-01", "input_per_million": "1.00",
    "cached_input_per_million": "0.50", "cache_write_per_million": "1.00", "output_per_million": "4.00",
    "reason": "Next year.", "seen": "on",
}  # fmt: skip


def _refused_under(page: Visitor, field: str) -> str:
    at = page.markup.index(f'id="f-{field}-error"')
    return page.markup[at : page.markup.index("</p>", at)]


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        (
            "budget_money",
            "12,5",
            "&quot;12,5&quot; is not an amount of money: give one such as &quot;12.50&quot;",
        ),
        ("budget_money", "NaN", "&quot;NaN&quot; is not an amount of money"),
        ("period", "2099-13", "&quot;2099-13&quot; does not fit: give a text such as 2026-12"),
    ],
)
def test_an_envelope(cast: Cast, field: str, value: str, says: str) -> None:
    page = Visitor(cast.ada).post("/budgets/ask/", **{**ENVELOPE, field: value})

    said = _refused_under(page, field)
    assert (page.status, says in said, f"{field}:" in said) == (400, True, False)
    assert not Request.objects.exists()


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("input_per_million", "-1", "&quot;-1&quot; is not an amount of money"),
        ("effective_from", "tomorrow", "Not an instant: give RFC 3339 in UTC"),
    ],
)
def test_a_price(cast: Cast, field: str, value: str, says: str) -> None:
    page = Visitor(cast.ada).post("/prices/ask/", **{**PRICE, field: value})

    said = _refused_under(page, field)
    assert (page.status, says in said, f"{field}:" in said) == (400, True, False)
    assert not Request.objects.exists()
