"""Every row of the transition table from every situation a goal can be in."""

import pytest

from goals.enums import ActivationEffect, Operation, Phase
from goals.errors import GoalError
from goals.lifecycle import MOVES, Tombstone
from goals.replay import Fold
from tests.goals.stories import SITUATIONS, perform

ARMED, DISARMED, UNCHANGED = ActivationEffect.ARMED, ActivationEffect.DISARMED, ActivationEffect.UNCHANGED
NOT_FOUND, EXISTS, REFUSED = "GOAL_NOT_FOUND", "GOAL_ALREADY_EXISTS", "GOAL_INVALID_TRANSITION"

# Columns in this order; a row holds (phase after, effect) or the code of the refusal.
COLUMNS = ["none", "cleared", "active, armed", "active, disarmed", "paused", "blocked", "complete"]
STARTS = (Phase.ACTIVE, ARMED)
PAUSES = (Phase.PAUSED, DISARMED)
BLOCKS = (Phase.BLOCKED, DISARMED)
CLOSES = (Phase.COMPLETE, DISARMED)
GOES = (None, DISARMED)
A, P, B, C = ((phase, UNCHANGED) for phase in (Phase.ACTIVE, Phase.PAUSED, Phase.BLOCKED, Phase.COMPLETE))
TABLE = {
    Operation.CREATE: [STARTS, STARTS, EXISTS, EXISTS, EXISTS, EXISTS, STARTS],
    Operation.EDIT: [NOT_FOUND, NOT_FOUND, A, A, P, B, C],
    Operation.PAUSE: [NOT_FOUND, NOT_FOUND, PAUSES, PAUSES, REFUSED, REFUSED, REFUSED],
    Operation.RESUME: [NOT_FOUND, NOT_FOUND, REFUSED, STARTS, STARTS, STARTS, REFUSED],
    Operation.COMPLETE: [NOT_FOUND, NOT_FOUND, CLOSES, CLOSES, CLOSES, CLOSES, REFUSED],
    Operation.BLOCK: [NOT_FOUND, NOT_FOUND, BLOCKS, BLOCKS, REFUSED, REFUSED, REFUSED],
    Operation.CLEAR: [NOT_FOUND, NOT_FOUND, GOES, GOES, GOES, GOES, GOES],
    Operation.REOPEN: [NOT_FOUND, NOT_FOUND, REFUSED, REFUSED, REFUSED, REFUSED, BLOCKS],
}
CELLS = [
    pytest.param(operation, situation, expected, id=f"{operation} from {situation}")
    for operation, row in TABLE.items()
    for situation, expected in zip(COLUMNS, row, strict=True)
]
LEGAL = [cell for cell in CELLS if not isinstance(cell.values[2], str)]
REFUSALS = [cell for cell in CELLS if isinstance(cell.values[2], str)]
LEAVING_A_GOAL = [cell for cell in LEGAL if cell.values[0] is not Operation.CLEAR]


def test_the_table_has_every_operation_and_every_situation() -> None:
    assert list(TABLE) == list(Operation) == list(MOVES)
    assert list(SITUATIONS) == COLUMNS


@pytest.mark.parametrize(("operation", "situation", "expected"), LEGAL)
def test_an_allowed_move_does_what_its_row_says(
    operation: Operation, situation: str, expected: object
) -> None:
    change = perform(SITUATIONS[situation](), operation)

    phase = None if isinstance(change.after, Tombstone) else change.after.phase
    assert (phase, change.effect) == expected
    assert change.operation is operation


@pytest.mark.parametrize(("operation", "situation", "expected"), REFUSALS)
def test_any_other_move_is_refused_and_changes_nothing(
    operation: Operation, situation: str, expected: str
) -> None:
    story = SITUATIONS[situation]()
    before, events = story.current, list(story.events)

    with pytest.raises(GoalError) as refused:
        perform(story, operation)

    assert refused.value.code == expected
    assert (story.current, story.events) == (before, events)


@pytest.mark.parametrize(("operation", "situation", "expected"), LEGAL)
def test_a_move_is_the_next_revision_and_folds(
    operation: Operation, situation: str, expected: object
) -> None:
    story = SITUATIONS[situation]()
    before = story.current

    after = perform(story, operation).after

    fresh = operation is Operation.CREATE
    assert after.revision == (1 if fresh or before is None else before.revision + 1)
    fold = Fold()
    fold.read(story.events)
    assert fold.current == after


@pytest.mark.parametrize(("operation", "situation", "expected"), LEAVING_A_GOAL)
def test_a_reason_is_there_exactly_while_blocked(
    operation: Operation, situation: str, expected: object
) -> None:
    story = SITUATIONS[situation]()

    perform(story, operation)

    assert (story.goal.blocked_reason is not None) == (story.goal.phase is Phase.BLOCKED)


def test_disarming_is_no_operation_of_the_record() -> None:
    assert "disarm" not in [operation.value for operation in Operation]
