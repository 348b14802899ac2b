"""What can be done to a goal by the people around it: each operation is one verb, at a revision, with a reason."""

from __future__ import annotations

from goals import human_turns, operations
from goals.models import Goal
from goals.web.api import looking, paths
from goals.web.api.goal_outputs import GoalDetailOut
from governance.web.api.inputs import Body, OptionalReason, Reason, Revision, Words
from governance.web.api.operation import Call, Write


class Moving(Write):
    """Base: moves one goal and answers with it as it stands afterwards."""

    Output = GoalDetailOut
    example = {"revision": 1, "reason": "Month end is moved."}

    class Input(Body):
        revision: Revision
        reason: OptionalReason = ""

    def run(self, call: Call) -> Goal:
        goal = paths.goal(call)
        self.move(call, goal)
        return looking.in_full(goal.pk)

    def move(self, call: Call, goal: Goal) -> None:
        raise NotImplementedError


class PauseGoal(Moving):
    """Pause and disarm: no further round starts, the running one ends before its next step."""

    asks = "pause a goal"

    def move(self, call: Call, goal: Goal) -> None:
        operations.pause(
            acting=call.acting, goal_id=goal.pk, revision=call.body.revision, reason=call.body.reason
        )


class ResumeGoal(Moving):
    """Active and armed again after a pause or a disarm. What policy stopped is decided on its escalation."""

    asks = "resume a goal"

    def move(self, call: Call, goal: Goal) -> None:
        operations.resume(
            acting=call.acting, goal_id=goal.pk, revision=call.body.revision, reason=call.body.reason
        )


class CompleteGoal(Moving):
    """Claim that the goal is complete. A person accepts or rejects the claim."""

    asks = "complete a goal"
    example = {"revision": 1, "evidence": "The report lists every entry that does not match."}

    class Input(Body):
        revision: Revision
        evidence: Words

    def move(self, call: Call, goal: Goal) -> None:
        operations.complete(
            acting=call.acting, goal_id=goal.pk, revision=call.body.revision, evidence=call.body.evidence
        )


class BlockGoal(Moving):
    """Report the goal as blocked, and ask a person what now."""

    asks = "block a goal"
    example = {"revision": 1, "message": "The bank file of August is missing."}

    class Input(Body):
        revision: Revision
        message: Words

    def move(self, call: Call, goal: Goal) -> None:
        operations.block(
            acting=call.acting, goal_id=goal.pk, revision=call.body.revision, message=call.body.message
        )


class ClearGoal(Moving):
    """Close the goal for good. Its history stays; what is unspent goes back to the cost centre."""

    asks = "close a goal"
    example = {"revision": 1, "reason": "The supplier sent a corrected ledger."}

    class Input(Body):
        revision: Revision
        reason: Reason

    def move(self, call: Call, goal: Goal) -> None:
        operations.clear(
            acting=call.acting, goal_id=goal.pk, revision=call.body.revision, reason=call.body.reason
        )


class CancelGoal(Moving):
    """Cancel what runs. A cancelled round leaves the goal paused; a cancelled human turn only disarms it."""

    asks = "cancel what runs"

    def move(self, call: Call, goal: Goal) -> None:
        human_turns.cancel(
            acting=call.acting, goal_id=goal.pk, revision=call.body.revision, reason=call.body.reason
        )
