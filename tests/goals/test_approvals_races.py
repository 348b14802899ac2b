"""Two decisions at one instant: one wins, the other is told who decided. Real threads, real transactions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from goals import approvals
from goals.models import Goal
from governance import clock
from governance.authorisations import page_digest
from governance.enums import RequestStatus
from governance.errors import Conflict
from governance.models import Account, Authorisation, Envelope, Event, LedgerEntry, Request, Signature
from tests.cast import Cast
from tests.goals.approvals import asked, signed_goal
from tests.goals.terms_stories import terms
from tests.racing import race, refusals

pytestmark = pytest.mark.django_db(transaction=True)
REPEATS = range(3)


def _decide(cast: Cast, verb: Callable[..., Request], who: str, request: Request) -> partial[Request]:
    return partial(
        verb, acting=cast.acting(getattr(cast, who)), request_id=request.pk, revision=1, reason=f"{who} says so.",
        page_digest=page_digest(request),
    )  # fmt: skip


def _one_conflict(outcomes: list[Any]) -> Conflict:
    (refused,) = refusals(outcomes)
    assert isinstance(refused, Conflict), refused
    return refused


@pytest.mark.parametrize("_repeat", REPEATS)
def test_approve_and_approve_make_one_goal(cast: Cast, _repeat: int) -> None:
    request = asked(cast)
    outcomes = race(
        _decide(cast, approvals.sign, "cy", request), _decide(cast, approvals.sign, "dee", request)
    )
    winner = Signature.objects.get()

    assert _one_conflict(outcomes).details["decided_by"] == winner.person_name
    assert (Goal.objects.count(), Account.objects.count(), Authorisation.objects.count()) == (1, 1, 1)
    assert Event.objects.filter(action="request.approved").count() == 1


@pytest.mark.parametrize("_repeat", REPEATS)
def test_approve_and_decline_leave_one_decision(cast: Cast, _repeat: int) -> None:
    request = asked(cast)
    outcomes = race(
        _decide(cast, approvals.sign, "cy", request), _decide(cast, approvals.decline, "dee", request)
    )
    refused, status = _one_conflict(outcomes), Request.objects.get().status

    assert (refused.code, refused.details["decided_by"]) == (
        "already-decided", {"approved": "Cy Lindholm", "declined": "Dee Okafor"}[status],
    )  # fmt: skip
    assert Goal.objects.count() == (status == RequestStatus.APPROVED)
    assert Signature.objects.count() == 1


@pytest.mark.parametrize("_repeat", REPEATS)
def test_approve_and_edit_never_sign_what_was_not_seen(cast: Cast, _repeat: int) -> None:
    request = asked(cast)
    edit = partial(
        approvals.resubmit, acting=cast.acting(cast.ben), request_id=request.pk, revision=1, reason="More.",
        terms=terms(budget_tokens=500_000),
    )  # fmt: skip
    refused = _one_conflict(race(_decide(cast, approvals.sign, "cy", request), edit))
    after = Request.objects.get()

    if after.status == RequestStatus.APPROVED:
        assert (refused.code, refused.details["decided_by"]) == ("already-decided", "Cy Lindholm")
        assert Account.objects.get().budget_tokens == 400_000
    else:
        assert (refused.code, refused.details["decided_by"]) == ("stale-revision", "Ben Osei")
        assert (after.revision, Goal.objects.count(), Signature.objects.count()) == (2, 0, 0)


@pytest.mark.parametrize("_repeat", REPEATS)
def test_approve_and_withdraw_leave_one_decision(cast: Cast, _repeat: int) -> None:
    request = asked(cast)
    withdraw = partial(
        approvals.withdraw, acting=cast.acting(cast.ben), request_id=request.pk, revision=1, reason="No need."
    )
    refused = _one_conflict(race(_decide(cast, approvals.sign, "cy", request), withdraw))
    status = Request.objects.get().status

    assert refused.details["decided_by"] == {"approved": "Cy Lindholm", "withdrawn": "Ben Osei"}[status]
    assert Goal.objects.count() == (status == RequestStatus.APPROVED)


def test_one_signature_delivered_twenty_times_makes_one_goal(cast: Cast) -> None:
    request = asked(cast)
    outcomes = race(*[_decide(cast, approvals.sign, "cy", request)] * 20)

    assert {type(error) for error in refusals(outcomes)} == {Conflict}
    assert (len(refusals(outcomes)), Goal.objects.count(), LedgerEntry.objects.count()) == (19, 1, 1)


def test_two_raises_over_one_base_cannot_both_be_signed(cast: Cast) -> None:
    goal = signed_goal(cast)
    base = goal.account.terms.digest
    requests = [
        approvals.ask_change(
            acting=cast.acting(cast.ben), goal_id=goal.pk, terms=terms(budget_tokens=tokens), base_digest=base,
            reason="More.",
        )
        for tokens in (500_000, 600_000)
    ]  # fmt: skip
    outcomes = race(*[_decide(cast, approvals.sign, "cy", request) for request in requests])

    assert _one_conflict(outcomes).code == "stale-terms"
    assert sorted(request.status for request in Request.objects.filter(kind="terms")) == ["approved", "stale"]


def test_an_envelope_with_room_for_one_takes_one(cast: Cast) -> None:
    Envelope.objects.create(cost_centre=cast.payables, period=clock.period_of(clock.now()), budget_money=20)
    requests = [asked(cast), asked(cast, objective="Reconcile July")]
    outcomes = race(*[_decide(cast, approvals.sign, "cy", request) for request in requests])
    (refused,) = refusals(outcomes)

    assert (getattr(refused, "code", refused), Goal.objects.count()) == ("envelope", 1)
    assert Envelope.objects.get().encumbered_money == 12


def test_narrowing_and_signing_at_once_leave_one_line_of_terms(cast: Cast) -> None:
    goal = signed_goal(cast)
    base = goal.account.terms.digest
    request = approvals.ask_change(
        acting=cast.acting(cast.ben), goal_id=goal.pk, terms=terms(budget_tokens=600_000), base_digest=base,
        reason="More.",
    )  # fmt: skip
    narrow = partial(
        approvals.narrow, acting=cast.acting(cast.olu), goal_id=goal.pk, terms=terms(budget_tokens=300_000),
        base_digest=base, reason="Less.",
    )  # fmt: skip
    outcomes = race(_decide(cast, approvals.sign, "cy", request), narrow)

    assert _one_conflict(outcomes).code == "stale-terms"
    assert Account.objects.get().terms_version == 2
