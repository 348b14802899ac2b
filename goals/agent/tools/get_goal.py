"""get_goal: the current goal as it stands, or none. Never an error where there is none."""

from __future__ import annotations

from typing import Any

from goals import activation, store
from goals.agent.tools.authority import caller
from goals.agent.tools.base import Arguments, Context, Result, Tool, said
from goals.enums import Activation
from goals.models import Goal
from goals.state import GoalState


class GetGoal(Arguments):
    pass


def run(context: Context, given: GetGoal) -> Result:
    return said(told(caller(context, "get_goal").goal), "Looked at the goal.")


def told(goal: Goal) -> dict[str, Any]:
    """The goal as a goal tool tells it."""
    state = store.state_of(goal)
    if not isinstance(state, GoalState):
        return {"goal": None}
    shown: dict[str, Any] = {
        "id": state.id,
        "revision": state.revision,
        "objective": state.objective,
        "phase": state.phase.value,
        "roundsStarted": state.rounds_started,
        "maxGoalRounds": state.max_rounds,
    }
    if state.blocked_reason is not None:
        shown["blockedReason"] = {"code": state.blocked_reason.code, "message": state.blocked_reason.message}
    armed = activation.is_armed(goal)
    return {"goal": shown, "activation": (Activation.ARMED if armed else Activation.DISARMED).value}


TOOL = Tool(
    name="get_goal", description="The current goal: id, revision, phase, rounds.", arguments=GetGoal, run=run
)
