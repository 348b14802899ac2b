"""Questions that nobody answers, and questions that no longer matter. Silence never approves anything."""

from __future__ import annotations

from governance import audit, clock, ledger, strict, wording
from governance.actors import COUNTERSIGN, Acting
from governance.enums import EscalationStatus, Role
from governance.errors import Conflict
from governance.escalations import asked
from governance.escalations.answering import lock
from governance.escalations.opening import answer_time, open_question
from governance.models import Account, Escalation
from governance.notifications import questions
from governance.people import requiring
from governance.transactions import outermost, require_transaction


def expire_due() -> list[Escalation]:
    """Put every overdue question to the next person, or let it expire at the last one. Outermost, one
    transaction each. Returns the questions that moved."""
    due = Escalation.objects.filter(status=EscalationStatus.OPEN, due_at__lte=clock.now())
    moved = [_next(question_id) for question_id in due.order_by("due_at", "pk").values_list("pk", flat=True)]
    return [question for question in moved if question is not None]


def make_moot(*, acting: Acting, account: Account, cause: str | None = None) -> list[str]:
    """Close the open questions of a locked account, or those of one cause, because they no longer matter.

    Composable, without an event of its own: the change that overtook them is told by its own. Returns their
    references.
    """
    require_transaction()
    standing = Escalation.objects.filter(account=account, status=EscalationStatus.OPEN)
    if cause is not None:
        standing = standing.filter(cause=cause)
    refs = [question.ref for question in standing.order_by("pk")]
    standing.update(status=EscalationStatus.MOOT)
    return refs


def ask_again(*, acting: Acting, escalation_id: int, reason: str) -> Escalation:
    """Put an expired question once more, by any named person whose role acts. Outermost."""
    person, why = requiring.named_person(acting, to="ask again"), strict.reason(reason)
    requiring.one_of(person, frozenset(Role) - {Role.AUDITOR}, clock.now(), to="ask again")
    with outermost():
        old = lock(escalation_id)
        if old.status != EscalationStatus.EXPIRED:
            raise Conflict(f"{old.ref} has not expired; it is {old.status}.", code="not-expired")
        again = open_question(
            acting=acting, account=old.account, cause=old.cause, subject=old.subject, sentence=old.sentence,
            stops=old.stops,
        )  # fmt: skip
        if again.earlier_id is None:
            Escalation.objects.filter(pk=again.pk).update(evidence_text=old.evidence_text, earlier=old)
        audit.record(
            acting=acting,
            on=old.account,
            action="escalation.asked-again",
            sentence=f"{person} asked {again.assigned_to or 'anybody'} once more, as {again.ref}, what nobody "
            f"answered as {old.ref}, because {wording.because(why)} No money moved.",
            facts={"escalation": again.ref, "earlier": old.ref, "cause": old.cause},
        )
        return again


def _next(question_id: int) -> Escalation | None:
    with outermost():
        question, at = _lock(question_id), clock.now()
        if question.status != EscalationStatus.OPEN or question.due_at > at:
            return None
        following = asked.next_person(question, at)
        if following is None:
            question.status = EscalationStatus.EXPIRED
            question.save(update_fields=["status"])
            questions.expired(question)
            _tell(question, "expired", "expire because nobody answered; the goal stays as it is")
            return question
        before = question.assigned_to
        question.level, question.assigned_to = following
        question.due_at = at + answer_time()
        question.save(update_fields=["level", "assigned_to", "due_at"])
        questions.passed_on(question)
        _tell(
            question,
            "escalated",
            f"pass from {before or 'nobody'} to {question.assigned_to} for want of an answer",
        )
        return question


def _lock(question_id: int) -> Escalation:
    account_id = Escalation.objects.values_list("account_id", flat=True).get(pk=question_id)
    account = ledger.lock(account_id)
    question = Escalation.objects.select_for_update(no_key=True, of=("self",)).get(pk=question_id)
    question.account = account
    return question


def _tell(question: Escalation, said: str, what: str) -> None:
    audit.record(
        acting=COUNTERSIGN,
        on=question.account,
        action=f"escalation.{said}",
        sentence=f"Countersign let {question.ref}, {wording.quoted(question.sentence)}, {what}. No money moved.",
        facts={"escalation": question.ref, "cause": question.cause, "level": question.level,
               "asked": question.assigned_to_id},
    )  # fmt: skip
