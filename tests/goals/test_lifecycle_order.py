"""Of two faults in one request the earlier one of the order is answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import pytest

from goals import lifecycle
from goals.enums import Activation, Operation, Phase
from goals.errors import GoalError
from goals.lifecycle import Current, GoalState
from goals.values import GoalRef
from tests.goals.stories import EXTRAS, FIRST_ID, MOVES, SECOND_ID, SITUATIONS


@dataclass
class Request:
    """One call of a move, to be spoilt."""

    current: Current
    given: dict[str, Any] = field(default_factory=dict)


Spoil = Callable[[Request], None]


def not_live(request: Request) -> None:
    request.given["live"] = False


def no_goal(request: Request) -> None:
    request.current = None


def other_revision(request: Request) -> None:
    request.given["ref"] = GoalRef(FIRST_ID, 99)


def other_id(request: Request) -> None:
    request.given["ref"] = GoalRef(SECOND_ID, request.given["ref"].revision)


def give(**values: object) -> Spoil:
    return lambda request: request.given.update(values)


def goal(**fields: Any) -> Spoil:
    def spoil(request: Request) -> None:
        if isinstance(request.current, GoalState):
            request.current = replace(request.current, **fields)

    return spoil


def armed(request: Request) -> None:
    goal(phase=Phase.ACTIVE, blocked_reason=None)(request)
    request.given["activation"] = Activation.ARMED


def no_round_left(request: Request) -> None:
    goal(rounds_started=7, max_rounds=7)(request)
    if "round_number" in request.given:
        request.given["round_number"] = 8


LIVE, FOUND = ("GOAL_AGENT_NOT_LIVE", not_live), ("GOAL_NOT_FOUND", no_goal)
STALE_REVISION, STALE_ID = ("GOAL_STALE_REVISION", other_revision), ("GOAL_STALE_REVISION", other_id)
OBJECTIVE, CAP = (
    ("GOAL_INVALID_OBJECTIVE", give(objective=" ")),
    ("GOAL_INVALID_MAX_ROUNDS", give(max_rounds=0)),
)
REASON = ("GOAL_INVALID_BLOCK_REASON", give(reason=None))


def wrong(phase: Phase) -> tuple[str, Spoil]:
    return "GOAL_INVALID_TRANSITION", goal(phase=phase)


# The order of each move, as the refusals it gives and how to provoke each.
ORDERS: dict[str, tuple[str, list[tuple[str, Spoil]]]] = {
    "create": ("complete", [OBJECTIVE, CAP, LIVE, ("GOAL_ALREADY_EXISTS", goal(phase=Phase.PAUSED))]),
    "edit": ("active, armed", [LIVE, FOUND, STALE_REVISION, OBJECTIVE, CAP]),
    "edit nothing": (
        "active, armed",
        [LIVE, FOUND, STALE_ID, ("GOAL_INVALID_EDIT", give(objective=None, max_rounds=None))],
    ),
    "pause": ("active, armed", [LIVE, FOUND, STALE_REVISION, wrong(Phase.PAUSED)]),
    "complete": ("active, armed", [LIVE, FOUND, STALE_ID, wrong(Phase.COMPLETE)]),
    "block": ("active, armed", [LIVE, FOUND, STALE_REVISION, wrong(Phase.BLOCKED), REASON]),
    "reopen": (
        "complete",
        [LIVE, FOUND, STALE_ID, wrong(Phase.ACTIVE), ("GOAL_INVALID_BLOCK_REASON", give(message=" "))],
    ),
    "clear": ("paused", [LIVE, FOUND, STALE_REVISION]),
    "resume": (
        "paused",
        [
            LIVE,
            FOUND,
            STALE_ID,
            wrong(Phase.COMPLETE),
            ("GOAL_INVALID_TRANSITION", armed),
            ("GOAL_INVALID_TRANSITION", no_round_left),
        ],
    ),
    "admit": (
        "active, armed",
        [
            FOUND,
            STALE_REVISION,
            wrong(Phase.PAUSED),
            ("GOAL_INVALID_TRANSITION", give(round_number=5)),
            ("GOAL_INVALID_TRANSITION", no_round_left),
        ],
    ),
}
SINGLES = [(name, place) for name, (_, faults) in ORDERS.items() for place in range(len(faults))]
PAIRS = [
    (name, *pair) for name, (_, faults) in ORDERS.items() for pair in combinations(range(len(faults)), 2)
]


def call(name: str, places: list[int]) -> tuple[str, list[str]]:
    """The code of the refusal and which values it carries, with the faults at these places of the order."""
    situation, faults = ORDERS[name]
    story = SITUATIONS[situation]()
    verb = name.split()[0]
    move = {"create": lifecycle.create, "admit": lifecycle.admit_round}.get(verb) or MOVES[Operation(verb)]
    request = Request(story.current, {"ref": story.ref, "live": True, "now_ms": 9_000})
    request.given |= EXTRAS.get(Operation(verb), {}) if verb != "admit" else {"round_number": 1}
    if verb == "create":
        request.given |= {"goal_id": SECOND_ID, "objective": "Reconcile August", "max_rounds": 3}
        del request.given["ref"]
    if verb == "admit":
        del request.given["live"], request.given["now_ms"]
    if verb == "resume":
        request.given["activation"] = Activation.DISARMED
    for place in sorted(places, reverse=True):
        faults[place][1](request)
    try:
        move(request.current, **request.given)
    except GoalError as refused:
        return refused.code, sorted(refused.details)
    return "done", []


@pytest.mark.parametrize("name", ORDERS)
def test_without_a_fault_the_move_is_done(name: str) -> None:
    if name == "edit nothing":
        assert call(name, [3])[0] == "GOAL_INVALID_EDIT"
    else:
        assert call(name, []) == ("done", [])


@pytest.mark.parametrize(("name", "place"), SINGLES)
def test_one_fault_gives_its_own_code(name: str, place: int) -> None:
    assert call(name, [place])[0] == ORDERS[name][1][place][0]


@pytest.mark.parametrize(("name", "earlier", "later"), PAIRS)
def test_of_two_faults_the_earlier_is_answered(name: str, earlier: int, later: int) -> None:
    both = call(name, [earlier, later])

    assert both == call(name, [earlier])
    assert both != call(name, [later])
