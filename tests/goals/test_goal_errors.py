"""The refusals: their codes, what they say, and that they survive a trip between processes."""

import pickle

import pytest

from goals import errors, tool_errors
from goals.errors import CorruptEvent, GoalError, StaleRevision, shown
from governance.errors import Conflict, CountersignError, Forbidden, Invalid, NotFound

STALE = StaleRevision.between(
    expected_id="goal-a", expected_revision=3, current_id="goal-b", current_revision=4
)

ONE_OF_EACH: list[tuple[str, type[CountersignError], GoalError]] = [
    ("GOAL_AGENT_NOT_LIVE", Conflict, errors.AgentNotLive.cannot("pause")),
    ("GOAL_NOT_FOUND", NotFound, errors.GoalNotFound.cannot("pause")),
    (
        "GOAL_ALREADY_EXISTS",
        Conflict,
        errors.GoalAlreadyExists.beside(goal_id="goal-a", revision=2, phase="paused"),
    ),
    ("GOAL_STALE_REVISION", Conflict, STALE),
    ("GOAL_INVALID_OBJECTIVE", Invalid, errors.InvalidObjective.because("is empty")),
    ("GOAL_INVALID_MAX_ROUNDS", Invalid, errors.InvalidMaxRounds.given(0, maximum=9)),
    ("GOAL_INVALID_BLOCK_REASON", Invalid, errors.InvalidBlockReason.because("is empty")),
    ("GOAL_INVALID_EDIT", Invalid, errors.InvalidEdit.empty()),
    (
        "GOAL_INVALID_TRANSITION",
        Conflict,
        errors.InvalidTransition.from_phase("pause", phase="paused", allowed=["active"]),
    ),
    ("GOAL_TOOL_AGENT_REQUIRED", Conflict, tool_errors.ToolAgentRequired.cannot("get_goal")),
    ("GOAL_TOOL_DRIVER_REQUIRED", Conflict, tool_errors.ToolDriverRequired.cannot("get_goal", why="idle")),
    (
        "GOAL_TOOL_AUTHORITY_REQUIRED",
        Forbidden,
        tool_errors.ToolAuthorityRequired.cannot("edit", why="a round may not edit"),
    ),
    (
        "GOAL_TOOL_INVALID_UPDATE",
        Invalid,
        tool_errors.ToolInvalidUpdate.in_field("goal_id", value="", why="it names no goal"),
    ),
    (
        "GOAL_TOOL_BLOCK_THRESHOLD",
        Conflict,
        tool_errors.ToolBlockThreshold.before(rounds_started=2, threshold=3),
    ),
]


@pytest.mark.parametrize(("code", "kind", "error"), ONE_OF_EACH, ids=[code for code, _, _ in ONE_OF_EACH])
def test_a_refusal_has_its_stable_code_and_its_kind(
    code: str, kind: type[CountersignError], error: GoalError
) -> None:
    assert error.code == code
    assert isinstance(error, kind)
    assert str(error) == error.message


def test_there_are_nine_domain_codes_and_five_tool_codes() -> None:
    codes = [code for code, _, _ in ONE_OF_EACH]
    classes = [
        kind.code
        for module in (errors, tool_errors)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, GoalError) and kind.__module__ == module.__name__
        if "code" in vars(kind)
    ]

    assert sorted(classes) == sorted(codes)
    assert [len([code for code in codes if code.startswith("GOAL_TOOL_")]), len(codes)] == [5, 14]


def test_a_stale_reference_names_both_what_was_expected_and_what_is() -> None:
    assert STALE.message == (
        'The request expected goal "goal-a" at revision 3; current is "goal-b" at revision 4. '
        "Read the goal, then ask again."
    )
    assert STALE.details == {
        "expected": {"id": "goal-a", "revision": 3},
        "current": {"id": "goal-b", "revision": 4},
    }


@pytest.mark.parametrize("error", [error for _, _, error in ONE_OF_EACH], ids=lambda error: error.code)
def test_a_refusal_survives_the_trip_between_processes(error: GoalError) -> None:
    arrived = pickle.loads(pickle.dumps(error))

    assert type(arrived) is type(error)
    assert (arrived.code, arrived.message, arrived.field, arrived.details) == (
        error.code,
        error.message,
        error.field,
        error.details,
    )


def test_a_corrupt_event_survives_it_too() -> None:
    arrived = pickle.loads(pickle.dumps(CorruptEvent("round-order", "Round 3 is admitted; 2 is due.", 7)))

    assert str(arrived) == "Event 7 (round-order): Round 3 is admitted; 2 is due."
    assert (arrived.code, arrived.index) == ("round-order", 7)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (None, "null"),
        ("half \ud83d", '"half \\ud83d"'),
        ("x" * 78, '"' + "x" * 78 + '"'),
        ("x" * 79, '"' + "x" * 76 + "..."),
        ("x" * 200, '"' + "x" * 76 + "..."),
        (object(), "a value of type object"),
        pytest.param(10**5000, "a value of type int", id="very large"),
    ],
)
def test_any_value_can_be_shown_in_a_message(value: object, text: str) -> None:
    assert shown(value) == text
