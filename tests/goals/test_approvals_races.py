"""Two decisions at one instant: one wins, the other is told who decided. Real threads, real transactions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from goals import activation, approvals
from goals.models import Goal
from goals.rounds import reservations
from governance import clock
from governance.authorisations import page_digest
from governance.enums import RequestStatus
from governance.errors import Conflict
from governance.models import (
    Account,
    Authorisation,
    Delegation,
    Envelope,
    Event,
    LedgerEntry,
    Person,
    Request,
    Signature,
)
from governance.people import delegations, leaving
from tests.cast import Cast
from tests.goals.approvals import asked, signed_goal
from tests.goals.terms_stories import terms
from tests.racing import race, refusals

pytestmark = pytest.mark.django_db(transaction=True)
REPEATS = range(3)


def _decide(
    cast: Cast, verb: Callable[..., Request], who: str, request: Request, *, behalf: Person | None = None
) -> partial[Request]:
    return partial(
        verb, acting=cast.acting(getattr(cast, who)), request_id=request.pk, revision=1, reason=f"{who} says so.",
        page_digest=page_digest(request), on_behalf_of=behalf,
    )  # fmt: skip


def _lend(cast: Cast, giver: Person, receiver: Person) -> Delegation:
    return delegations.delegate(
        acting=cast.acting(giver), receiver=receiver, ends_at=clock.now() + timedelta(days=1), reason="Away."
    )


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


@pytest.mark.parametrize("_repeat", REPEATS)
@pytest.mark.parametrize("verb", [approvals.sign, approvals.decline, approvals.send_back])
def test_a_delegate_and_the_approver_leave_one_decision(
    cast: Cast, verb: Callable[..., Request], _repeat: int
) -> None:
    _lend(cast, cast.cy, cast.eve)
    request = asked(cast)
    outcomes = race(
        _decide(cast, approvals.sign, "eve", request, behalf=cast.cy), _decide(cast, verb, "cy", request)
    )
    won = Signature.objects.get()

    assert _one_conflict(outcomes).details["decided_by"] == won.person_name
    assert (won.person, won.on_behalf_of) in [(cast.eve, cast.cy), (cast.cy, None)]
    assert Goal.objects.count() == (won.act == "sign")


@pytest.mark.parametrize("_repeat", REPEATS)
def test_a_delegate_and_the_approver_at_once_are_one_authority_of_two(cast: Cast, _repeat: int) -> None:
    _lend(cast, cast.dee, cast.eve)
    request = asked(cast, budget_money="40.00")
    Request.objects.filter(pk=request.pk).update(signatures_needed=2)
    request.refresh_from_db()
    outcomes = race(
        _decide(cast, approvals.sign, "eve", request, behalf=cast.dee),
        _decide(cast, approvals.sign, "dee", request),
    )
    (refused,) = refusals(outcomes)

    assert getattr(refused, "code", refused) == "same-authority"
    assert (Signature.objects.count(), Goal.objects.count(), Request.objects.get().status) == (
        1,
        0,
        "pending",
    )


@pytest.mark.parametrize("_repeat", REPEATS)
def test_a_delegate_who_signs_as_the_delegation_ends_signs_under_it_or_not_at_all(
    cast: Cast, _repeat: int
) -> None:
    given, request = _lend(cast, cast.cy, cast.eve), asked(cast)
    end = partial(delegations.revoke, acting=cast.acting(cast.cy), delegation_id=given.pk, reason="Back.")
    outcomes = race(_decide(cast, approvals.sign, "eve", request, behalf=cast.cy), end)
    given.refresh_from_db()

    assert given.revoked_at is not None
    if refusals(outcomes):
        assert [getattr(one, "code", one) for one in refusals(outcomes)] == ["no-delegation"]
        assert (Signature.objects.count(), Goal.objects.count()) == (0, 0)
    else:
        assert (Signature.objects.get().on_behalf_of, Goal.objects.count()) == (cast.cy, 1)


@pytest.mark.parametrize("_repeat", REPEATS)
def test_an_approver_who_signs_while_being_deactivated_starts_nothing(cast: Cast, _repeat: int) -> None:
    activation.hold_lease("the story's driver", seconds=3_600)
    request = asked(cast, budget_money=None)
    leave = partial(
        leaving.deactivate, acting=cast.acting(cast.ada), person_id=cast.cy.pk, reason="He moved on."
    )
    outcomes = race(_decide(cast, approvals.sign, "cy", request), leave)
    request.refresh_from_db()

    if refusals(outcomes):
        assert (request.status, request.assigned_to, Goal.objects.count()) == ("pending", cast.dee, 0)
    else:
        row, answer = reservations.reserve(acting=cast.acting(cast.olu), goal_id=Goal.objects.get().pk)
        assert (row, answer.code) == (None, "authorisation-lapsed")


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
