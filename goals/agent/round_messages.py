"""The invariant of rounds: a goal-sourced message is exactly the message that opens that round, or nothing runs.

Checked on the one round that is about to ask a model, and on whole histories by `check_history`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from goals import payloads
from goals.agent.prompts import is_rendered
from goals.enums import BlockCode
from goals.errors import CorruptEvent
from goals.models import Execution, Goal, SessionEvent
from goals.replay import Fold
from goals.sessions.transcript import USER, Entry
from goals.values import GoalRef
from governance.errors import Conflict


def check(entries: Iterable[Entry], *, execution: Execution, goal: Goal) -> None:
    """Raises Conflict `prompt-rejected` unless the goal's messages are those of its admitted rounds."""
    from_goal = [entry for entry in entries if _source(entry.data).get("kind") == payloads.ROUND_SOURCE_KIND]
    if any(entry.execution_id is None for entry in from_goal):
        raise _rejected("a message claims to be a round that was never admitted")
    if execution.kind == Execution.Kind.HUMAN:
        return
    assert execution.number is not None
    expected = payloads.round_source(GoalRef(execution.goal_id, execution.revision), execution.number)
    own = from_goal[-1] if from_goal else None
    if own is None or own.execution_id != execution.pk or _source(own.data) != expected:
        raise _rejected("the message that opens it is missing")
    objective, cap = _admitted_as(execution, goal)
    content = own.text or ""
    if not is_rendered(content, objective=objective, number=execution.number, max_rounds=cap):
        raise _rejected("the message that opens it is not the one its goal gives")


def _rejected(why: str) -> Conflict:
    return Conflict(f"The round was refused before its first step: {why}.", code=BlockCode.PROMPT_REJECTED)


def _admitted_as(execution: Execution, goal: Goal) -> tuple[str, int]:
    """Objective and round cap at the revision under which the round was admitted."""
    if goal.revision == execution.revision:
        return goal.objective, goal.max_rounds
    changes = SessionEvent.objects.filter(goal=goal, type=payloads.CHANGE_TYPE).values_list("data", flat=True)
    for data in changes.order_by("-seq"):
        found = json.loads(data).get("goal") or {}
        if found.get("revision") == execution.revision:
            return found["objective"], found["maxGoalRounds"]
    raise _rejected("its goal was never at this revision")


def check_history(events: Iterable[Mapping[str, Any]], contents: Mapping[int, str]) -> Fold:
    """Fold a session's events and compare every round's message, by its place, with what its goal gives.

    Raises CorruptEvent: the fold's own fault, or code `round-content` at an altered message.
    """
    fold = Fold()
    for place, event in enumerate(events):
        state = fold.extend([event])
        source = _source(event["data"])
        if event["type"] != USER or source.get("kind") != payloads.ROUND_SOURCE_KIND:
            continue
        assert state is not None
        if not is_rendered(
            contents.get(place, ""),
            objective=state.objective,
            number=source["round"],
            max_rounds=state.max_rounds,
        ):
            raise CorruptEvent(
                "round-content", f"Round {source['round']} does not say what its goal gives.", place
            )
    return fold


def _source(data: Mapping[str, Any]) -> Mapping[str, Any]:
    source = data.get("source")
    return source if isinstance(source, Mapping) else {}
