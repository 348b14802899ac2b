"""Who asks through a goal tool, and what that lets it do. Decided from rows read now, never from the prompt.

A person who wrote the message of this turn may do everything, in their own name. The round that runs for
exactly the current id, revision and number may report complete or blocked, nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from goals import lifecycle, store
from goals.agent.tools.base import Context
from goals.models import Execution, Goal, Turn
from goals.tool_errors import ToolAgentRequired, ToolAuthorityRequired, ToolDriverRequired
from governance.actors import COUNTERSIGN, Acting, human

REPORTS = ("complete", "blocked")


@dataclass(frozen=True, slots=True)
class Caller:
    """The execution that calls, and its goal, as they stand now."""

    execution: Execution
    goal: Goal

    @property
    def current(self) -> lifecycle.Current:
        return store.state_of(self.goal)

    @property
    def is_human(self) -> bool:
        return self.execution.kind == Execution.Kind.HUMAN

    @property
    def is_exact_round(self) -> bool:
        goal, execution = self.goal, self.execution
        return (
            execution.kind == Execution.Kind.ROUND
            and not goal.cleared
            and (goal.revision, goal.rounds_started) == (execution.revision, execution.number)
        )

    @property
    def acting(self) -> Acting:
        """The writer of a human turn; Countersign for a round."""
        writer = self.execution.writer
        return human(writer, method="session") if writer else COUNTERSIGN


def caller(context: Context, tool: str) -> Caller:
    """Raises AGENT_REQUIRED without an execution, DRIVER_REQUIRED outside of its running, open turn."""
    if context.execution is None:
        raise ToolAgentRequired.cannot(tool)
    execution = Execution.objects.select_related("goal__account", "goal__session", "session", "writer").get(
        pk=context.execution.pk
    )
    if execution.state != Execution.State.RUNNING or execution.fence != context.fence:
        raise ToolDriverRequired.cannot(tool, why="the round no longer runs here")
    if (
        context.turn is None
        or not Turn.objects.filter(pk=context.turn.pk, execution=execution, ended_at=None).exists()
    ):
        raise ToolDriverRequired.cannot(tool, why="no turn is open")
    return Caller(execution, execution.goal)


def require(found: Caller, action: str) -> None:
    """Raises AUTHORITY_REQUIRED unless this caller may do this to the goal."""
    session = found.execution.session
    if session is not None and session.parent_id is not None:
        raise ToolAuthorityRequired.cannot(action, why="a fresh agent reports through its own tool")
    if found.is_human:
        return
    if action not in REPORTS:
        raise ToolAuthorityRequired.cannot(action, why="no person asked for it in this turn")
    if not found.is_exact_round:
        raise ToolAuthorityRequired.cannot(action, why="the goal has changed since this round was admitted")
