"""The moves of a goal, as pure functions from a state to a change.

Decides which move is allowed, in which order faults are answered, and what the event says.
Never reads a clock, a row or an actor; who may ask for a move is decided before it gets here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from goals import payloads, values
from goals.enums import Activation, ActivationEffect, BlockCode, Operation, Phase
from goals.errors import (
    AgentNotLive,
    GoalAlreadyExists,
    GoalNotFound,
    InvalidEdit,
    InvalidTransition,
    StaleRevision,
)
from goals.state import Current, GoalState, Tombstone
from goals.values import DEFAULT_MAX_ROUNDS, SAFE_INTEGER_MAX, BlockReason, GoalRef

__all__ = [
    "MOVES", "AdmittedRound", "Change", "Current", "GoalState", "Move", "Tombstone",
    "admit_round", "block", "clear", "complete", "create", "edit", "pause", "reopen", "resume",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Move:
    """One row of the table: from which phases, to which phase (None: as it was or gone), and the effect."""

    sources: frozenset[Phase]
    target: Phase | None
    effect: ActivationEffect


_ANY = frozenset(Phase)
_OPEN = frozenset({Phase.ACTIVE, Phase.PAUSED, Phase.BLOCKED})
_ARMED, _DISARMED, _UNCHANGED = ActivationEffect.ARMED, ActivationEffect.DISARMED, ActivationEffect.UNCHANGED

MOVES: Mapping[Operation, Move] = MappingProxyType(
    {
        Operation.CREATE: Move(frozenset({Phase.COMPLETE}), Phase.ACTIVE, _ARMED),  # also from no goal
        Operation.EDIT: Move(_ANY, None, _UNCHANGED),
        Operation.PAUSE: Move(frozenset({Phase.ACTIVE}), Phase.PAUSED, _DISARMED),
        Operation.RESUME: Move(_OPEN, Phase.ACTIVE, _ARMED),
        Operation.COMPLETE: Move(_OPEN, Phase.COMPLETE, _DISARMED),
        Operation.BLOCK: Move(frozenset({Phase.ACTIVE}), Phase.BLOCKED, _DISARMED),
        Operation.CLEAR: Move(_ANY, None, _DISARMED),
        Operation.REOPEN: Move(frozenset({Phase.COMPLETE}), Phase.BLOCKED, _DISARMED),
    }
)


@dataclass(frozen=True, slots=True)
class Change:
    """What one move did: the state after it, its `goal/change` payload, its effect on the activation."""

    operation: Operation
    after: GoalState | Tombstone
    payload: dict[str, object]
    effect: ActivationEffect


@dataclass(frozen=True, slots=True)
class AdmittedRound:
    """The state with one more round started, and the source of the message that opens the round."""

    after: GoalState
    source: dict[str, object]


def create(
    current: Current,
    *,
    goal_id: str,
    objective: object,
    max_rounds: object = DEFAULT_MAX_ROUNDS,
    live: bool,
    now_ms: int,
) -> Change:
    """A goal at revision 1 under the fresh `goal_id` of the caller, beside nothing or a completed goal.

    Refuses in this order: objective, round cap, agent not live, a goal that is not complete.
    """
    text, cap = values.objective(objective), values.max_rounds(max_rounds)
    if not live:
        raise AgentNotLive.cannot(Operation.CREATE)
    if isinstance(current, GoalState) and current.phase not in MOVES[Operation.CREATE].sources:
        raise GoalAlreadyExists.beside(
            goal_id=current.id, revision=current.revision, phase=current.phase.value
        )
    state = GoalState(
        id=goal_id,
        revision=1,
        objective=text,
        phase=Phase.ACTIVE,
        max_rounds=cap,
        blocked_reason=None,
        rounds_started=0,
        created_at_ms=now_ms,
        updated_at_ms=now_ms,
    )
    return _changed(Operation.CREATE, state)


def edit(
    current: Current,
    *,
    ref: GoalRef,
    live: bool,
    now_ms: int,
    objective: object | None = None,
    max_rounds: object | None = None,
) -> Change:
    """The goal with another objective, round cap or both; None leaves one as it is. Phase and block stay.

    A cap below the rounds already started is accepted. Refuses in this order: agent not live, no goal,
    stale reference, nothing to edit, objective, round cap.
    """
    state = _held(current, Operation.EDIT, ref, live)
    if objective is None and max_rounds is None:
        raise InvalidEdit.empty()
    text = state.objective if objective is None else values.objective(objective)
    cap = state.max_rounds if max_rounds is None else values.max_rounds(max_rounds)
    after = replace(_next(state, Operation.EDIT, now_ms), objective=text, max_rounds=cap)
    return _changed(Operation.EDIT, after)


def pause(current: Current, *, ref: GoalRef, live: bool, now_ms: int) -> Change:
    return _moved(_held(current, Operation.PAUSE, ref, live), Operation.PAUSE, now_ms)


def resume(current: Current, *, activation: Activation, ref: GoalRef, live: bool, now_ms: int) -> Change:
    """The goal active and armed, its block gone.

    Refuses in this order: agent not live, no goal, stale reference, phase, already active and armed,
    no round left under the cap.
    """
    state = _held(current, Operation.RESUME, ref, live)
    if state.phase is Phase.ACTIVE and activation is Activation.ARMED:
        raise InvalidTransition.already_armed()
    if not state.has_capacity:
        raise _no_capacity(state, "resume")
    return _moved(state, Operation.RESUME, now_ms)


def complete(current: Current, *, ref: GoalRef, live: bool, now_ms: int) -> Change:
    return _moved(_held(current, Operation.COMPLETE, ref, live), Operation.COMPLETE, now_ms)


def block(current: Current, *, reason: object, ref: GoalRef, live: bool, now_ms: int) -> Change:
    """The goal blocked for `reason`, a BlockReason or exactly {code, message}; its shape is checked last."""
    state = _held(current, Operation.BLOCK, ref, live)
    return _moved(state, Operation.BLOCK, now_ms, reason=values.block_reason(reason))


def reopen(current: Current, *, message: object, ref: GoalRef, live: bool, now_ms: int) -> Change:
    """A completed goal back as blocked, because a person rejected the claim and said why in `message`."""
    state = _held(current, Operation.REOPEN, ref, live)
    reason = values.block_reason({"code": BlockCode.COMPLETION_REJECTED.value, "message": message})
    return _moved(state, Operation.REOPEN, now_ms, reason=reason)


def clear(current: Current, *, ref: GoalRef, live: bool, now_ms: int) -> Change:
    """A tombstone at the next revision. Allowed from every phase; a second clear finds no goal."""
    state = _next(_held(current, Operation.CLEAR, ref, live), Operation.CLEAR, now_ms)
    tombstone = Tombstone(id=state.id, revision=state.revision, cleared_at_ms=state.updated_at_ms)
    return Change(Operation.CLEAR, tombstone, payloads.cleared(tombstone), MOVES[Operation.CLEAR].effect)


def admit_round(current: Current, *, ref: GoalRef, round_number: int) -> AdmittedRound:
    """The next round as started. Revision and times stay, for a round is no change of the goal.

    Refuses in this order: no goal, stale reference, phase, round out of order, no round left.
    """
    state = _found(current, "admit", ref)
    if state.phase is not Phase.ACTIVE:
        raise InvalidTransition.from_phase("admit", phase=state.phase.value, allowed=[Phase.ACTIVE.value])
    due = state.rounds_started + 1
    if type(round_number) is not int or round_number != due:
        raise InvalidTransition.out_of_order(round_number=round_number, due=due)
    if not state.has_capacity:
        raise _no_capacity(state, "admit")
    return AdmittedRound(replace(state, rounds_started=due), payloads.round_source(state.ref, due))


def _held(current: Current, operation: Operation, ref: GoalRef, live: bool) -> GoalState:
    """The current goal, once the four faults that every move can have are ruled out in their order."""
    if not live:
        raise AgentNotLive.cannot(operation)
    state, sources = _found(current, operation, ref), MOVES[operation].sources
    if state.phase not in sources:
        raise InvalidTransition.from_phase(
            operation, phase=state.phase.value, allowed=[phase.value for phase in sources]
        )
    return state


def _found(current: Current, operation: str, ref: GoalRef) -> GoalState:
    if not isinstance(current, GoalState):
        raise GoalNotFound.cannot(operation)
    if not ref.is_at(current.id, current.revision):
        raise StaleRevision.between(
            expected_id=ref.id,
            expected_revision=ref.revision,
            current_id=current.id,
            current_revision=current.revision,
        )
    return current


def _no_capacity(state: GoalState, operation: str) -> InvalidTransition:
    return InvalidTransition.without_capacity(
        operation, rounds_started=state.rounds_started, max_rounds=state.max_rounds
    )


def _next(state: GoalState, operation: Operation, now_ms: int) -> GoalState:
    if state.revision >= SAFE_INTEGER_MAX:
        raise InvalidTransition.revision_exhausted(operation, revision=state.revision)
    return replace(state, revision=state.revision + 1, updated_at_ms=max(now_ms, state.updated_at_ms))


def _moved(
    state: GoalState, operation: Operation, now_ms: int, *, reason: BlockReason | None = None
) -> Change:
    phase = MOVES[operation].target or state.phase
    return _changed(operation, replace(_next(state, operation, now_ms), phase=phase, blocked_reason=reason))


def _changed(operation: Operation, state: GoalState) -> Change:
    return Change(operation, state, payloads.snapshot(operation, state), MOVES[operation].effect)
