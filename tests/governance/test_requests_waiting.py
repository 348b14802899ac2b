"""Requests that wait: who is asked, who is asked next, and how silence ends."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from governance import authorisations, clock
from governance.enums import RequestKind, RequestStatus
from governance.errors import Conflict, Forbidden, Invalid
from governance.models import Account, Event, Request, RoleGrant
from tests.cast import Cast
from tests.governance.stories import ask, sign

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("accounts_only")]


def _lapse(request: Request) -> Request:
    Request.objects.filter(pk=request.pk).update(due_at=clock.now() - timedelta(seconds=1))
    authorisations.expire_due()
    return Request.objects.get(pk=request.pk)


def _send_back(cast: Cast, request: Request) -> Request:
    with transaction.atomic():
        return authorisations.send_back(
            acting=cast.acting(cast.cy), request=authorisations.lock(request.pk), revision=1, reason="Say why.",
            page_digest=authorisations.page_digest(request),
        )  # fmt: skip


def test_the_requester_s_manager_is_asked_first_if_they_may_sign(cast: Cast) -> None:
    cast.ben.manager = cast.dee
    cast.ben.save(update_fields=["manager"])

    assert ask(cast).assigned_to == cast.dee


def test_otherwise_the_lowest_limit_that_holds_it(cast: Cast) -> None:
    assert (ask(cast).assigned_to, ask(cast, tokens=2_000_000).assigned_to) == (cast.cy, cast.dee)


def test_silence_asks_the_next_person_first(cast: Cast) -> None:
    request = _lapse(ask(cast))

    assert (request.status, request.level, request.assigned_to) == (RequestStatus.PENDING, 2, cast.dee)
    assert request.due_at > clock.now()
    assert Event.objects.latest("pk").sentence == (
        f"Countersign put {request.ref}, “Reconcile August”, to Dee Okafor because Cy Lindholm did not answer in "
        "time. No money moved."
    )


def test_silence_in_the_end_expires_and_approves_nothing(cast: Cast) -> None:
    request = _lapse(_lapse(ask(cast)))

    assert (request.status, Account.objects.count()) == (RequestStatus.EXPIRED, 0)
    assert Event.objects.latest("pk").sentence == (
        f"Countersign let {request.ref}, “Reconcile August”, expire because nobody answered. Nothing was approved "
        "and no money moved."
    )


def test_an_expired_request_is_not_a_declined_one_and_cannot_be_signed(cast: Cast) -> None:
    request = _lapse(_lapse(ask(cast)))

    with pytest.raises(Conflict) as refused:
        sign(cast, request)

    assert (refused.value.details["status"], refused.value.details["decided_by"]) == (
        "expired",
        "Countersign",
    )


def test_with_no_other_approver_a_controller_is_told(cast: Cast) -> None:
    RoleGrant.objects.filter(person=cast.dee).update(ended_at=clock.now())

    assert _lapse(ask(cast)).assigned_to == cast.ada


def test_who_was_not_asked_may_sign_all_the_same(cast: Cast) -> None:
    assert sign(cast, ask(cast), by=cast.dee).status == RequestStatus.APPROVED


def test_a_time_to_answer_by_lies_ahead(cast: Cast) -> None:
    with pytest.raises(Invalid) as refused, transaction.atomic():
        authorisations.ask(
            acting=cast.acting(cast.ben),
            draft=authorisations.Draft(
                kind=RequestKind.GOAL, title="x", reason="y", text="{}", total_tokens=1, cost_centre=cast.payables,
                due_at=clock.now() - timedelta(minutes=1),
            ),
        )  # fmt: skip

    assert refused.value.field == "due_at"


def test_what_was_sent_back_waits_for_the_requester_and_is_not_signed(cast: Cast) -> None:
    request = _send_back(cast, ask(cast))

    with pytest.raises(Conflict) as refused:
        sign(cast, request, by=cast.dee)

    assert (request.status, refused.value.details["decided_by"]) == (RequestStatus.SENT_BACK, "Cy Lindholm")


def test_what_was_sent_back_expires_without_asking_anybody_else(cast: Cast) -> None:
    assert _lapse(_send_back(cast, ask(cast))).status == RequestStatus.EXPIRED


def test_only_the_requester_withdraws(cast: Cast) -> None:
    request = ask(cast)
    with pytest.raises(Forbidden), transaction.atomic():
        authorisations.withdraw(
            acting=cast.acting(cast.cy), request=authorisations.lock(request.pk), revision=1, reason="No."
        )
    with transaction.atomic():
        authorisations.withdraw(
            acting=cast.acting(cast.ben),
            request=authorisations.lock(request.pk),
            revision=1,
            reason="Not needed.",
        )

    assert Request.objects.get().status == RequestStatus.WITHDRAWN
