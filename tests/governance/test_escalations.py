"""A question is put to a person, answered once with authority and reason, or passed on; silence approves nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from governance import clock, escalations, ledger
from governance.actors import COUNTERSIGN, Acting
from governance.enums import EscalationStatus
from governance.errors import Conflict, Forbidden, Invalid, SelfApproval
from governance.models import Account, Delegation, Escalation, Event, RoleGrant
from tests.cast import HIRED, Cast
from tests.governance.stories import accounts_only, signed_account

__all__ = ["accounts_only"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("accounts_only")]


@dataclass
class Told:
    """An answer that only remembers with what it was applied."""

    name: str
    meaning: str
    spends_on: bool = True
    seen: list[Mapping[str, Any]] = field(default_factory=list)

    def may(self, acting: Acting, escalation: Escalation) -> None:
        if acting.name == "Dee Okafor" and self.name == "edit":
            raise Forbidden("Not Dee.", code="not-dee")

    def apply(self, acting: Acting, escalation: Escalation, data: Mapping[str, Any]) -> None:
        self.seen.append({"account": escalation.account.ref, **data})


@pytest.fixture
def resume(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Two causes stand registered: a policy stop, and a question that the owner may answer."""
    monkeypatch.setattr(escalations.causes, "ANSWERS", {})
    told = Told("resume", "go on as it is")
    escalations.register(
        "token-budget", told, Told("edit", "change it"), Told("close", "close it", spends_on=False)
    )
    escalations.register("completion-claimed", Told("accept", "it is complete"), policy=False)
    return told


@pytest.fixture
def account(cast: Cast) -> Account:
    return signed_account(cast)


def _open(account: Account, cause: str = "token-budget", **more: Any) -> Escalation:
    with transaction.atomic():
        return escalations.open_question(
            acting=COUNTERSIGN, account=ledger.lock(account.pk), cause=cause, sentence="No tokens are left.",
            evidence={"available": 12}, **more,
        )  # fmt: skip


def _answer(
    cast: Cast, question: Escalation, who: str = "cy", name: str = "resume", **more: Any
) -> Escalation:
    return escalations.answer(
        acting=cast.acting(getattr(cast, who)), escalation_id=question.pk, answer=name,
        **{"reason": "It is nearly done.", **more},
    )  # fmt: skip


def _overdue(question: Escalation) -> None:
    Escalation.objects.filter(pk=question.pk).update(due_at=clock.now() - timedelta(seconds=1))


def test_a_policy_stop_is_put_to_whoever_signed(account: Account, cast: Cast, resume: Told) -> None:
    question = _open(account)

    assert (question.assigned_to, question.level, json.loads(question.evidence_text)) == (
        cast.cy, 1, {"available": 12},
    )  # fmt: skip


def test_what_the_owner_may_answer_is_put_to_the_owner(account: Account, cast: Cast, resume: Told) -> None:
    assert _open(account, "completion-claimed").assigned_to == cast.ben


def test_the_same_question_stands_open_once(account: Account, resume: Told) -> None:
    first, again, other = _open(account), _open(account), _open(account, subject="execution 4")

    assert (again, other == first, Escalation.objects.count()) == (first, False, 2)


def test_opening_writes_no_event_of_its_own(account: Account, resume: Told) -> None:
    before = Event.objects.count()
    _open(account)

    assert Event.objects.count() == before


def test_an_answer_is_recorded_and_applied_in_one_transaction(
    account: Account, cast: Cast, resume: Told
) -> None:
    question = _answer(cast, _open(account), data={"budget": 5})
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
    question = _open(account)

    def fail(*_: Any) -> None:
        raise Conflict("No driver.", code="no-driver")

    monkeypatch.setattr(resume, "apply", fail)
    with pytest.raises(Conflict):
        _answer(cast, question)

    assert Escalation.objects.get().status == EscalationStatus.OPEN
    assert not Event.objects.filter(action="escalation.answered").exists()


def test_a_question_is_answered_once_and_the_second_is_told_by_whom(
    account: Account, cast: Cast, resume: Told
) -> None:
    question = _open(account)
    _answer(cast, question)

    with pytest.raises(Conflict) as refused:
        _answer(cast, question, "dee")

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
        _answer(cast, _open(account), "ben")


def test_who_stands_in_for_the_owner_cannot_either(account: Account, cast: Cast, resume: Told) -> None:
    Delegation.objects.create(
        giver=cast.ben,
        receiver=cast.dee,
        starts_at=HIRED,
        ends_at=clock.now() + timedelta(days=1),
        reason="x",
    )

    with pytest.raises(SelfApproval):
        _answer(cast, _open(account), "dee")


@pytest.mark.parametrize(
    ("who", "code"),
    [("olu", "role-missing"), ("aud", "role-missing"), ("eve", "role-missing"), ("bot", "service-account")],
)
def test_only_an_approver_answers_a_policy_stop(
    account: Account, cast: Cast, resume: Told, who: str, code: str
) -> None:
    with pytest.raises(Forbidden) as refused:
        _answer(cast, _open(account), who)

    assert refused.value.code == code


def test_the_service_itself_never_answers(account: Account, resume: Told) -> None:
    with pytest.raises(Forbidden) as refused:
        escalations.answer(
            acting=COUNTERSIGN, escalation_id=_open(account).pk, answer="resume", reason="Fine."
        )

    assert refused.value.code == "not-a-person"


def test_an_answer_that_spends_on_needs_a_limit_that_holds_the_budget(cast: Cast, resume: Told) -> None:
    account = signed_account(cast)
    RoleGrant.objects.filter(person=cast.cy).update(ended_at=clock.now())
    RoleGrant.objects.create(
        person=cast.cy, role="approver", limit_tokens=1_000, limit_money=100, valid_from=HIRED, granted_by="x"
    )
    question = _open(account)
    with pytest.raises(Forbidden) as refused:
        _answer(cast, question)

    assert refused.value.code == "over-limit"
    assert _answer(cast, question, name="close").answer == "close"


def test_a_delegate_answers_on_behalf(account: Account, cast: Cast, resume: Told) -> None:
    Delegation.objects.create(
        giver=cast.cy, receiver=cast.olu, starts_at=HIRED, ends_at=clock.now() + timedelta(days=1), reason="x"
    )
    question = _open(account)
    with pytest.raises(Forbidden):
        _answer(cast, question, "olu")

    assert _answer(cast, question, "olu", on_behalf_of=cast.cy).answered_by == cast.olu
    assert "Olu Mensah on behalf of Cy Lindholm answered" in account.events.latest("pk").sentence


def test_an_answer_may_refuse_by_its_own_rule(account: Account, cast: Cast, resume: Told) -> None:
    with pytest.raises(Forbidden) as refused:
        _answer(cast, _open(account), "dee", "edit")

    assert refused.value.code == "not-dee"


def test_an_unknown_answer_is_refused_with_those_there_are(
    account: Account, cast: Cast, resume: Told
) -> None:
    with pytest.raises(Invalid) as refused:
        _answer(cast, _open(account), name="approve")

    assert refused.value.message == "This question has no answer 'approve'; it has resume, edit, close."


def test_an_answer_needs_a_reason(account: Account, cast: Cast, resume: Told) -> None:
    with pytest.raises(Invalid) as refused:
        _answer(cast, _open(account), reason="  ")

    assert refused.value.field == "reason"


def test_silence_asks_the_next_approver_then_a_controller_then_expires(
    account: Account, cast: Cast, resume: Told
) -> None:
    question = _open(account)
    asked = []
    for _ in range(3):
        _overdue(question)
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
    question = _open(account, "completion-claimed")
    _overdue(question)
    escalations.expire_due()
    question.refresh_from_db()

    assert (question.level, question.assigned_to) == (2, cast.cy)


def test_what_is_not_due_waits(account: Account, resume: Told) -> None:
    _open(account)

    assert escalations.expire_due() == []


def test_an_expired_question_can_be_asked_again_and_cites_the_old_one(
    account: Account, cast: Cast, resume: Told
) -> None:
    question = _open(account)
    Escalation.objects.filter(pk=question.pk).update(status=EscalationStatus.EXPIRED)
    again = escalations.ask_again(
        acting=cast.acting(cast.ben), escalation_id=question.pk, reason="Still stopped."
    )

    assert (Escalation.objects.get(pk=again.pk).earlier, again.status) == (question, EscalationStatus.OPEN)
    assert _answer(cast, again).answer == "resume"


def test_the_same_stop_after_an_answer_begins_one_level_up(
    account: Account, cast: Cast, resume: Told
) -> None:
    first = _answer(cast, _open(account))
    again = _open(account, earlier=first)

    assert (again.level, again.assigned_to, again.earlier) == (2, cast.cy, first)


def test_what_no_longer_matters_is_moot_and_cannot_be_answered(
    account: Account, cast: Cast, resume: Told
) -> None:
    question = _open(account)
    with transaction.atomic():
        refs = escalations.make_moot(acting=cast.acting(cast.cy), account=ledger.lock(account.pk))

    with pytest.raises(Conflict):
        _answer(cast, question)
    assert refs == [question.ref]


def test_the_open_question_of_a_cause_is_found(account: Account, resume: Told) -> None:
    question = _open(account, subject="execution 4")

    assert escalations.open_of(account, cause="token-budget") == question
    assert escalations.open_of(account, cause="token-budget", subject="") is None
    assert escalations.open_of(account, cause="money-budget") is None
