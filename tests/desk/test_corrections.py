"""A correction moves money, so one person asks and another signs; the entries name the call."""

from __future__ import annotations

from decimal import Decimal

import pytest

from goals.corrections import ask_correction
from goals.models import Attempt, GoalTotals
from goals.proofs.invariants import check_all
from governance.errors import Conflict, Forbidden, SelfApproval
from governance.models import Account, Event, LedgerEntry, Request
from tests.desk.making import Maker

pytestmark = pytest.mark.django_db


@pytest.fixture
def maker() -> Maker:
    made = Maker(seed=4)
    made.envelope(made.centres[0])
    while not Attempt.objects.filter(tokens__gt=100).exists():
        made.goal(rounds=2, accept=False)
    return made


def _attempt() -> Attempt:
    return Attempt.objects.filter(tokens__gt=100).order_by("entry").first()


def _ask(maker: Maker, *, by: str = "ada", less: int = 100) -> Request:
    attempt = _attempt()
    data = {"attempt": str(attempt.pk), "tokens": attempt.tokens - less, "money": attempt.money}
    return ask_correction(acting=maker.desk.acting(by), data=data, reason="The bill says so.")


def test_a_signed_correction_leaves_books_that_agree(maker: Maker) -> None:
    before = _attempt()
    maker.desk.sign(_ask(maker), by="dee")
    after = Attempt.objects.get(pk=before.pk)
    entry = LedgerEntry.objects.filter(corrects=before.entry).last()

    assert (after.tokens, after.money) == (before.tokens - 100, before.money)
    assert (entry.kind, entry.tokens, entry.flags) == ("credit", 100, "signed-correction")
    assert [str(one) for one in check_all()] == []


def test_the_one_event_says_who_signed_and_what_it_moved(maker: Maker) -> None:
    count = Event.objects.count()
    request = _ask(maker)
    maker.desk.sign(request, by="dee")
    event = Event.objects.latest("pk")

    assert Event.objects.count() == count + 2
    assert (event.action, event.actor_name, event.effect_tokens, event.effect_money) == (
        "request.approved", "Dee Okafor", 100, Decimal(0),
    )  # fmt: skip
    assert event.sentence.startswith(f"Dee Okafor signed {request.ref}")


def test_who_asked_cannot_sign_and_neither_can_whose_goal_it_is(maker: Maker) -> None:
    request = _ask(maker)

    with pytest.raises(SelfApproval):
        maker.desk.sign(request, by="ada")
    with pytest.raises(Forbidden):
        maker.desk.sign(request, by="ben")
    assert LedgerEntry.objects.filter(corrects__isnull=False, flags="signed-correction").count() == 0


def test_only_controllers_ask(maker: Maker) -> None:
    with pytest.raises(Forbidden):
        _ask(maker, by="ben")


def test_of_two_requests_for_the_same_call_the_second_is_stale(maker: Maker) -> None:
    first, second = _ask(maker), _ask(maker, less=50)
    maker.desk.sign(first, by="dee")

    with pytest.raises(Conflict) as refused:
        maker.desk.sign(second, by="dee")
    assert refused.value.code == "stale-terms"


def test_what_stands_already_is_no_correction(maker: Maker) -> None:
    with pytest.raises(Conflict) as refused:
        _ask(maker, less=0)
    assert refused.value.code == "nothing-to-correct"


def test_totals_of_goal_and_account_follow(maker: Maker) -> None:
    account = _attempt().execution.goal.account
    maker.desk.sign(_ask(maker), by="dee")
    fresh = Account.objects.get(pk=account.pk)

    assert fresh.spent_tokens == account.spent_tokens - 100
    assert GoalTotals.objects.get(goal__account=account).tokens == fresh.spent_tokens
