"""What the moves do to a goal, told as the harness's own assertions tell it."""

from dataclasses import replace

import pytest

from goals.enums import ActivationEffect, Operation, Phase
from goals.errors import GoalError
from goals.lifecycle import Tombstone
from goals.replay import Fold
from goals.values import BlockReason, GoalRef
from tests.goals.stories import FIRST_ID, REASON, SECOND_ID, SITUATIONS, Story, story_of, with_rounds

EDIT, PAUSE, RESUME, COMPLETE = Operation.EDIT, Operation.PAUSE, Operation.RESUME, Operation.COMPLETE
BLOCK, CLEAR, REOPEN = Operation.BLOCK, Operation.CLEAR, Operation.REOPEN


def refusal(story: Story, operation: Operation, **given: object) -> str:
    with pytest.raises(GoalError) as refused:
        story.do(operation, **given)
    return refused.value.code


def test_create_writes_the_default_cap_and_exactly_one_event() -> None:
    story = Story()

    change = story.create(objective="  Reconcile July ")

    assert len(story.events) == 1
    assert change.payload == {
        "kind": "goal/change",
        "version": 1,
        "operation": "create",
        "goal": {
            "id": FIRST_ID,
            "revision": 1,
            "objective": "Reconcile July",
            "phase": "active",
            "maxGoalRounds": 256,
        },
        "roundsStarted": 0,
        "createdAt": 1_000,
        "updatedAt": 1_000,
    }


def test_create_takes_the_cap_it_is_given() -> None:
    story = Story()
    story.create(max_rounds=7)

    assert (story.goal.max_rounds, story.goal.rounds_started) == (7, 0)


@pytest.mark.parametrize("cap", [None, 0, 1.0, True, "7"])
def test_create_refuses_a_cap_that_is_none(cap: object) -> None:
    with pytest.raises(GoalError) as refused:
        Story().create(max_rounds=cap)
    assert refused.value.code == "GOAL_INVALID_MAX_ROUNDS"


def test_the_revision_goes_from_1_to_6_through_edit_pause_resume_complete_and_clear() -> None:
    story = story_of(EDIT, PAUSE, RESUME, COMPLETE, CLEAR)

    assert isinstance(story.current, Tombstone)
    assert story.current.revision == 6
    assert [event["data"]["operation"] for event in story.events] == [
        "create", "edit", "pause", "resume", "complete", "clear",
    ]  # fmt: skip


def test_resuming_an_active_disarmed_goal_is_revision_2_and_arms() -> None:
    story = SITUATIONS["active, disarmed"]()

    change = story.do(RESUME)

    assert (story.goal.revision, story.goal.phase, change.effect) == (2, Phase.ACTIVE, ActivationEffect.ARMED)


def test_an_edit_replaces_one_field_or_both_and_keeps_the_other() -> None:
    story = story_of()
    story.do(EDIT, objective="A")
    story.do(EDIT, max_rounds=9)
    first = (story.goal.objective, story.goal.max_rounds)
    story.do(EDIT, objective="B", max_rounds=5)

    assert (first, story.goal.objective, story.goal.max_rounds) == (("A", 9), "B", 5)
    assert story.goal.revision == 4


def test_an_edit_with_nothing_or_a_blank_objective_is_refused() -> None:
    story = story_of()

    assert refusal(story, EDIT) == "GOAL_INVALID_EDIT"
    assert refusal(story, EDIT, objective=" \ufeff") == "GOAL_INVALID_OBJECTIVE"


@pytest.mark.parametrize("ref", [GoalRef(FIRST_ID, 1), GoalRef(FIRST_ID, 3), GoalRef(SECOND_ID, 2)])
def test_a_reference_that_differs_in_either_part_is_stale(ref: GoalRef) -> None:
    story = story_of(EDIT)

    for operation in (EDIT, PAUSE, RESUME, COMPLETE, BLOCK, CLEAR, REOPEN):
        given = {"reason": REASON} if operation is BLOCK else {"message": "No"} if operation is REOPEN else {}
        assert refusal(story, operation, ref=ref, **given) == "GOAL_STALE_REVISION"


def test_an_edit_keeps_the_blocker_and_a_resume_drops_it() -> None:
    story = story_of(BLOCK, EDIT)
    kept = story.goal.blocked_reason
    story.do(RESUME)

    assert (kept, story.goal.blocked_reason, story.goal.phase) == (REASON, None, Phase.ACTIVE)


def test_the_message_of_a_block_is_stored_trimmed() -> None:
    story = story_of()
    change = story.do(BLOCK, reason={"code": "queue-failed", "message": " Full. \n"})

    assert change.payload["goal"]["blockedReason"] == {"code": "queue-failed", "message": "Full."}  # type: ignore[index]


def test_completing_drops_the_blocker() -> None:
    story = story_of(BLOCK, COMPLETE)

    assert story.goal.blocked_reason is None


def test_at_the_cap_a_goal_cannot_be_resumed_until_the_cap_is_raised_but_can_be_completed() -> None:
    story = story_of(BLOCK)
    with_rounds(story, started=256, cap=256)
    at_the_cap = refusal(story, RESUME)
    story.do(EDIT, max_rounds=257)
    story.do(RESUME)
    full = with_rounds(story_of(), started=3, cap=3)
    full.do(COMPLETE)

    assert at_the_cap == "GOAL_INVALID_TRANSITION"
    assert (story.goal.phase, story.goal.blocked_reason) == (Phase.ACTIVE, None)
    assert full.goal.phase is Phase.COMPLETE


def test_the_cap_may_be_lowered_below_the_rounds_already_started() -> None:
    story = with_rounds(story_of(), started=5, cap=9)
    story.do(EDIT, max_rounds=2)

    assert (story.goal.rounds_started, story.goal.max_rounds, story.goal.phase) == (5, 2, Phase.ACTIVE)


def test_editing_a_completed_goal_keeps_it_complete() -> None:
    story = story_of(COMPLETE, EDIT)

    assert (story.goal.phase, story.goal.revision, story.goal.id) == (Phase.COMPLETE, 3, FIRST_ID)


def test_only_a_completed_goal_is_replaced_and_by_a_fresh_one() -> None:
    story = story_of(COMPLETE)
    story.create(SECOND_ID)

    assert (story.goal.id, story.goal.revision, story.goal.phase) == (SECOND_ID, 1, Phase.ACTIVE)


def test_a_second_clear_finds_no_goal() -> None:
    assert refusal(story_of(CLEAR), CLEAR) == "GOAL_NOT_FOUND"


def test_a_clear_leaves_a_tombstone_at_the_next_revision_and_room_for_a_fresh_goal() -> None:
    story = story_of(PAUSE)
    change = story.do(CLEAR)
    story.create(SECOND_ID)

    assert change.payload == {
        "kind": "goal/change",
        "version": 1,
        "operation": "clear",
        "cleared": {"id": FIRST_ID, "revision": 3},
        "clearedAt": 3_000,
    }
    assert story.goal.id == SECOND_ID


@pytest.mark.parametrize("operation", [EDIT, PAUSE, COMPLETE, BLOCK, CLEAR])
def test_a_clock_that_went_back_is_held_at_the_last_change(operation: Operation) -> None:
    story = story_of(EDIT)
    extra = {BLOCK: {"reason": REASON}, EDIT: {"max_rounds": 4}}.get(operation, {})
    after = story.do(operation, now_ms=5, **extra).after

    stamp = after.cleared_at_ms if isinstance(after, Tombstone) else after.updated_at_ms
    assert stamp == 2_000
    assert Fold().read(story.events) == (None if isinstance(after, Tombstone) else after)


def test_a_person_reopens_a_rejected_completion_as_blocked_and_disarmed() -> None:
    story = story_of(COMPLETE)
    change = story.do(REOPEN, message=" Page two is missing. ")

    assert story.goal.blocked_reason == BlockReason("completion-rejected", "Page two is missing.")
    assert (story.goal.phase, change.effect) == (Phase.BLOCKED, ActivationEffect.DISARMED)
    assert change.payload["operation"] == "reopen"


@pytest.mark.parametrize("message", ["", "  ", None, 7, "bell \x07"])
def test_a_rejection_needs_its_reason_in_words(message: object) -> None:
    assert refusal(story_of(COMPLETE), REOPEN, message=message) == "GOAL_INVALID_BLOCK_REASON"


def test_no_move_goes_beyond_the_last_safe_revision() -> None:
    story = story_of()
    story.current = replace(story.goal, revision=2**53 - 1)

    for operation in (PAUSE, COMPLETE, CLEAR):
        assert refusal(story, operation) == "GOAL_INVALID_TRANSITION"
