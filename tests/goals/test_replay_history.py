"""A well-formed event that does not continue the history stops the fold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from goals.enums import Operation
from goals.errors import CorruptEvent
from goals.faults import FaultCode
from goals.lifecycle import GoalState
from goals.replay import Fold
from tests.goals.stories import FIRST_ID, SECOND_ID, SITUATIONS, THIRD_ID, Story, perform, story_of

REASON = {"code": "model-reported", "message": "The bank file is missing."}
REJECTED = {"code": "completion-rejected", "message": "No."}


def change(operation: str, *, top: dict[str, Any] | None = None, **goal: Any) -> dict[str, Any]:
    """The snapshot that would rightly follow the create of the first goal, with fields replaced."""
    shape = {
        "id": FIRST_ID,
        "revision": 2,
        "objective": "Reconcile July",
        "phase": "active",
        "maxGoalRounds": 256,
    }
    data = {
        "kind": "goal/change",
        "version": 1,
        "operation": operation,
        "goal": shape | goal,
        "roundsStarted": 0,
        "createdAt": 1_000,
        "updatedAt": 2_000,
    }
    return {"type": "goal/change", "data": data | (top or {})}


def create(*, top: dict[str, Any] | None = None, **goal: Any) -> dict[str, Any]:
    return change("create", top=top, **{"id": SECOND_ID, "revision": 1, **goal})


def clear(goal_id: str = FIRST_ID, revision: int = 2, at: int = 2_000) -> dict[str, Any]:
    data = {"kind": "goal/change", "version": 1, "operation": "clear", "clearedAt": at}
    return {"type": "goal/change", "data": data | {"cleared": {"id": goal_id, "revision": revision}}}


def admitted(number: int, goal_id: str = FIRST_ID, revision: int = 1) -> dict[str, Any]:
    source = {"kind": "goal", "goalId": goal_id, "revision": revision, "round": number}
    return {"type": "user/message", "data": {"source": source}}


def at_the_cap() -> Story:
    story = Story()
    story.create(max_rounds=1)
    story.admit()
    return story


def twice_cleared() -> Story:
    story = story_of(Operation.CLEAR)
    story.create(SECOND_ID)
    perform(story, Operation.CLEAR)
    return story


def after(situation: str) -> Callable[[], Story]:
    return SITUATIONS[situation]


OPEN = after("active, armed")
REJECTIONS: list[tuple[str, Callable[[], Story], dict[str, Any]]] = [
    ("create-revision", after("none"), create(revision=2)),
    ("create-phase", after("none"), create(phase="paused")),
    ("create-phase", after("none"), create(phase="blocked", blockedReason=REASON)),
    ("create-phase", after("complete"), create(phase="complete")),
    ("create-rounds", after("none"), create(top={"roundsStarted": 1})),
    ("create-used-id", after("cleared"), create(id=FIRST_ID)),
    ("create-used-id", after("complete"), create(id=FIRST_ID)),
    ("create-used-id", twice_cleared, create(id=FIRST_ID)),
    ("create-over-open-goal", OPEN, create()),
    ("create-over-open-goal", after("paused"), create()),
    ("create-over-open-goal", after("blocked"), create()),
    *[("no-current-goal", after("none"), change(operation)) for operation in ("edit", "pause", "resume")],
    ("no-current-goal", after("cleared"), change("resume", revision=3)),
    ("no-current-goal", after("none"), clear()),
    ("no-current-goal", after("cleared"), clear(revision=3)),
    ("other-goal", OPEN, change("edit", id=THIRD_ID)),
    ("other-goal", OPEN, clear(THIRD_ID)),
    ("revision-order", OPEN, change("edit", revision=1)),
    ("revision-order", OPEN, change("edit", revision=3)),
    ("revision-order", OPEN, clear(revision=1)),
    ("revision-order", OPEN, clear(revision=3)),
    ("created-at-changed", OPEN, change("edit", top={"createdAt": 999})),
    ("created-at-changed", OPEN, change("edit", top={"createdAt": 1_001})),
    ("time-regressed", after("paused"), change("resume", revision=3, top={"updatedAt": 1_999})),
    ("time-regressed", after("paused"), clear(revision=3, at=1_999)),
    ("rounds-changed", OPEN, change("edit", top={"roundsStarted": 1})),
    ("rounds-changed", at_the_cap, change("edit", maxGoalRounds=1)),
    *[
        (code, OPEN, change(operation, **{"phase": phase, field: value}))
        for code, field, value in [
            ("objective-changed", "objective", "Other"),
            ("max-rounds-changed", "maxGoalRounds", 9),
        ]
        for operation, phase in [("pause", "paused"), ("resume", "active"), ("complete", "complete")]
    ],
    ("edit-phase", OPEN, change("edit", phase="paused")),
    ("edit-phase", OPEN, change("edit", phase="complete")),
    (
        "edit-blocked-reason",
        after("blocked"),
        change("edit", revision=3, phase="blocked", blockedReason=REJECTED),
    ),
    ("resume-without-capacity", at_the_cap, change("resume", maxGoalRounds=1, top={"roundsStarted": 1})),
    ("reopen-code", after("complete"), change("reopen", revision=3, phase="blocked", blockedReason=REASON)),
    ("round-without-goal", after("none"), admitted(1)),
    ("round-without-goal", after("cleared"), admitted(1, revision=2)),
    ("round-other-goal", OPEN, admitted(1, THIRD_ID)),
    ("round-other-revision", OPEN, admitted(1, revision=2)),
    ("round-other-revision", after("paused"), admitted(1)),
    *[
        ("round-not-active", after(name), admitted(1, revision=2))
        for name in ("paused", "blocked", "complete")
    ],
    ("round-order", OPEN, admitted(2)),
    ("round-order", at_the_cap, admitted(1)),
    ("round-over-cap", at_the_cap, admitted(2)),
]

PHASES = ["active", "paused", "blocked", "complete"]
REASONS: dict[str, dict[str, Any]] = {"blocked": {"blockedReason": REJECTED}}
LEGAL = {
    ("pause", "active", "paused"),
    *[("resume", phase, "active") for phase in ("active", "paused", "blocked")],
    *[("complete", phase, "complete") for phase in ("active", "paused", "blocked")],
    ("block", "active", "blocked"),
    ("reopen", "complete", "blocked"),
}
MOVES = [
    (operation, before, after)
    for operation in ("pause", "resume", "complete", "block", "reopen")
    for before in PHASES
    for after in PHASES
]


@pytest.mark.parametrize(
    ("code", "story", "event"),
    REJECTIONS,
    ids=[f"{code} {place}" for place, (code, _, _) in enumerate(REJECTIONS)],
)
def test_an_event_that_does_not_follow_stops_the_fold(
    code: str, story: Callable[[], Story], event: dict[str, Any]
) -> None:
    told = story()
    fold = Fold()

    with pytest.raises(CorruptEvent) as corrupt:
        fold.read([*told.events, event])

    assert (corrupt.value.code, corrupt.value.index) == (code, len(told.events))
    assert fold.current == told.current


@pytest.mark.parametrize(("operation", "before", "phase"), MOVES)
def test_only_the_phase_pairs_of_the_table_fold(operation: str, before: str, phase: str) -> None:
    told = SITUATIONS["active, armed" if before == "active" else before]()
    revision = told.goal.revision + 1
    event = change(operation, revision=revision, phase=phase, **REASONS.get(phase, {}))
    fold = Fold()
    fold.read(told.events)

    if (operation, before, phase) in LEGAL:
        goal = fold.extend([event])
        assert isinstance(goal, GoalState)
        assert goal.phase.value == phase
    else:
        with pytest.raises(CorruptEvent) as corrupt:
            fold.extend([event])
        assert corrupt.value.code == "illegal-transition"


def test_a_fresh_id_after_a_clear_or_a_completion_folds() -> None:
    for situation in ("cleared", "complete"):
        assert Fold().read([*SITUATIONS[situation]().events, create()]) is not None


def test_every_fault_code_of_the_history_is_provoked() -> None:
    provoked = {code for code, _, _ in REJECTIONS} | {"illegal-transition"}
    names = [code for code in FaultCode if code.name in vars_of_history()]

    assert provoked == {code.value for code in names}


def vars_of_history() -> set[str]:
    """The codes from CREATE_REVISION on, without the two that an event alone can have."""
    order = list(FaultCode)
    start = order.index(FaultCode.CREATE_REVISION)
    alone = {FaultCode.ROUND_SOURCE_KEYS, FaultCode.ROUND_NUMBER_VALUE}
    return {code.name for code in order[start:] if code not in alone}
