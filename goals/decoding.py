"""Reads the durable shapes of a goal's events, strictly: every key, every type, in a fixed order.

Decides whether one event alone is well formed, never whether it continues a history (`goals.succession`).
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass

from goals import payloads, values
from goals.enums import Operation, Phase
from goals.errors import GoalError, shown
from goals.faults import EventFault, FaultCode
from goals.state import GoalState, Tombstone
from goals.values import BlockReason

_HEAD_KEYS = {"kind", "version", "operation"}
_SNAPSHOT_KEYS = _HEAD_KEYS | {"goal", "roundsStarted", "createdAt", "updatedAt"}
_CLEAR_KEYS = _HEAD_KEYS | {"cleared", "clearedAt"}
_GOAL_KEYS = {"id", "revision", "objective", "phase", "maxGoalRounds"}
_SOURCE_KEYS = {"kind", "goalId", "revision", "round"}


@dataclass(frozen=True, slots=True)
class DecodedSnapshot:
    operation: Operation
    after: GoalState


@dataclass(frozen=True, slots=True)
class DecodedClear:
    after: Tombstone


@dataclass(frozen=True, slots=True)
class DecodedRound:
    goal_id: str
    revision: int
    round_number: int


DecodedEvent = DecodedSnapshot | DecodedClear | DecodedRound


def decode(event: object) -> DecodedEvent | None:
    """What a stored event says about the goal; None for every event that is none of its business.

    Raises EventFault for an event that concerns the goal and is malformed.
    """
    if not isinstance(event, Mapping) or not isinstance(event.get("type"), str):
        raise EventFault(FaultCode.EVENT_SHAPE, f"{shown(event)} is not an event with a type.")
    if event["type"] == payloads.CHANGE_TYPE:
        return _change(event.get("data"))
    if event["type"] == payloads.ROUND_TYPE:
        return _round(event.get("data"))
    return None


def _change(data: object) -> DecodedSnapshot | DecodedClear:
    if not isinstance(data, Mapping):
        raise EventFault(FaultCode.CHANGE_SHAPE, f"The change is {shown(data)}, not an object.")
    _require_present(data, _HEAD_KEYS, FaultCode.CHANGE_KEYS, "The change")
    if data["kind"] != payloads.CHANGE_KIND:
        raise EventFault(
            FaultCode.CHANGE_KIND, f"The kind is {shown(data['kind'])}, not {payloads.CHANGE_KIND}."
        )
    version = data["version"]
    if type(version) is not int or version != payloads.CHANGE_VERSION:
        raise EventFault(
            FaultCode.CHANGE_VERSION,
            f"Version {shown(version)} is not supported; {payloads.CHANGE_VERSION} is.",
        )
    operation = _operation(data["operation"])
    if operation is Operation.CLEAR:
        _require_keys(data, _CLEAR_KEYS, FaultCode.CHANGE_KEYS, "The clear")
        return DecodedClear(_tombstone(data))
    _require_keys(data, _SNAPSHOT_KEYS, FaultCode.CHANGE_KEYS, "The change")
    return DecodedSnapshot(operation, _snapshot(data))


def _operation(value: object) -> Operation:
    try:
        return Operation(value if isinstance(value, str) else "")
    except ValueError:
        raise EventFault(FaultCode.CHANGE_OPERATION, f"The operation {shown(value)} is unknown.") from None


def _snapshot(data: Mapping[str, object]) -> GoalState:
    goal = data["goal"]
    if not isinstance(goal, Mapping):
        raise EventFault(FaultCode.GOAL_SHAPE, f"The goal is {shown(goal)}, not an object.")
    _require_keys(goal, _GOAL_KEYS, FaultCode.GOAL_KEYS, "The goal", optional={"blockedReason"})
    goal_id, revision = _id_and_revision(goal)
    objective = _objective(goal["objective"])
    phase = _phase(goal["phase"])
    max_rounds = _integer(goal["maxGoalRounds"], 1, FaultCode.MAX_ROUNDS_VALUE, "The round cap")
    reason = _blocked_reason(goal, phase)
    rounds = _integer(data["roundsStarted"], 0, FaultCode.ROUNDS_STARTED_VALUE, "The count of started rounds")
    created = _integer(data["createdAt"], 0, FaultCode.TIME_VALUE, "The time of creation")
    updated = _integer(data["updatedAt"], 0, FaultCode.TIME_VALUE, "The time of the change")
    if updated < created:
        raise EventFault(
            FaultCode.TIME_ORDER, f"The change at {updated} is earlier than the creation, {created}."
        )
    return GoalState(
        id=goal_id,
        revision=revision,
        objective=objective,
        phase=phase,
        max_rounds=max_rounds,
        blocked_reason=reason,
        rounds_started=rounds,
        created_at_ms=created,
        updated_at_ms=updated,
    )


def _tombstone(data: Mapping[str, object]) -> Tombstone:
    cleared = data["cleared"]
    if not isinstance(cleared, Mapping):
        raise EventFault(FaultCode.CLEARED_SHAPE, f"The cleared goal is {shown(cleared)}, not an object.")
    _require_keys(cleared, {"id", "revision"}, FaultCode.CLEARED_SHAPE, "The cleared goal")
    goal_id, revision = _id_and_revision(cleared)
    at = _integer(data["clearedAt"], 0, FaultCode.TIME_VALUE, "The time of the clear")
    return Tombstone(id=goal_id, revision=revision, cleared_at_ms=at)


def _round(data: object) -> DecodedRound | None:
    source = data.get("source") if isinstance(data, Mapping) else None
    if not isinstance(source, Mapping) or source.get("kind") != payloads.ROUND_SOURCE_KIND:
        return None
    _require_keys(source, _SOURCE_KEYS, FaultCode.ROUND_SOURCE_KEYS, "The source of the round")
    goal_id = _goal_id(source["goalId"])
    revision = _integer(source["revision"], 1, FaultCode.REVISION_VALUE, "The revision")
    number = _integer(source["round"], 1, FaultCode.ROUND_NUMBER_VALUE, "The round")
    return DecodedRound(goal_id, revision, number)


def _id_and_revision(goal: Mapping[str, object]) -> tuple[str, int]:
    return _goal_id(goal["id"]), _integer(goal["revision"], 1, FaultCode.REVISION_VALUE, "The revision")


def _goal_id(value: object) -> str:
    if not values.is_goal_id(value):
        raise EventFault(FaultCode.GOAL_ID_VALUE, f"The id {shown(value)} is not goal- and a UUID.")
    return value


def _objective(value: object) -> str:
    try:
        text = values.objective(value)
    except GoalError as refused:
        raise EventFault(FaultCode.OBJECTIVE_VALUE, refused.message) from None
    if text != value:
        raise EventFault(FaultCode.OBJECTIVE_VALUE, f"The objective {shown(value)} is not trimmed.")
    return text


def _phase(value: object) -> Phase:
    try:
        return Phase(value if isinstance(value, str) else "")
    except ValueError:
        raise EventFault(FaultCode.PHASE_VALUE, f"The phase {shown(value)} is unknown.") from None


def _blocked_reason(goal: Mapping[str, object], phase: Phase) -> BlockReason | None:
    if (phase is Phase.BLOCKED) != ("blockedReason" in goal):
        has = "has a" if "blockedReason" in goal else "has no"
        raise EventFault(FaultCode.BLOCKED_REASON_PRESENCE, f"The {phase} goal {has} reason to be blocked.")
    if phase is not Phase.BLOCKED:
        return None
    stored = goal["blockedReason"]
    try:
        reason = values.block_reason(stored)
    except GoalError as refused:
        raise EventFault(FaultCode.BLOCKED_REASON_VALUE, refused.message) from None
    if stored != {"code": reason.code, "message": reason.message}:
        raise EventFault(FaultCode.BLOCKED_REASON_VALUE, f"The message of {shown(stored)} is not trimmed.")
    return reason


def _integer(value: object, minimum: int, code: FaultCode, what: str) -> int:
    if not values.is_safe_integer(value, minimum=minimum):
        highest = values.SAFE_INTEGER_MAX
        raise EventFault(code, f"{what} is {shown(value)}, not an integer from {minimum} to {highest}.")
    return value


def _require_keys(
    found: Mapping[str, object],
    required: Set[str],
    code: FaultCode,
    what: str,
    *,
    optional: Set[str] = frozenset(),
) -> None:
    _require_present(found, required, code, what)
    extra = sorted(shown(key) for key in found.keys() - required - optional)
    if extra:
        raise EventFault(code, f"{what} has the unknown keys {', '.join(extra)}.")


def _require_present(found: Mapping[str, object], required: Set[str], code: FaultCode, what: str) -> None:
    missing = sorted(required - found.keys())
    if missing:
        raise EventFault(code, f"{what} lacks {', '.join(missing)}.")
