"""Goals as lists and in full."""

from __future__ import annotations

from typing import Any, Literal

from django.db.models import QuerySet

from goals import gate, status_text, store
from goals.enums import Activation
from goals.models import Goal
from goals.web.api import paths, reading
from goals.web.api.goal_outputs import CLOSED, GoalDetailOut, GoalOut
from governance.enums import EscalationStatus
from governance.models import Escalation
from governance.strict.fields import CostCentreCode
from governance.web.api.inputs import Page, QueryNumber
from governance.web.api.operation import Call, Listing, Read


class ListGoals(Listing):
    """Goals that the caller may see, the newest first."""

    Output = GoalOut
    order = "-account_id"

    class Query(Page):
        phase: Literal["active", "paused", "blocked", "complete", "closed"] | None = None
        cost_centre: CostCentreCode | None = None
        owner: QueryNumber | None = None

    def run(self, call: Call) -> QuerySet[Goal]:
        rows, asked = reading.goals(), call.query
        if not call.sight.everything:
            rows = rows.filter(account__in=call.sight.accounts())
        if asked.phase is not None:
            rows = rows.filter(cleared=True) if asked.phase == CLOSED else _in_phase(rows, asked.phase)
        if asked.cost_centre is not None:
            rows = rows.filter(account__cost_centre__code=asked.cost_centre)
        return rows if asked.owner is None else rows.filter(account__owner=asked.owner)


class ShowGoal(Read):
    """A goal in full: budget, terms, signature, open questions, and what comes next."""

    Output = GoalDetailOut

    def run(self, call: Call) -> Goal:
        return in_full(paths.goal(call).pk)


def in_full(goal_id: str) -> Goal:
    """The goal with everything that `GoalDetailOut` shows."""
    goal: Any = reading.goal(goal_id)
    goal.latest_claim = goal.claims.select_related("decided_by", "goal__account").order_by("-pk").first()
    asked = Escalation.objects.filter(account=goal.account, status=EscalationStatus.OPEN).order_by("pk")
    goal.open_questions = [question.ref for question in asked]
    activation = Activation.ARMED if goal.armed_now else Activation.DISARMED
    goal.prospect = {
        "answer": gate.ask(goal),
        "commands": status_text.next_commands(store.state_of(goal), activation=activation),
    }
    return goal


def _in_phase(rows: QuerySet[Goal], phase: str) -> QuerySet[Goal]:
    return rows.filter(cleared=False, phase=phase)
