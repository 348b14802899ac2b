"""Refusals of the goal tools, given before the domain is asked. Decides codes and words only.

The tree is drawn in `goals.errors`.
"""

from typing import Self

from goals.errors import GoalError, shown
from governance.errors import Conflict, Forbidden, Invalid


class GoalToolError(GoalError):
    """A refused tool call of an agent. The agent reads the message, so it says what to do instead."""


class ToolAgentRequired(GoalToolError, Conflict):
    code = "GOAL_TOOL_AGENT_REQUIRED"

    @classmethod
    def cannot(cls, tool: str) -> Self:
        return cls(f"Cannot call {tool}: it needs an agent to act for. Call it from a session.", tool=tool)


class ToolDriverRequired(GoalToolError, Conflict):
    code = "GOAL_TOOL_DRIVER_REQUIRED"

    @classmethod
    def cannot(cls, tool: str, *, why: str) -> Self:
        return cls(f"Cannot call {tool}: {why}. Call it from the session's running turn.", tool=tool, why=why)


class ToolAuthorityRequired(GoalToolError, Forbidden):
    code = "GOAL_TOOL_AUTHORITY_REQUIRED"

    @classmethod
    def cannot(cls, action: str, *, why: str) -> Self:
        return cls(f"Cannot {action}: {why}. A person has to ask for it here.", action=action, why=why)


class ToolInvalidUpdate(GoalToolError, Invalid):
    code = "GOAL_TOOL_INVALID_UPDATE"

    @classmethod
    def in_field(cls, field: str, *, value: object, why: str) -> Self:
        return cls(f"The field {field} is {shown(value)}: {why}.", field=field, why=why)


class ToolBlockThreshold(GoalToolError, Conflict):
    code = "GOAL_TOOL_BLOCK_THRESHOLD"

    @classmethod
    def before(cls, *, rounds_started: int, threshold: int) -> Self:
        return cls(
            f"A round may report blocked from round {threshold} on; this is round {rounds_started}. "
            "Go on with whatever can still be done, or end the round.",
            rounds_started=rounds_started,
            threshold=threshold,
        )
