"""The text of /goal: where the goal stands and which commands are valid next. Changes nothing."""

from goals.enums import POLICY_BLOCKS, Activation, Phase
from goals.state import Current, GoalState

_ASK = "/goal <objective>"
_EDIT = "/goal edit <objective>"


def render(current: Current, *, activation: Activation) -> str:
    """Lines of plain text. The activation matters only while the goal is active."""
    if not isinstance(current, GoalState):
        lines = ["No goal."]
    else:
        lines = [_standing(current, activation), f"Objective: {current.objective}", _rounds(current)]
        if current.blocked_reason is not None:
            lines.append(f"Blocked ({current.blocked_reason.code}): {current.blocked_reason.message}")
        lines.extend(_way_on(current))
    lines.append(f"Commands: {', '.join(next_commands(current, activation=activation))}")
    return "\n".join(lines)


def next_commands(current: Current, *, activation: Activation) -> list[str]:
    """The commands that the domain would accept now, in the order in which they are offered."""
    if not isinstance(current, GoalState):
        return [_ASK]
    if current.phase is Phase.COMPLETE:
        return [_ASK, _EDIT, "/goal clear"]
    commands = ["/goal resume"] if _can_resume(current, activation) else []
    if current.phase is Phase.ACTIVE:
        commands.append("/goal pause")
    return [*commands, _EDIT, "/goal clear"]


def _standing(goal: GoalState, activation: Activation) -> str:
    if goal.phase is not Phase.ACTIVE:
        return f"Goal {goal.phase}, revision {goal.revision}."
    return f"Goal active and {activation}, revision {goal.revision}: {_prospect(goal, activation)}."


def _prospect(goal: GoalState, activation: Activation) -> str:
    if activation is Activation.DISARMED:
        return "no round starts before a resume"
    return "the next round may start" if goal.has_capacity else "no further round starts"


def _rounds(goal: GoalState) -> str:
    return f"Rounds started: {goal.rounds_started} of {goal.max_rounds}"


def _way_on(goal: GoalState) -> list[str]:
    if goal.phase is not Phase.COMPLETE and not goal.has_capacity:
        return ["No round is left under the cap: it has to be raised before the goal can go on."]
    if _waits_for_decision(goal):
        return ["An approver has to answer the escalation of this block before the goal can go on."]
    return []


def _can_resume(goal: GoalState, activation: Activation) -> bool:
    if goal.phase is Phase.ACTIVE and activation is Activation.ARMED:
        return False
    return goal.has_capacity and not _waits_for_decision(goal)


def _waits_for_decision(goal: GoalState) -> bool:
    return goal.blocked_reason is not None and goal.blocked_reason.code in POLICY_BLOCKS
