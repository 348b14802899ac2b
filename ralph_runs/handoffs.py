"""What the next fresh agent is given from before: the last good report, and what people answered since."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from goals.models import Claim, Goal
from governance.enums import EscalationStatus
from governance.escalations import causes
from governance.models import Escalation
from ralph_runs import windows
from ralph_runs.models import RunRound
from ralph_runs.report import Report, validate

OF_NO_USE = ("completion-claimed", "uncertain")
"""Answers about the books or about a claim; a rejected claim is told by itself."""


@dataclass(frozen=True, slots=True)
class Told:
    """One thing a person said: who, to what question, with which answer, in which words."""

    who: str
    question: str
    answer: str
    words: str
    at: datetime


def last_good(goal: Goal) -> RunRound | None:
    """The newest valid report of a goal, whatever became of the rounds after it."""
    run = windows.last_run(goal)
    return run.handoff if run else None


def report_of(row: RunRound) -> Report:
    """The report behind a stored text, under the limit that held when it was stored."""
    return validate(json.loads(row.report_text), profile=row.profile, limit=row.handoff_units)


def told_since(goal: Goal, handoff: RunRound | None) -> list[Told]:
    """What people answered since the round of this handoff began; everything, without one. Oldest first."""
    since = handoff.execution.started_at if handoff else None
    return sorted([*_answers(goal, since), *_rejections(goal, since)], key=lambda told: told.at)


def _answers(goal: Goal, since: datetime | None) -> list[Told]:
    answered = Escalation.objects.filter(account_id=goal.account_id, status=EscalationStatus.ANSWERED)
    answered = answered.exclude(cause__in=OF_NO_USE).select_related("answered_by")
    if since is not None:
        answered = answered.filter(answered_at__gt=since)
    return [
        Told(str(each.answered_by), each.sentence, _meaning(each), each.reason, each.answered_at)
        for each in answered
        if each.answered_at is not None
    ]


def _rejections(goal: Goal, since: datetime | None) -> list[Told]:
    rejected = Claim.objects.filter(goal=goal, status=Claim.Status.REJECTED).select_related("decided_by")
    if since is not None:
        rejected = rejected.filter(decided_at__gt=since)
    return [
        Told(str(claim.decided_by), "Is the goal complete?", "No, it is not", claim.reason, claim.decided_at)
        for claim in rejected
        if claim.decided_at is not None
    ]


def _meaning(question: Escalation) -> str:
    chosen = causes.of(question.cause).answers.get(question.answer)
    return chosen.meaning if chosen else question.answer
