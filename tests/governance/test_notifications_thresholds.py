"""Half, four fifths and all of a budget: told once per goal, threshold and budget revision, whoever spends."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from governance import ledger
from governance.models import Account, LedgerEntry, Notice
from governance.notifications import thresholds
from tests.cast import Cast
from tests.governance.notices import spent, subjects
from tests.governance.stories import signed_account
from tests.racing import race


@pytest.fixture
def account(cast: Cast, accounts_only: None) -> Account:
    return signed_account(cast, tokens=1_000, money=Decimal(10))


def told(account: Account) -> list[str]:
    """What Ben, who owns it, was told about its budget."""
    return [each.removeprefix(f"{account.ref}: ") for each in subjects(account.owner) if account.ref in each]


def test_below_half_nothing_is_told(account: Account) -> None:
    spent(account, 499)

    assert told(account) == []


def test_each_threshold_is_told_when_it_is_reached(account: Account) -> None:
    steps = []
    for tokens in (500, 299, 1, 199, 1):
        spent(account, tokens)
        steps.append(len(told(account)))

    assert steps == [1, 1, 2, 2, 3]
    assert told(account) == ["50% of the budget spent", "80% of the budget spent", "100% of the budget spent"]


def test_one_call_over_several_thresholds_tells_each(account: Account) -> None:
    spent(account, 850)

    assert told(account) == ["50% of the budget spent", "80% of the budget spent"]


def test_money_counts_as_tokens_do_and_the_second_unit_tells_nothing_again(account: Account) -> None:
    spent(account, 10, Decimal("5.00"))
    spent(account, 600)

    assert told(account) == ["50% of the budget spent"]


def test_what_is_only_committed_tells_nothing(account: Account) -> None:
    with transaction.atomic():
        ledger.hold(ledger.lock(account.pk), purpose="a round", tokens=900, money=Decimal(9))

    assert thresholds.reached(Account.objects.get(pk=account.pk)) == 0


def test_falling_and_crossing_again_is_told_once(account: Account) -> None:
    spent(account, 500)
    with transaction.atomic():
        locked = ledger.lock(account.pk)
        entry = LedgerEntry.objects.get(account=account, kind="post")
        ledger.correct(locked, entry=entry, tokens=100, money=Decimal(0), up=False, reference="credit")
    spent(account, 150)

    assert told(account) == ["50% of the budget spent"]


def test_a_new_budget_has_thresholds_of_its_own(account: Account) -> None:
    spent(account, 500)
    _budget(account, tokens=2_000, money=Decimal(20))
    spent(account, 500)

    assert told(account) == ["50% of the budget spent", "50% of the budget spent"]


def test_a_lowered_budget_tells_what_it_crosses(account: Account) -> None:
    spent(account, 400)
    _budget(account, tokens=500, money=Decimal(10))

    assert told(account) == ["50% of the budget spent", "80% of the budget spent"]


def test_the_sentence_says_both_figures(account: Account) -> None:
    spent(account, 800, Decimal("1.50"))

    assert Notice.objects.last().sentence == (
        f"80% of the budget is spent on {account.ref}, “Reconcile August”: 800 tokens and USD 1.50 of 1,000 tokens "
        "and USD 10.00."
    )  # fmt: skip


def test_where_nothing_is_crossed_nothing_is_asked_of_the_database(account: Account) -> None:
    spent(account, 600)
    fresh = Account.objects.get(pk=account.pk)

    with CaptureQueriesContext(connection) as queries:
        thresholds.tell(fresh, thresholds.reached(fresh))

    assert len(queries) == 0


@pytest.mark.django_db(transaction=True)
def test_five_hundred_crossings_from_many_workers_are_one_notice(account: Account) -> None:
    """Every worker pushes the spending over four fifths and takes it back, again and again."""
    spent(account, 795)
    entry = LedgerEntry.objects.filter(account=account, kind="post").last()

    def worker(number: int) -> int:
        for turn in range(50):
            _cross_and_fall(account, entry, f"{number}.{turn}")
        return 50

    crossed = race(*[lambda number=number: worker(number) for number in range(10)])

    assert crossed == [50] * 10
    assert told(account) == ["50% of the budget spent", "80% of the budget spent"]


def _cross_and_fall(account: Account, entry: LedgerEntry, name: str) -> None:
    for up in (True, False):
        with transaction.atomic():
            locked = ledger.lock(account.pk)
            before = thresholds.reached(locked)
            ledger.correct(
                locked, entry=entry, tokens=10, money=Decimal(0), up=up, reference=f"cross:{name}:{up}"
            )
            thresholds.tell(locked, before)


def _budget(account: Account, *, tokens: int, money: Decimal) -> None:
    with transaction.atomic():
        locked = ledger.lock(account.pk)
        before = thresholds.reached(locked)
        ledger.set_budget(locked, tokens=tokens, money=money)
        thresholds.tell(locked, before)
