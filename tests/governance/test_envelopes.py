"""A cost centre's money: kept when somebody signs, given back when a goal closes, never twice."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import transaction

from governance import clock, envelopes, ledger
from governance.envelopes import Figures
from governance.errors import Exhausted, Invalid
from governance.models import Account, Envelope
from tests.cast import Cast
from tests.governance.stories import ask, sign, signed_account, spend

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("accounts_only")]


@pytest.fixture
def envelope(cast: Cast) -> Envelope:
    return Envelope.objects.create(
        cost_centre=cast.payables, period=clock.period_of(clock.now()), budget_money=Decimal(40)
    )


def _figures(envelope: Envelope) -> Figures:
    return envelopes.figures(Envelope.objects.get(pk=envelope.pk))


def _settle(cast: Cast, account: Account) -> Decimal:
    with transaction.atomic():
        return envelopes.settle(acting=cast.acting(cast.cy), account=envelopes.lock_account(account.pk))


def _encumber(account: Account, cap: Decimal | None) -> Decimal:
    with transaction.atomic():
        return envelopes.encumber(envelopes.lock_account(account.pk), cap, at=clock.now())


def test_signing_keeps_the_money_cap(cast: Cast, envelope: Envelope) -> None:
    account = signed_account(cast)

    assert _figures(envelope) == Figures(Decimal(40), Decimal(0), Decimal(12), Decimal(28))
    assert (account.envelope, account.encumbered_money) == (envelope, Decimal(12))


def test_spending_moves_from_encumbered_to_spent_and_leaves_available_alone(
    cast: Cast, envelope: Envelope
) -> None:
    account = signed_account(cast)
    spend(account, tokens=100, money=Decimal(5), held_money=Decimal(1))

    assert _figures(envelope) == Figures(Decimal(40), Decimal(5), Decimal(7), Decimal(28))


def test_closing_gives_back_what_was_not_spent(cast: Cast, envelope: Envelope) -> None:
    account = signed_account(cast)
    spend(account, tokens=100, money=Decimal(5))

    assert _settle(cast, account) == Decimal(7)
    assert _figures(envelope) == Figures(Decimal(40), Decimal(5), Decimal(0), Decimal(35))


def test_closing_twice_gives_back_once(cast: Cast, envelope: Envelope) -> None:
    account = signed_account(cast)
    spend(account, tokens=100, money=Decimal(5))
    _settle(cast, account)

    assert _settle(cast, account) == Decimal(0)
    assert _figures(envelope).available == Decimal(35)


def test_what_is_still_held_stays_kept_and_its_posting_is_charged_later(
    cast: Cast, envelope: Envelope
) -> None:
    account = signed_account(cast)
    spend(account, tokens=100, money=Decimal(5), held_tokens=10, held_money=Decimal(2))
    _settle(cast, account)
    between = _figures(envelope)
    with transaction.atomic():
        locked = ledger.lock(account.pk)
        held = locked.holds.get()
        ledger.post(
            locked, held,
            ledger.Bill(reference="late", tokens=10, money=Decimal(2), bound_tokens=10, bound_money=Decimal(2),
                        price=None, usage_state="reported"),
        )  # fmt: skip
    _settle(cast, account)

    assert between == Figures(Decimal(40), Decimal(5), Decimal(2), Decimal(33))
    assert _figures(envelope) == Figures(Decimal(40), Decimal(7), Decimal(0), Decimal(33))


def test_a_higher_cap_keeps_the_difference_and_a_lower_one_gives_it_back(
    cast: Cast, envelope: Envelope
) -> None:
    account = signed_account(cast)

    assert _encumber(account, Decimal(20)) == Decimal(8)
    assert _encumber(account, Decimal(9)) == Decimal(-11)
    assert _figures(envelope) == Figures(Decimal(40), Decimal(0), Decimal(9), Decimal(31))


def test_a_cap_below_what_is_spent_keeps_what_is_spent(cast: Cast, envelope: Envelope) -> None:
    account = signed_account(cast)
    spend(account, tokens=100, money=Decimal(5))
    _encumber(account, Decimal(3))

    assert _figures(envelope) == Figures(Decimal(40), Decimal(5), Decimal(0), Decimal(35))


def test_signing_again_after_closing_keeps_only_what_is_new(cast: Cast, envelope: Envelope) -> None:
    account = signed_account(cast)
    spend(account, tokens=100, money=Decimal(5))
    _settle(cast, account)
    _encumber(account, Decimal(12))

    assert _figures(envelope) == Figures(Decimal(40), Decimal(5), Decimal(7), Decimal(28))


def test_a_signature_for_more_than_is_left_is_refused_with_the_figures(
    cast: Cast, envelope: Envelope
) -> None:
    signed_account(cast, money=Decimal(30))

    with pytest.raises(Exhausted) as refused:
        sign(cast, ask(cast))

    assert refused.value.message == (
        f"The envelope of 4210 Accounts payable for {envelope.period} has USD 10.00 left, and this needs USD 12.00."
    )
    assert (refused.value.code, refused.value.details["available"]) == ("envelope", Decimal(10))
    assert Account.objects.count() == 1


def test_the_last_unit_is_inside(cast: Cast, envelope: Envelope) -> None:
    account = signed_account(cast, money=Decimal(30))
    _encumber(account, Decimal(40))

    with pytest.raises(Exhausted):
        _encumber(account, Decimal("40.0000000001"))
    assert _figures(envelope).available == 0


def test_under_an_envelope_a_money_cap_is_due(cast: Cast, envelope: Envelope) -> None:
    with pytest.raises(Invalid) as refused:
        sign(cast, ask(cast, money=None))

    assert refused.value.field == "budget_money"


def test_without_envelopes_nothing_is_kept(cast: Cast) -> None:
    account = signed_account(cast, money=None)

    assert (account.envelope, account.encumbered_money) == (None, Decimal(0))


def test_a_month_without_an_envelope_signs_nothing_where_envelopes_are_used(cast: Cast) -> None:
    Envelope.objects.create(cost_centre=cast.payables, period="2020-01", budget_money=Decimal(40))

    with pytest.raises(Exhausted) as refused:
        sign(cast, ask(cast))

    assert (refused.value.code, Account.objects.count()) == ("envelope", 0)
