"""Whom a question is put to at each level: the owner or the signer, then the next approver, then a controller."""

from __future__ import annotations

from datetime import datetime

from governance.enums import Act, EscalationStatus, Role
from governance.escalations import causes
from governance.models import Account, Escalation, Person, Signature
from governance.notifications import questions
from governance.people import delegations, roles
from governance.transactions import require_transaction

LAST_LEVEL = 3


def person_for(
    account: Account, cause: str, level: int, at: datetime, *, but: Person | None = None
) -> Person | None:
    """The person to ask at this level, or None if there is nobody."""
    if level >= LAST_LEVEL:
        return next((p for p in roles.holders(Role.CONTROLLER, at) if p not in (but, account.owner)), None)
    owner = account.owner
    asks_owner = level == 1 and causes.of(cause).owner_first and owner.is_active and owner != but
    if asks_owner and not owner.away_at(at):
        return owner
    able = [person for person in approvers(account, at) if person != but]
    signer = _signer(account)
    if level == 1 and signer in able and not signer.away_at(at):
        return signer
    return next(iter(able), owner if asks_owner else None)


def approvers(account: Account, at: datetime) -> list[Person]:
    """Everybody who may decide on this account's policy stops with their own limit, lowest limit first; whoever is
    away last."""
    barred = {account.owner_id, *delegations.receivers(account.owner_id, at)}
    rights = roles.covering(
        frozenset({Role.APPROVER}),
        tokens=account.budget_tokens,
        money=account.budget_money,
        currency=account.currency,
        at=at,
    )
    able = [grant.person for grant in rights if grant.person_id not in barred]
    return sorted(able, key=lambda person: person.away_at(at))


def reassign(leaving: Person, at: datetime, *, absent: bool = False) -> dict[str, str]:
    """Put every open question that waited for this person to the next one; of somebody who is only absent it stays
    where nobody else is left. Composable, without an event of its own: returns who is asked now, by reference, for
    the event of the change that caused it."""
    require_transaction()
    waiting = Escalation.objects.select_for_update(no_key=True, of=("self",)).filter(
        assigned_to=leaving, status=EscalationStatus.OPEN
    )
    moved = {}
    for question in waiting.order_by("pk"):
        following = next_person(question, at)
        if following is not None:
            question.level, question.assigned_to = following
        elif absent:
            continue
        else:
            question.assigned_to = None
        question.save(update_fields=["level", "assigned_to"])
        questions.passed_on(question)
        moved[question.ref] = str(question.assigned_to) if question.assigned_to else "nobody"
    return moved


def next_person(question: Escalation, at: datetime) -> tuple[int, Person] | None:
    """The next level at which there is somebody else to ask, with that person; None at the end."""
    for level in range(question.level + 1, LAST_LEVEL + 1):
        person = person_for(question.account, question.cause, level, at, but=question.assigned_to)
        if person is not None:
            return level, person
    return None


def _signer(account: Account) -> Person | None:
    if account.authorisation is None:
        return None
    signed = Signature.objects.filter(request=account.authorisation.request_id, act=Act.SIGN).select_related(
        "person"
    )
    last = signed.order_by("-pk").first()
    return last.person if last else None
