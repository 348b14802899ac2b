"""Answering a question: once, by a named person with the authority for it, with a reason. Outermost."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from governance import audit, clock, envelopes, strict, wording
from governance.actors import Acting
from governance.enums import EscalationStatus, Role
from governance.errors import Conflict, Forbidden, Invalid, NotFound, SelfApproval
from governance.escalations import causes
from governance.escalations.causes import Answer, Cause
from governance.models import Escalation, Person
from governance.people import delegations, requiring, roles
from governance.transactions import outermost, require_transaction


def answer(
    *,
    acting: Acting,
    escalation_id: int,
    answer: str,
    reason: str,
    data: Mapping[str, Any] | None = None,
    on_behalf_of: Person | None = None,
) -> Escalation:
    """Take one answer and do what it says, in one transaction.

    Raises Conflict `already-decided` naming who answered, SelfApproval, Forbidden, Invalid for an answer
    that this question does not have.
    """
    with outermost():
        question, at = lock(escalation_id), clock.now()
        person = requiring.named_person(acting, to="answer a question")
        _require_open(question)
        cause = causes.of(question.cause)
        chosen = _choose(cause, answer)
        if cause.policy:
            _require_authority(person, question, chosen, on_behalf_of, at)
        chosen.may(acting, question)
        _take(question, chosen, person, strict.reason(reason), at)
        _tell(acting, question, chosen, on_behalf_of)
        chosen.apply(acting, question, data or {})
        return question


def lock(escalation_id: int) -> Escalation:
    """The question, locked after its envelope and account; `account` on it is the locked row."""
    require_transaction()
    account_id = Escalation.objects.filter(pk=escalation_id).values_list("account_id", flat=True).first()
    if account_id is None:
        raise NotFound("There is no such question.", field="escalation")
    account = envelopes.lock_account(account_id)
    question = Escalation.objects.select_for_update(no_key=True, of=("self",)).get(pk=escalation_id)
    question.account = account
    return question


def _require_open(question: Escalation) -> None:
    if question.status == EscalationStatus.OPEN:
        return
    ended = {
        EscalationStatus.ANSWERED: f"{question.answered_by} answered it with “{question.answer}”",
        EscalationStatus.EXPIRED: "nobody answered in time",
        EscalationStatus.MOOT: "the goal has moved on without it",
    }[EscalationStatus(question.status)]
    raise Conflict(
        f"{question.ref} is no longer open: {ended}.",
        code="already-decided",
        status=str(question.status),
        decided_by=str(question.answered_by) if question.answered_by else "Countersign",
        decided_at=question.answered_at,
        answer=question.answer,
    )


def _choose(cause: Cause, name: str) -> Answer:
    if name not in cause.answers:
        offered = ", ".join(cause.answers) or "none yet"
        raise Invalid(f"This question has no answer {name!r}; it has {offered}.", field="answer")
    return cause.answers[name]


def _require_authority(
    person: Person, question: Escalation, chosen: Answer, on_behalf_of: Person | None, at: datetime
) -> None:
    """A policy stop is decided by an approver who has no part in the goal, within their limit if it spends on."""
    account = question.account
    interested = {account.owner_id, _requester_id(question)}
    for somebody in filter(None, (person, on_behalf_of)):
        if somebody.pk in interested or any(
            somebody.pk in delegations.receivers(interest, at) for interest in interested
        ):
            raise SelfApproval(
                f"{somebody} asked for this goal or stands in for whoever did; somebody else must answer."
            )
    holder = on_behalf_of or person
    if on_behalf_of and not delegations.stands_in(person, giver=on_behalf_of, role=Role.APPROVER, at=at):
        raise Forbidden(f"{person} does not stand in for {on_behalf_of} today.", code="no-delegation")
    requiring.one_of(holder, frozenset({Role.APPROVER}), at, to="answer a policy stop")
    limits = roles.limits(holder, at)
    assert limits is not None
    if chosen.spends_on and not limits.cover(
        tokens=account.budget_tokens, money=account.budget_money, currency=account.currency
    ):
        raise Forbidden(
            f"{holder} may decide up to {wording.totals(limits.tokens, limits.money, limits.currency)}, and this "
            f"goal's budget is {wording.totals(account.budget_tokens, account.budget_money, account.currency)}.",
            code="over-limit",
        )


def _requester_id(question: Escalation) -> int:
    signed = question.account.authorisation
    return signed.request.requester_id if signed else question.account.owner_id


def _take(question: Escalation, chosen: Answer, person: Person, why: str, at: datetime) -> None:
    question.status, question.answer, question.reason = EscalationStatus.ANSWERED, chosen.name, why
    question.answered_by, question.answered_at = person, at
    moved = Escalation.objects.filter(pk=question.pk, status=EscalationStatus.OPEN).update(
        status=question.status, answer=chosen.name, reason=why, answered_by=person, answered_at=at
    )
    if moved != 1:
        question.refresh_from_db()
        _require_open(question)


def _tell(acting: Acting, question: Escalation, chosen: Answer, on_behalf_of: Person | None) -> None:
    behalf = f" on behalf of {on_behalf_of}" if on_behalf_of else ""
    audit.record(
        acting=acting,
        on=question.account,
        action="escalation.answered",
        sentence=f"{acting.name}{behalf} answered {question.ref}, {wording.quoted(question.sentence)}, with "
        f"“{chosen.meaning}” because {wording.because(question.reason)} Answering alone moved no money.",
        facts={
            "escalation": question.ref, "cause": question.cause, "subject": question.subject,
            "answer": chosen.name, "reason": question.reason, "level": question.level,
            "on_behalf_of": on_behalf_of.pk if on_behalf_of else None,
        },
    )  # fmt: skip
