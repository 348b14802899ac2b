"""Telling people about questions: put to them, passed on to them, expired. Composable; decides nobody's part in it."""

from __future__ import annotations

from datetime import datetime

from governance import clock, wording
from governance.enums import NoticeKind, Role
from governance.models import Escalation, Person
from governance.notifications.notifying import notify
from governance.people import delegations, roles


def put(question: Escalation) -> None:
    """To whoever is asked and whoever stands in for them; the owner learns that the goal has stopped."""
    asked = _asked(question)
    for person in asked:
        _tell(question, person, "asks you", _yours(question, "waits for your answer"))
    owner = question.account.owner
    if question.stops and owner not in asked:
        waits = f"{question.ref} waits for {question.assigned_to or 'a controller'}, until {_due(question)}."
        _tell(question, owner, "has stopped", waits)


def passed_on(question: Escalation) -> None:
    """To whoever is asked now."""
    for person in _asked(question):
        _tell(
            question, person, "asks you", _yours(question, "was passed on to you and waits for your answer")
        )


def expired(question: Escalation) -> None:
    """To the owner, whoever was asked last, and the controllers, who can put it again."""
    told = [question.account.owner, *_asked(question), *roles.holders(Role.CONTROLLER, clock.now())]
    for person in dict.fromkeys(told):
        _tell(
            question, person, "expired, nobody answered", f"Nobody answered {question.ref}. Everything stays as it is.",
            once="expired",
        )  # fmt: skip


def _asked(question: Escalation) -> list[Person]:
    """Whoever is asked with those who stand in; the controllers where nobody is left to ask."""
    at = clock.now()
    if question.assigned_to is None:
        return [each for each in roles.holders(Role.CONTROLLER, at) if each.pk != question.account.owner_id]
    return [question.assigned_to, *_standing_in(question.assigned_to, question.account.owner_id, at)]


def _standing_in(giver: Person, owner_id: int, at: datetime) -> list[Person]:
    ids = delegations.receivers(giver.pk, at) - {owner_id}
    return list(Person.objects.filter(pk__in=ids, is_active=True).order_by("pk"))


def _yours(question: Escalation, what: str) -> str:
    return f"{question.ref} {what}, until {_due(question)}."


def _due(question: Escalation) -> str:
    return f"{question.due_at:%d %b %Y, %H:%M} UTC"


def _tell(question: Escalation, person: Person, what: str, and_then: str, *, once: str = "") -> None:
    kind = NoticeKind.UNCERTAIN if question.cause == "uncertain" else NoticeKind.QUESTION
    notify(
        to=person, kind=kind, account=question.account, link=f"/escalations/{question.ref}/",
        subject=f"{question.account.ref} {what}: {wording.quoted(question.sentence)}",
        sentence=f"{wording.because(question.sentence)} {and_then}",
        dedup=f"question:{question.pk}:{once or f'level {question.level}'}:{person.pk}",
    )  # fmt: skip
