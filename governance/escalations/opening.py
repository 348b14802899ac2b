"""Putting a question to a person, with the evidence. At most one stands open per account, cause and subject.

Composable, with the account locked. Writes no event: the stop that asks is told by its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from governance import canonical, clock
from governance.actors import Acting
from governance.authorisations import policy
from governance.enums import EscalationStatus
from governance.escalations import asked
from governance.models import Account, Escalation, Person
from governance.notifications import questions
from governance.transactions import require_transaction


def open_question(
    *,
    acting: Acting,
    account: Account,
    cause: str,
    sentence: str,
    subject: str = "",
    evidence: Mapping[str, Any] | None = None,
    stops: bool = True,
    due_at: datetime | None = None,
    earlier: Escalation | None = None,
    but: Person | None = None,
) -> Escalation:
    """Ask, or give back the question that already stands open. An `earlier` answered one is cited, and the
    question begins one level above it. It is not put to `but`, who may not answer it."""
    require_transaction()
    standing = open_of(account, cause=cause, subject=subject)
    if standing is not None:
        return standing
    at = clock.now()
    level, person = _first(
        account, cause, at, 1 if earlier is None else min(earlier.level + 1, asked.LAST_LEVEL), but
    )
    question = Escalation.objects.create(
        account=account,
        cause=cause,
        subject=subject,
        stops=stops,
        sentence=sentence,
        evidence_text=canonical.text(dict(evidence or {})),
        level=level,
        assigned_to=person,
        opened_at=at,
        due_at=due_at or at + answer_time(),
        earlier=earlier,
    )
    questions.put(question)
    return question


def open_of(account: Account, *, cause: str, subject: str | None = None) -> Escalation | None:
    """The open question of this cause, of any subject unless one is named; the newest."""
    found = Escalation.objects.filter(account=account, cause=cause, status=EscalationStatus.OPEN)
    if subject is not None:
        found = found.filter(subject=subject)
    return found.order_by("-pk").first()


def answer_time() -> timedelta:
    """How long a person has to answer before the next one is asked."""
    return timedelta(hours=policy.current()[0].answer_hours)


def _first(
    account: Account, cause: str, at: datetime, level: int, but: Person | None
) -> tuple[int, Person | None]:
    for each in range(level, asked.LAST_LEVEL + 1):
        person = asked.person_for(account, cause, each, at, but=but)
        if person is not None:
            return each, person
    return level, None
