"""Tables of goals: sessions, goals, what ran, and the driver."""

from goals.models.executions import Attempt, Execution, HumanInput, Proposal, Step, ToolCall, Turn
from goals.models.goals import Armed, Claim, DriverLease, Goal
from goals.models.sessions import Body, Session, SessionEvent
from goals.models.totals import GoalTotals

__all__ = [
    "Armed",
    "Attempt",
    "Body",
    "Claim",
    "DriverLease",
    "Execution",
    "Goal",
    "GoalTotals",
    "HumanInput",
    "Proposal",
    "Session",
    "SessionEvent",
    "Step",
    "ToolCall",
    "Turn",
]
