"""A period is closed while usage still arrives: every post lands in exactly one period, and two closings are one."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

import pytest
from django.db.models import Sum

from governance import clock, envelopes, periods
from governance.enums import Role
from governance.errors import Conflict
from governance.models import Account, ClosedPeriod, Envelope, Event, LedgerEntry, RoleGrant
from tests.cast import HIRED, Cast
from tests.governance.stories import signed_account, spend
from tests.racing import race, refusals

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("accounts_alone")]
NOW = clock.period_of(clock.now())
NEXT = clock.period_after(NOW)
POSTERS, POSTS, REPEATS = 6, 3, range(3)


@pytest.fixture
def envelope(cast: Cast) -> Envelope:
    return Envelope.objects.create(cost_centre=cast.payables, period=NOW, budget_money=Decimal(400))


def _close(cast: Cast, who: str = "ada") -> ClosedPeriod:
    return periods.close(acting=cast.acting(getattr(cast, who)), period=NOW, reason="The month is done.")


def _posts(account: Account) -> None:
    for number in range(1, POSTS + 1):
        spend(account, tokens=10 * number, money=Decimal(number))


def _posted(period: str) -> Decimal:
    rows = LedgerEntry.objects.filter(kind="post", period=period)
    return rows.aggregate(sum=Sum("money", default=Decimal(0)))["sum"]


@pytest.mark.parametrize("_repeat", REPEATS)
def test_a_post_during_the_close_lands_in_one_period_and_says_if_it_came_late(
    cast: Cast, envelope: Envelope, _repeat: int
) -> None:
    accounts = [signed_account(cast) for _ in range(POSTERS)]
    outcomes = race(*[partial(_posts, account) for account in accounts], partial(_close, cast))
    entries = list(LedgerEntry.objects.filter(kind="post").order_by("pk").values_list("period", "flags"))
    figures = {one.period: envelopes.figures(one) for one in Envelope.objects.all()}

    assert refusals(outcomes) == []
    assert len(entries) == POSTERS * POSTS
    assert set(entries) <= {(NOW, ""), (NEXT, "late-period")}
    assert (
        _posted(NOW) + _posted(NEXT)
        == Decimal(POSTERS * 6)
        == sum(one.spent_money for one in Account.objects.all())
    )
    assert {period: one.spent for period, one in figures.items()} == {NOW: _posted(NOW), NEXT: _posted(NEXT)}
    assert figures[NOW].available + figures[NOW].spent + figures[NOW].carried == Decimal(400)
    assert figures[NOW].encumbered == 0


def test_in_each_account_nothing_follows_the_close_in_the_closed_period(
    cast: Cast, envelope: Envelope
) -> None:
    accounts = [signed_account(cast) for _ in range(POSTERS)]
    race(*[partial(_posts, account) for account in accounts], partial(_close, cast))

    for account in accounts:
        found = list(
            LedgerEntry.objects.filter(account=account, kind="post").order_by("seq").values_list("period")
        )
        assert found == sorted(found)


@pytest.mark.parametrize("_repeat", REPEATS)
def test_two_controllers_at_once_close_it_once_and_the_other_is_told(
    cast: Cast, envelope: Envelope, _repeat: int
) -> None:
    RoleGrant.objects.create(person=cast.eve, role=Role.CONTROLLER, valid_from=HIRED, granted_by="a story")
    signed_account(cast)
    outcomes = race(partial(_close, cast), partial(_close, cast, "eve"))
    (refused,) = refusals(outcomes)

    assert isinstance(refused, Conflict), refused
    assert (refused.code, ClosedPeriod.objects.count()) == ("period-closed", 1)
    assert Event.objects.filter(action="period.closed").count() == 1
    assert Event.objects.filter(action="envelope.closed").count() == 1


def test_a_goal_signed_during_the_close_is_wholly_of_one_period(cast: Cast, envelope: Envelope) -> None:
    Envelope.objects.create(cost_centre=cast.payables, period=NEXT, budget_money=Decimal(400))
    outcomes = race(*[partial(signed_account, cast) for _ in range(4)], partial(_close, cast))

    assert refusals(outcomes) == []
    for account in Account.objects.select_related("envelope"):
        posted = set(account.entries.values_list("period", flat=True))
        assert len(posted) == 1
        assert account.envelope is not None
        assert (account.envelope.period, account.closed_through) == (NEXT, NOW)
    (following,) = Envelope.objects.filter(period=NEXT)
    assert following.encumbered_money == 4 * Decimal(12)
