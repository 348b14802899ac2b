"""The goal behind a question, with the account that answering has already locked."""

from __future__ import annotations

from goals.models import Goal
from governance.models import Escalation


def goal_of(question: Escalation) -> Goal:
    """The goal; `goal.account` is the locked row of the question."""
    goal = Goal.objects.select_related("session").get(account=question.account_id)
    goal.account = question.account
    return goal
