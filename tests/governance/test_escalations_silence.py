"""Questions that nobody answers, or that stop mattering: passed on, expired, asked again, moot."""

from __future__ import annotations

import pytest
from django.db import transaction

from governance import escalations, ledger
from governance.enums import EscalationStatus
from governance.errors import Conflict
from governance.models import Account, Escalation
from tests.cast import Cast
from tests.governance.questions import Told, given, overdue, put

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("accounts_only")]


def test_silence_asks_the_next_approver_then_a_controller_then_expires(
    account: Account, cast: Cast, resume: Told
) -> None:
    question = put(account)
    asked = []
    for _ in range(3):
        overdue(question)
        escalations.expire_due()
        question.refresh_from_db()
        asked.append((question.level, question.assigned_to, question.status))

    assert asked == [
        (2, cast.dee, EscalationStatus.OPEN),
        (3, cast.ada, EscalationStatus.OPEN),
        (3, cast.ada, EscalationStatus.EXPIRED),
    ]
    assert [event.action for event in account.events.order_by("pk")][1:] == [
        "escalation.escalated", "escalation.escalated", "escalation.expired",
    ]  # fmt: skip
    assert resume.seen == []


def test_an_owner_s_silence_passes_to_an_approver(account: Account, cast: Cast, resume: Told) -> None:
    question = put(account, "completion-claimed")
    overdue(question)
    escalations.expire_due()
    question.refresh_from_db()

    assert (question.level, question.assigned_to) == (2, cast.cy)


def test_what_is_not_due_waits(account: Account, resume: Told) -> None:
    put(account)

    assert escalations.expire_due() == []


def test_an_expired_question_can_be_asked_again_and_cites_the_old_one(
    account: Account, cast: Cast, resume: Told
) -> None:
    question = put(account)
    Escalation.objects.filter(pk=question.pk).update(status=EscalationStatus.EXPIRED)
    again = escalations.ask_again(
        acting=cast.acting(cast.ben), escalation_id=question.pk, reason="Still stopped."
    )

    assert (Escalation.objects.get(pk=again.pk).earlier, again.status) == (question, EscalationStatus.OPEN)
    assert given(cast, again).answer == "resume"


def test_the_same_stop_after_an_answer_begins_one_level_up(
    account: Account, cast: Cast, resume: Told
) -> None:
    first = given(cast, put(account))
    again = put(account, earlier=first)

    assert (again.level, again.assigned_to, again.earlier) == (2, cast.cy, first)


def test_what_no_longer_matters_is_moot_and_cannot_be_answered(
    account: Account, cast: Cast, resume: Told
) -> None:
    question = put(account)
    with transaction.atomic():
        refs = escalations.make_moot(acting=cast.acting(cast.cy), account=ledger.lock(account.pk))

    with pytest.raises(Conflict):
        given(cast, question)
    assert refs == [question.ref]


def test_the_open_question_of_a_cause_is_found(account: Account, resume: Told) -> None:
    question = put(account, subject="execution 4")

    assert escalations.open_of(account, cause="token-budget") == question
    assert escalations.open_of(account, cause="token-budget", subject="") is None
    assert escalations.open_of(account, cause="money-budget") is None
