"""A question is put to a person, answered once with authority and reason, or passed on; silence approves nothing."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from governance import clock, escalations
from governance.actors import COUNTERSIGN
from governance.enums import EscalationStatus
from governance.errors import Conflict, Forbidden, Invalid, SelfApproval
from governance.models import Account, Delegation, Escalation, Event, RoleGrant
from tests.cast import HIRED, Cast
from tests.governance.questions import Told, given, put
from tests.governance.stories import signed_account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("accounts_only")]


def test_a_policy_stop_is_put_to_whoever_signed(account: Account, cast: Cast, resume: Told) -> None:
    question = put(account)

    assert (question.assigned_to, question.level, json.loads(question.evidence_text)) == (
        cast.cy, 1, {"available": 12},
    )  # fmt: skip


def test_what_the_owner_may_answer_is_put_to_the_owner(account: Account, cast: Cast, resume: Told) -> None:
    assert put(account, "completion-claimed").assigned_to == cast.ben


def test_the_same_question_stands_open_once(account: Account, resume: Told) -> None:
    first, again, other = put(account), put(account), put(account, subject="execution 4")

    assert (again, other == first, Escalation.objects.count()) == (first, False, 2)


def test_opening_writes_no_event_of_its_own(account: Account, resume: Told) -> None:
    before = Event.objects.count()
    put(account)

    assert Event.objects.count() == before


def test_an_answer_is_recorded_and_applied_in_one_transaction(
    account: Account, cast: Cast, resume: Told
) -> None:
    question = given(cast, put(account), data={"budget": 5})
    event = account.events.latest("pk")

    assert (question.status, question.answered_by, question.answer) == (
        EscalationStatus.ANSWERED, cast.cy, "resume",
    )  # fmt: skip
    assert resume.seen == [{"account": account.ref, "budget": 5}]
    assert event.sentence == (
        f"Cy Lindholm answered {question.ref}, “No tokens are left.”, with “go on as it is” because It is nearly "
        "done. Answering alone moved no money."
    )


def test_an_answer_that_cannot_be_applied_leaves_the_question_open(
    account: Account, cast: Cast, resume: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = put(account)

    def fail(*_: Any) -> None:
        raise Conflict("No driver.", code="no-driver")

    monkeypatch.setattr(resume, "apply", fail)
    with pytest.raises(Conflict):
        given(cast, question)

    assert Escalation.objects.get().status == EscalationStatus.OPEN
    assert not Event.objects.filter(action="escalation.answered").exists()


def test_a_question_is_answered_once_and_the_second_is_told_by_whom(
    account: Account, cast: Cast, resume: Told
) -> None:
    question = put(account)
    given(cast, question)

    with pytest.raises(Conflict) as refused:
        given(cast, question, "dee")

    assert (refused.value.code, refused.value.details["decided_by"], refused.value.details["answer"]) == (
        "already-decided", "Cy Lindholm", "resume",
    )  # fmt: skip


def test_the_owner_cannot_answer_a_policy_stop_even_as_an_approver(
    account: Account, cast: Cast, resume: Told
) -> None:
    RoleGrant.objects.filter(person=cast.dee).update(ended_at=clock.now())
    RoleGrant.objects.create(
        person=cast.ben,
        role="approver",
        limit_tokens=10**7,
        limit_money=100,
        valid_from=HIRED,
        granted_by="x",
    )

    with pytest.raises(SelfApproval):
        given(cast, put(account), "ben")


def test_who_stands_in_for_the_owner_cannot_either(account: Account, cast: Cast, resume: Told) -> None:
    Delegation.objects.create(
        giver=cast.ben,
        receiver=cast.dee,
        starts_at=HIRED,
        ends_at=clock.now() + timedelta(days=1),
        reason="x",
    )

    with pytest.raises(SelfApproval):
        given(cast, put(account), "dee")


@pytest.mark.parametrize(
    ("who", "code"),
    [("olu", "role-missing"), ("aud", "role-missing"), ("eve", "role-missing"), ("bot", "service-account")],
)
def test_only_an_approver_answers_a_policy_stop(
    account: Account, cast: Cast, resume: Told, who: str, code: str
) -> None:
    with pytest.raises(Forbidden) as refused:
        given(cast, put(account), who)

    assert refused.value.code == code


def test_the_service_itself_never_answers(account: Account, resume: Told) -> None:
    with pytest.raises(Forbidden) as refused:
        escalations.answer(acting=COUNTERSIGN, escalation_id=put(account).pk, answer="resume", reason="Fine.")

    assert refused.value.code == "not-a-person"


def test_an_answer_that_spends_on_needs_a_limit_that_holds_the_budget(cast: Cast, resume: Told) -> None:
    account = signed_account(cast)
    RoleGrant.objects.filter(person=cast.cy).update(ended_at=clock.now())
    RoleGrant.objects.create(
        person=cast.cy, role="approver", limit_tokens=1_000, limit_money=100, valid_from=HIRED, granted_by="x"
    )
    question = put(account)
    with pytest.raises(Forbidden) as refused:
        given(cast, question)

    assert refused.value.code == "over-limit"
    assert given(cast, question, name="close").answer == "close"


def test_a_delegate_answers_on_behalf(account: Account, cast: Cast, resume: Told) -> None:
    Delegation.objects.create(
        giver=cast.cy, receiver=cast.olu, starts_at=HIRED, ends_at=clock.now() + timedelta(days=1), reason="x"
    )
    question = put(account)
    with pytest.raises(Forbidden):
        given(cast, question, "olu")

    assert given(cast, question, "olu", on_behalf_of=cast.cy).answered_by == cast.olu
    assert "Olu Mensah on behalf of Cy Lindholm answered" in account.events.latest("pk").sentence


def test_an_answer_may_refuse_by_its_own_rule(account: Account, cast: Cast, resume: Told) -> None:
    with pytest.raises(Forbidden) as refused:
        given(cast, put(account), "dee", "edit")

    assert refused.value.code == "not-dee"


def test_an_unknown_answer_is_refused_with_those_there_are(
    account: Account, cast: Cast, resume: Told
) -> None:
    with pytest.raises(Invalid) as refused:
        given(cast, put(account), name="approve")

    assert refused.value.message == "This question has no answer 'approve'; it has resume, edit, close."


def test_an_answer_needs_a_reason(account: Account, cast: Cast, resume: Told) -> None:
    with pytest.raises(Invalid) as refused:
        given(cast, put(account), reason="  ")

    assert refused.value.field == "reason"
