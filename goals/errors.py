"""Refusals of the goal domain. Decides codes and words, never when a request is refused.

    Exception
    ├── GoalError                   a request that the domain refuses: code, message, field, details
    │   ├── AgentNotLive            GOAL_AGENT_NOT_LIVE
    │   ├── GoalNotFound            GOAL_NOT_FOUND
    │   ├── GoalAlreadyExists       GOAL_ALREADY_EXISTS
    │   ├── StaleRevision           GOAL_STALE_REVISION
    │   ├── InvalidObjective        GOAL_INVALID_OBJECTIVE
    │   ├── InvalidMaxRounds        GOAL_INVALID_MAX_ROUNDS
    │   ├── InvalidBlockReason      GOAL_INVALID_BLOCK_REASON
    │   ├── InvalidEdit             GOAL_INVALID_EDIT
    │   ├── InvalidTransition       GOAL_INVALID_TRANSITION
    │   └── GoalToolError           a goal tool call that is refused before the domain is asked
    │       ├── ToolAgentRequired       GOAL_TOOL_AGENT_REQUIRED
    │       ├── ToolDriverRequired      GOAL_TOOL_DRIVER_REQUIRED
    │       ├── ToolAuthorityRequired   GOAL_TOOL_AUTHORITY_REQUIRED
    │       ├── ToolInvalidUpdate       GOAL_TOOL_INVALID_UPDATE
    │       └── ToolBlockThreshold      GOAL_TOOL_BLOCK_THRESHOLD
    └── CorruptEvent                stored events that do not fold: code, sentence, index

The tool refusals live in `goals.tool_errors`.
"""

import json
from collections.abc import Iterable
from typing import Self

from governance.errors import Conflict, CountersignError, Invalid, NotFound

SHOWN_CHARACTERS = 80


def shown(value: object) -> str:
    """A value as JSON for a message: ASCII, at most 80 characters, never an exception."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 3] + "..."


class GoalError(CountersignError):
    """A refused request. `message` names the values and the way out; `details` holds the values.

    Each kind is also one of governance's kinds, which is what a door turns into a status.
    """


class AgentNotLive(GoalError, Conflict):
    code = "GOAL_AGENT_NOT_LIVE"

    @classmethod
    def cannot(cls, operation: str) -> Self:
        return cls(
            f"Cannot {operation}: the goal's agent is not live. Open its session, then ask again.",
            operation=operation,
        )


class GoalNotFound(GoalError, NotFound):
    code = "GOAL_NOT_FOUND"

    @classmethod
    def cannot(cls, operation: str) -> Self:
        return cls(f"Cannot {operation}: there is no current goal. Create one first.", operation=operation)


class GoalAlreadyExists(GoalError, Conflict):
    code = "GOAL_ALREADY_EXISTS"

    @classmethod
    def beside(cls, *, goal_id: str, revision: int, phase: str) -> Self:
        return cls(
            f"Goal {goal_id} at revision {revision} is still {phase}. Complete or clear it first.",
            goal_id=goal_id,
            revision=revision,
            phase=phase,
        )


class StaleRevision(GoalError, Conflict):
    code = "GOAL_STALE_REVISION"

    @classmethod
    def between(
        cls, *, expected_id: str, expected_revision: object, current_id: str, current_revision: int
    ) -> Self:
        return cls(
            f"The request expected goal {shown(expected_id)} at revision {shown(expected_revision)}; "
            f"current is {shown(current_id)} at revision {current_revision}. Read the goal, then ask again.",
            expected={"id": expected_id, "revision": expected_revision},
            current={"id": current_id, "revision": current_revision},
        )


class InvalidObjective(GoalError, Invalid):
    code = "GOAL_INVALID_OBJECTIVE"

    @classmethod
    def because(cls, why: str) -> Self:
        return cls(f"The objective {why}. Give non-empty text.", field="objective")


class InvalidMaxRounds(GoalError, Invalid):
    code = "GOAL_INVALID_MAX_ROUNDS"

    @classmethod
    def given(cls, value: object, *, maximum: int) -> Self:
        return cls(
            f"The round cap {shown(value)} is not a whole number from 1 to {maximum}. Give such a number.",
            field="max_rounds",
            maximum=maximum,
        )


class InvalidBlockReason(GoalError, Invalid):
    code = "GOAL_INVALID_BLOCK_REASON"

    @classmethod
    def because(cls, why: str) -> Self:
        return cls(
            f"The block reason {why}. Give exactly a lower-kebab-case code and a non-empty message.",
            field="blocked_reason",
        )


class InvalidEdit(GoalError, Invalid):
    code = "GOAL_INVALID_EDIT"

    @classmethod
    def empty(cls) -> Self:
        return cls("The edit changes nothing. Give an objective, a round cap, or both.")


class InvalidTransition(GoalError, Conflict):
    code = "GOAL_INVALID_TRANSITION"

    @classmethod
    def from_phase(cls, operation: str, *, phase: str, allowed: Iterable[str]) -> Self:
        phases = sorted(allowed)
        return cls(
            f"Cannot {operation}: the goal is {phase}. Allowed from: {', '.join(phases)}.",
            operation=operation,
            phase=phase,
            allowed=phases,
        )

    @classmethod
    def already_armed(cls) -> Self:
        return cls(
            "Cannot resume: the goal is already active and armed. Nothing needs to be done.",
            operation="resume",
            phase="active",
        )

    @classmethod
    def without_capacity(cls, operation: str, *, rounds_started: int, max_rounds: int) -> Self:
        return cls(
            f"Cannot {operation}: {rounds_started} rounds were started and the cap is {max_rounds}. "
            "Raise the round cap first.",
            operation=operation,
            rounds_started=rounds_started,
            max_rounds=max_rounds,
        )

    @classmethod
    def out_of_order(cls, *, round_number: object, due: int) -> Self:
        return cls(
            f"Cannot admit round {shown(round_number)}: round {due} is due. Reserve that one.",
            operation="admit",
            round=round_number,
            due=due,
        )

    @classmethod
    def revision_exhausted(cls, operation: str, *, revision: int) -> Self:
        return cls(
            f"Cannot {operation}: revision {revision} is the last one a goal can have. "
            "Leave it as it stands and work on another goal.",
            operation=operation,
            revision=revision,
        )


class CorruptEvent(Exception):
    """A stored event that does not continue the history before it.

    `code` is stable, `sentence` says what is wrong, `index` is the event's place counted from 0.
    """

    def __init__(self, code: str, sentence: str, index: int) -> None:
        super().__init__(code, sentence, index)
        self.code = code
        self.sentence = sentence
        self.index = index

    def __str__(self) -> str:
        return f"Event {self.index} ({self.code}): {self.sentence}"
