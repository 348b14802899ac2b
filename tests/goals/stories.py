"""Goals told move by move: the state, the activation and the stored events after each move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from goals import lifecycle
from goals.enums import Activation, ActivationEffect, Operation
from goals.lifecycle import Change, Current, GoalState
from goals.payloads import CHANGE_TYPE, ROUND_TYPE
from goals.values import BlockReason, GoalRef

FIRST_ID = "goal-00000000-0000-4000-8000-000000000001"
SECOND_ID = "goal-00000000-0000-4000-8000-000000000002"
THIRD_ID = "goal-00000000-0000-4000-8000-000000000003"
REASON = BlockReason("model-reported", "The bank file is missing.")
START_MS = 1_000


class Story:
    """A history in the making. `now_ms` is what the next move reads from the clock."""

    def __init__(self) -> None:
        self.current: Current = None
        self.activation = Activation.DISARMED
        self.events: list[Any] = []
        self.now_ms = START_MS

    @property
    def goal(self) -> GoalState:
        assert isinstance(self.current, GoalState)
        return self.current

    @property
    def ref(self) -> GoalRef:
        return GoalRef(FIRST_ID, 1) if self.current is None else self.current.ref

    def create(self, goal_id: str = FIRST_ID, objective: object = "Reconcile July", **given: Any) -> Change:
        given = {"live": True, "now_ms": self.now_ms, **given}
        return self._keep(lifecycle.create(self.current, goal_id=goal_id, objective=objective, **given))

    def do(self, operation: Operation, **given: Any) -> Change:
        given = {"ref": self.ref, "live": True, "now_ms": self.now_ms, **given}
        if operation is Operation.RESUME:
            given = {"activation": self.activation, **given}
        return self._keep(MOVES[operation](self.current, **given))

    def admit(self, **given: Any) -> GoalState:
        started = self.goal.rounds_started
        admitted = lifecycle.admit_round(
            self.current, **{"ref": self.ref, "round_number": started + 1, **given}
        )
        self.current = admitted.after
        self.events.append({"type": ROUND_TYPE, "data": {"source": admitted.source, "text": "go on"}})
        return admitted.after

    def _keep(self, change: Change) -> Change:
        self.current = change.after
        self.events.append({"type": CHANGE_TYPE, "data": change.payload})
        self.now_ms += 1_000
        if change.effect is not ActivationEffect.UNCHANGED:
            self.activation = Activation(change.effect)
        return change


MOVES: dict[Operation, Callable[..., Change]] = {
    Operation.EDIT: lifecycle.edit,
    Operation.PAUSE: lifecycle.pause,
    Operation.RESUME: lifecycle.resume,
    Operation.COMPLETE: lifecycle.complete,
    Operation.BLOCK: lifecycle.block,
    Operation.CLEAR: lifecycle.clear,
    Operation.REOPEN: lifecycle.reopen,
}

EXTRAS: dict[Operation, dict[str, object]] = {
    Operation.EDIT: {"objective": "Reconcile August"},
    Operation.BLOCK: {"reason": REASON},
    Operation.REOPEN: {"message": "The report lacks page two."},
}


def perform(story: Story, operation: Operation) -> Change:
    """The operation with everything it needs; a create takes the second id."""
    if operation is Operation.CREATE:
        return story.create(SECOND_ID)
    return story.do(operation, **EXTRAS.get(operation, {}))


def story_of(*operations: Operation) -> Story:
    """The first goal, and then the operations one after the other."""
    story = Story()
    story.create()
    for operation in operations:
        perform(story, operation)
    return story


def _disarmed(story: Story) -> Story:
    story.activation = Activation.DISARMED
    return story


SITUATIONS: dict[str, Callable[[], Story]] = {
    "none": Story,
    "cleared": lambda: story_of(Operation.CLEAR),
    "active, armed": lambda: story_of(),
    "active, disarmed": lambda: _disarmed(story_of()),
    "paused": lambda: story_of(Operation.PAUSE),
    "blocked": lambda: story_of(Operation.BLOCK),
    "complete": lambda: story_of(Operation.COMPLETE),
}


def with_rounds(story: Story, *, started: int, cap: int) -> Story:
    """The same goal as if it had this count of rounds under this cap. Its events do not tell so."""
    story.current = replace(story.goal, rounds_started=started, max_rounds=cap)
    return story
