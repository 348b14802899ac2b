"""Writes the durable shapes of a goal's events. Decides the keys, never whether a change is allowed.

The reader of the same shapes is `goals.decoding`.
"""

from goals.enums import Operation
from goals.state import GoalState, Tombstone
from goals.values import GoalRef

CHANGE_TYPE = "goal/change"
ROUND_TYPE = "user/message"
CHANGE_KIND = "goal/change"
CHANGE_VERSION = 1
ROUND_SOURCE_KIND = "goal"


def snapshot(operation: Operation, state: GoalState) -> dict[str, object]:
    """The payload of every change but a clear: the whole goal as it stands after the change."""
    return {
        "kind": CHANGE_KIND,
        "version": CHANGE_VERSION,
        "operation": operation.value,
        "goal": _goal(state),
        "roundsStarted": state.rounds_started,
        "createdAt": state.created_at_ms,
        "updatedAt": state.updated_at_ms,
    }


def cleared(tombstone: Tombstone) -> dict[str, object]:
    """The payload of a clear."""
    return {
        "kind": CHANGE_KIND,
        "version": CHANGE_VERSION,
        "operation": Operation.CLEAR.value,
        "cleared": {"id": tombstone.id, "revision": tombstone.revision},
        "clearedAt": tombstone.cleared_at_ms,
    }


def round_source(ref: GoalRef, round_number: int) -> dict[str, object]:
    """The source of the user message that opens an admitted round."""
    return {"kind": ROUND_SOURCE_KIND, "goalId": ref.id, "revision": ref.revision, "round": round_number}


def _goal(state: GoalState) -> dict[str, object]:
    goal: dict[str, object] = {
        "id": state.id,
        "revision": state.revision,
        "objective": state.objective,
        "phase": state.phase.value,
        "maxGoalRounds": state.max_rounds,
    }
    if state.blocked_reason is not None:
        goal["blockedReason"] = {"code": state.blocked_reason.code, "message": state.blocked_reason.message}
    return goal
