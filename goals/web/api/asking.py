"""Asking for a signature: a new goal, other terms of a goal, an edit of its objective or round cap; and narrowing."""

from __future__ import annotations

from typing import Annotated, Any

from goals import approvals
from goals.errors import InvalidEdit, StaleRevision
from goals.models import Goal
from goals.terms import read_terms
from goals.terms.fields import Objective
from goals.web.api import looking, paths, reading
from goals.web.api.asked_terms import Changes, NewTerms, standing_terms
from goals.web.api.goal_outputs import GoalDetailOut
from goals.web.api.request_outputs import RequestDetailOut
from governance.models import Request
from governance.strict.fields import Count, Instant, matching
from governance.web.api.inputs import Body, Digest, Reason, Revision
from governance.web.api.operation import Call, Write
from governance.web.api.paths import referred

SessionName = Annotated[str, matching(r"S-[0-9]{4,15}", "S-0003")]
A_GOAL: dict[str, Any] = {
    "objective": "Reconcile the two ledgers of August", "reason": "The August close needs it.",
    "budget_tokens": 400_000, "budget_money": "12.00", "max_rounds": 5, "cost_centre": "4210",
}  # fmt: skip


class AskForGoal(Write):
    """Ask for a goal. Nothing is created or set aside before it is signed by somebody else."""

    asks = "ask for a goal"
    status = 201
    Output = RequestDetailOut
    example = A_GOAL

    class Input(NewTerms, Body):
        reason: Reason
        session: SessionName | None = None
        due_at: Instant | None = None

    def run(self, call: Call) -> Request:
        body = call.body
        asked = approvals.ask_goal(
            acting=call.acting, terms=body.terms, reason=body.reason, due_at=body.due_at,
            session_id=referred("S", body.session) if body.session else None,
        )  # fmt: skip
        return reading.request(asked.pk)


class AskForChange(Write):
    """Ask for other terms of a goal: the given fields in the place of those of the base, the rest as they stand."""

    asks = "ask for other terms"
    status = 201
    Output = RequestDetailOut
    example = {"base_digest": "0" * 64, "reason": "Two more ledgers came in.", "budget_tokens": 600_000}

    class Input(Changes):
        base_digest: Digest
        reason: Reason
        due_at: Instant | None = None

    def run(self, call: Call) -> Request:
        goal, body = paths.goal(call), call.body
        asked = approvals.ask_change(
            acting=call.acting, goal_id=goal.pk, terms=body.over(read_terms(standing_terms(goal).text)),
            base_digest=body.base_digest, reason=body.reason, due_at=body.due_at,
        )  # fmt: skip
        return reading.request(asked.pk)


class NarrowTerms(Write):
    """Narrow the terms of a goal at once, without a signature. The running round keeps what it was admitted with."""

    asks = "narrow the terms"
    Output = GoalDetailOut
    example = {"base_digest": "0" * 64, "reason": "Half of it is enough.", "budget_tokens": 200_000}

    class Input(Changes):
        base_digest: Digest
        reason: Reason

    def run(self, call: Call) -> Goal:
        goal, body = paths.goal(call), call.body
        approvals.narrow(
            acting=call.acting, goal_id=goal.pk, terms=body.over(read_terms(standing_terms(goal).text)),
            base_digest=body.base_digest, reason=body.reason,
        )  # fmt: skip
        return looking.in_full(goal.pk)


class EditGoal(Write):
    """Ask for another objective or a higher round cap, at a revision. It becomes a request for a signature."""

    asks = "edit a goal"
    status = 201
    Output = RequestDetailOut
    example = {"revision": 1, "max_rounds": 8, "reason": "Five rounds were too few."}

    class Input(Body):
        revision: Revision
        objective: Objective | None = None
        max_rounds: Count | None = None
        reason: Reason

    def run(self, call: Call) -> Request:
        goal, body = paths.goal(call), call.body
        if goal.revision != body.revision:
            raise StaleRevision.between(
                expected_id=goal.pk, expected_revision=body.revision, current_id=goal.pk,
                current_revision=goal.revision,
            )  # fmt: skip
        wanted = body.model_dump(include={"objective", "max_rounds"}, exclude_none=True)
        if not wanted:
            raise InvalidEdit.empty()
        standing = standing_terms(goal)
        asked = approvals.ask_change(
            acting=call.acting, goal_id=goal.pk, terms=Changes(**wanted).over(read_terms(standing.text)),
            base_digest=standing.digest, reason=body.reason,
        )  # fmt: skip
        return reading.request(asked.pk)
