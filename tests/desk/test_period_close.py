"""A closed period takes nothing more: what goals keep moves on, and what comes later is posted to the next."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import transaction

from governance import clock, envelopes, ledger, periods
from governance.envelopes import Figures
from governance.errors import Conflict, Forbidden, Invalid
from governance.models import Account, ClosedPeriod, Envelope, Event, LedgerEntry
from tests.cast import Cast
from tests.governance.stories import signed_account, spend
from tests.pages.visiting import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("accounts_alone")]
NOW = clock.period_of(clock.now())
NEXT = clock.period_after(NOW)


@pytest.fixture
def envelope(cast: Cast) -> Envelope:
    return Envelope.objects.create(cost_centre=cast.payables, period=NOW, budget_money=Decimal(40))


def _close(cast: Cast, period: str = NOW) -> ClosedPeriod:
    return periods.close(acting=cast.acting(cast.ada), period=period, reason="The month is done.")


def _figures(period: str) -> Figures:
    return envelopes.figures(Envelope.objects.get(period=period))


def test_what_a_goal_keeps_goes_on_and_the_rest_lapses(cast: Cast, envelope: Envelope) -> None:
    account = signed_account(cast)
    spend(account, tokens=100, money=Decimal(5))
    _close(cast)

    assert _figures(NOW) == Figures(
        budget=Decimal(40), spent=Decimal(5), encumbered=Decimal(0), carried=Decimal(7), available=Decimal(28)
    )
    assert _figures(NEXT) == Figures(Decimal(7), Decimal(0), Decimal(7), Decimal(0))


def test_later_usage_is_posted_to_the_next_period_and_flagged(cast: Cast, envelope: Envelope) -> None:
    account = signed_account(cast)
    spend(account, tokens=50, money=Decimal(1))
    _close(cast)
    spend(account, tokens=100, money=Decimal(2))

    posted = LedgerEntry.objects.filter(kind="post").order_by("seq").values_list("period", "flags", "tokens")
    assert list(posted) == [(NOW, "", 50), (NEXT, "late-period", 100)]
    assert (_figures(NOW).spent, _figures(NEXT).spent) == (Decimal(1), Decimal(2))


def test_a_correction_of_a_closed_period_is_flagged_in_the_next(cast: Cast, envelope: Envelope) -> None:
    account = signed_account(cast)
    spend(account, tokens=50, money=Decimal(1))
    posted = LedgerEntry.objects.get(kind="post")
    _close(cast)
    with transaction.atomic():
        ledger.correct(
            ledger.lock(account.pk), entry=posted, tokens=10, money=Decimal(0), up=False, reference="bill"
        )

    entry = LedgerEntry.objects.latest("seq")
    assert (entry.kind, entry.period, entry.flags) == ("credit", NEXT, "late-period")


def test_a_goal_signed_after_an_early_close_belongs_to_the_next_period(
    cast: Cast, envelope: Envelope
) -> None:
    _close(cast)
    Envelope.objects.create(cost_centre=cast.payables, period=NEXT, budget_money=Decimal(40))
    account = signed_account(cast)

    assert (account.envelope.period, account.closed_through) == (NEXT, NOW)
    assert set(account.entries.values_list("period", flat=True)) == {NEXT}


def test_one_event_for_the_period_and_one_for_each_cost_centre(cast: Cast, envelope: Envelope) -> None:
    signed_account(cast)
    before = Event.objects.count()
    _close(cast)

    told = list(Event.objects.order_by("pk").values_list("action", "sentence")[before:])
    assert told == [
        (
            "envelope.closed",
            f"Ada Brandt closed {NOW} of 4210 Accounts payable because The month is done. USD 0.00 were spent, "
            f"USD 12.00 that 1 goal keeps went on to {NEXT}, and USD 28.00 lapse.",
        ),
        (
            "period.closed",
            f"Ada Brandt closed {NOW} with 1 envelope because The month is done. Usage that comes later is posted to "
            f"{NEXT} and flagged. No money moved.",
        ),
    ]


def test_a_closed_envelope_keeps_its_figures_whatever_comes_later(cast: Cast, envelope: Envelope) -> None:
    account = signed_account(cast)
    spend(account, tokens=100, money=Decimal(5))
    with transaction.atomic():
        envelopes.settle(acting=cast.acting(cast.cy), account=envelopes.lock_account(account.pk))
    _close(cast)
    closed = _figures(NOW)
    with transaction.atomic():
        locked = envelopes.lock_account(account.pk)
        entry = LedgerEntry.objects.get(kind="post")
        ledger.correct(locked, entry=entry, tokens=0, money=Decimal(2), up=False, reference="bill")
        envelopes.settle(acting=cast.acting(cast.cy), account=locked)

    assert _figures(NOW) == closed
    assert _figures(NEXT) == Figures(Decimal(2), Decimal(0), Decimal(0), Decimal(2))


@pytest.mark.parametrize(
    ("who", "period", "error", "code"),
    [
        ("ben", NOW, Forbidden, "role-missing"),
        ("ada", NEXT, Conflict, "period-ahead"),
        ("ada", "2026-13", Invalid, "invalid"),
    ],
)
def test_who_may_not_and_what_cannot_be_closed(
    cast: Cast, who: str, period: str, error: type[Exception], code: str
) -> None:
    with pytest.raises(error) as refused:
        periods.close(acting=cast.acting(getattr(cast, who)), period=period, reason="done")
    assert refused.value.code == code  # type: ignore[attr-defined]
    assert ClosedPeriod.objects.count() == 0


def test_a_period_is_closed_once_and_in_order(cast: Cast, envelope: Envelope) -> None:
    Envelope.objects.create(cost_centre=cast.payables, period="2020-01", budget_money=Decimal(1))
    with pytest.raises(Conflict) as refused:
        _close(cast)
    _close(cast, "2020-01")
    _close(cast)
    with pytest.raises(Conflict) as again:
        _close(cast)

    assert (refused.value.code, again.value.code) == ("earlier-period-open", "period-closed")


def test_accounts_without_an_envelope_are_closed_as_well(cast: Cast) -> None:
    account = signed_account(cast, money=None)
    _close(cast)
    spend(account, tokens=1, money=Decimal(0))

    assert Account.objects.get().closed_through == NOW
    assert set(account.entries.filter(kind="post").values_list("period", flat=True)) == {NEXT}


@pytest.mark.parametrize("period", ["9999-99", "2026-00", "x"])
def test_what_is_no_period_has_no_page_and_no_close(cast: Cast, period: str) -> None:
    address = f"/budgets/periods/{period}/close/"
    client = Visitor(cast.ada).client

    assert client.get(address).status_code == 404
    assert client.post(address, {"reason": "The month is done."}).status_code == 404
