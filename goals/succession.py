"""Whether an event continues the history before it. Pure; decides in a fixed order which fault is named."""

from dataclasses import dataclass, replace

from goals.decoding import DecodedClear, DecodedEvent, DecodedRound, DecodedSnapshot
from goals.enums import BlockCode, Operation, Phase
from goals.faults import EventFault, FaultCode
from goals.lifecycle import MOVES
from goals.state import Current, GoalState, Tombstone


@dataclass(frozen=True, slots=True)
class History:
    """What the events so far amount to: the goal in hand and every id that was ever used."""

    current: Current = None
    used_ids: frozenset[str] = frozenset()


def follow(history: History, event: DecodedEvent) -> History:
    """The history with the event applied. Raises EventFault when the event does not continue it."""
    match event:
        case DecodedSnapshot(operation=Operation.CREATE, after=after):
            return _created(history, after)
        case DecodedSnapshot(operation=operation, after=after):
            return replace(history, current=_mutated(history.current, operation, after))
        case DecodedClear(after=after):
            return replace(history, current=_cleared(history.current, after))
        case DecodedRound():
            return replace(history, current=_admitted(history.current, event))


def _created(history: History, after: GoalState) -> History:
    _require(
        after.revision == 1, FaultCode.CREATE_REVISION, f"A goal begins at revision {after.revision}, not 1."
    )
    _require(after.phase is Phase.ACTIVE, FaultCode.CREATE_PHASE, f"A goal begins {after.phase}, not active.")
    rounds = after.rounds_started
    _require(rounds == 0, FaultCode.CREATE_ROUNDS, f"A goal begins with {rounds} rounds started, not 0.")
    _require(
        after.id not in history.used_ids, FaultCode.CREATE_USED_ID, f"The id {after.id} was used before."
    )
    before = history.current
    if isinstance(before, GoalState) and before.phase not in MOVES[Operation.CREATE].sources:
        raise EventFault(FaultCode.CREATE_OVER_OPEN_GOAL, f"Goal {before.id} is still {before.phase}.")
    return History(after, history.used_ids | {after.id})


def _mutated(current: Current, operation: Operation, after: GoalState) -> GoalState:
    before = _predecessor(current, after)
    _require_kept(before, after)
    if operation is Operation.EDIT:
        _require_edit(before, after)
    else:
        _require_move(before, operation, after)
    return after


def _cleared(current: Current, after: Tombstone) -> Tombstone:
    _require_later(_predecessor(current, after).updated_at_ms, after.cleared_at_ms)
    return after


def _predecessor(current: Current, after: GoalState | Tombstone) -> GoalState:
    if not isinstance(current, GoalState):
        raise EventFault(FaultCode.NO_CURRENT_GOAL, f"Goal {after.id} is changed, but no goal is current.")
    _require(
        after.id == current.id,
        FaultCode.OTHER_GOAL,
        f"Goal {after.id} is changed, but {current.id} is current.",
    )
    due = current.revision + 1
    _require(
        after.revision == due,
        FaultCode.REVISION_ORDER,
        f"The change is revision {after.revision}; {due} is due.",
    )
    return current


def _require_kept(before: GoalState, after: GoalState) -> None:
    _require(
        after.created_at_ms == before.created_at_ms,
        FaultCode.CREATED_AT_CHANGED,
        f"The time of creation goes from {before.created_at_ms} to {after.created_at_ms}.",
    )
    _require_later(before.updated_at_ms, after.updated_at_ms)
    _require(
        after.rounds_started == before.rounds_started,
        FaultCode.ROUNDS_CHANGED,
        f"The rounds started go from {before.rounds_started} to {after.rounds_started} without a round.",
    )


def _require_edit(before: GoalState, after: GoalState) -> None:
    _require(
        after.phase is before.phase,
        FaultCode.EDIT_PHASE,
        f"An edit takes the goal from {before.phase} to {after.phase}.",
    )
    _require(
        after.blocked_reason == before.blocked_reason,
        FaultCode.EDIT_BLOCKED_REASON,
        "An edit changes the reason for which the goal is blocked.",
    )


def _require_move(before: GoalState, operation: Operation, after: GoalState) -> None:
    _require(
        after.objective == before.objective,
        FaultCode.OBJECTIVE_CHANGED,
        f"The objective is changed by {operation}, not by edit.",
    )
    _require(
        after.max_rounds == before.max_rounds,
        FaultCode.MAX_ROUNDS_CHANGED,
        f"The round cap goes from {before.max_rounds} to {after.max_rounds} by {operation}, not by edit.",
    )
    move = MOVES[operation]
    _require(
        before.phase in move.sources and after.phase is move.target,
        FaultCode.ILLEGAL_TRANSITION,
        f"No {operation} goes from {before.phase} to {after.phase}.",
    )
    _require(
        operation is not Operation.RESUME or before.has_capacity,
        FaultCode.RESUME_WITHOUT_CAPACITY,
        f"The goal is resumed with {before.rounds_started} rounds started of {before.max_rounds}.",
    )
    _require(
        operation is not Operation.REOPEN or _is_rejected(after),
        FaultCode.REOPEN_CODE,
        f"A reopened goal is blocked as {BlockCode.COMPLETION_REJECTED}.",
    )


def _is_rejected(after: GoalState) -> bool:
    return after.blocked_reason is not None and after.blocked_reason.code == BlockCode.COMPLETION_REJECTED


def _admitted(current: Current, event: DecodedRound) -> GoalState:
    number = event.round_number
    if not isinstance(current, GoalState):
        raise EventFault(FaultCode.ROUND_WITHOUT_GOAL, f"Round {number} is admitted, but no goal is current.")
    _require(
        event.goal_id == current.id,
        FaultCode.ROUND_OTHER_GOAL,
        f"Round {number} is of goal {event.goal_id}; {current.id} is current.",
    )
    _require(
        event.revision == current.revision,
        FaultCode.ROUND_OTHER_REVISION,
        f"Round {number} is of revision {event.revision}; {current.revision} is current.",
    )
    _require(
        current.phase is Phase.ACTIVE,
        FaultCode.ROUND_NOT_ACTIVE,
        f"Round {number} is admitted, but the goal is {current.phase}.",
    )
    due, cap = current.rounds_started + 1, current.max_rounds
    _require(number == due, FaultCode.ROUND_ORDER, f"Round {number} is admitted; {due} is due.")
    _require(number <= cap, FaultCode.ROUND_OVER_CAP, f"Round {number} is over the cap of {cap}.")
    return replace(current, rounds_started=number)


def _require_later(before_ms: int, after_ms: int) -> None:
    _require(
        after_ms >= before_ms,
        FaultCode.TIME_REGRESSED,
        f"The change at {after_ms} is earlier than the one before it at {before_ms}.",
    )


def _require(holds: bool, code: FaultCode, sentence: str) -> None:
    if not holds:
        raise EventFault(code, sentence)
