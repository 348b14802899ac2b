"""Turns, steps and tool calls as they happen. Each write is conditional on the lease."""

from __future__ import annotations

from typing import Any

from goals import sessions
from goals.models import Execution, Goal, Session, Step, ToolCall, Turn
from goals.rounds.leases import Lease, LeaseLost
from governance import clock, rows
from governance.compiled import Compiled
from governance.transactions import outermost, require_transaction


def _held(lease: Lease) -> Execution:
    """The execution, if this lease still holds it; takes the row so that a take-over waits. Raises LeaseLost."""
    require_transaction()
    mine = {"id": lease.execution_id, "fence": lease.fence, "state": Execution.State.RUNNING}
    held = rows.fetch(Execution, lock=True, **mine)
    if held is None:
        raise LeaseLost("This worker no longer holds the execution.", execution=lease.execution_id)
    return held


def _place(execution: Execution) -> Session:
    """The session its conversation lives in; sets the goal on the execution."""
    execution.goal = rows.sure(rows.fetch(Goal, id=execution.goal_id))
    return rows.sure(rows.fetch(Session, id=execution.session_id or execution.goal.session_id))


def new_turn(lease: Lease) -> Turn:
    """The next turn, not stored yet: the first intent under it stores it (see `keep`)."""
    last = _LAST_TURN.first(execution=lease.execution_id)
    number = last["number"] + 1 if last else 1
    return Turn(execution_id=lease.execution_id, number=number, started_at=clock.now())


_LAST_TURN = Compiled(
    lambda *, execution: (
        Turn.objects.filter(execution=execution).order_by("-number").values("number")[:1]
    ), execution=int,
)  # fmt: skip
_OPEN_TURNS = Compiled(
    lambda *, execution: (
        Turn.objects.filter(execution=execution, ended_at=None).order_by("number").values("pk", "number")
    ), execution=int,
)  # fmt: skip


def new_step(turn: Turn, number: int) -> Step:
    """The next step of a turn, not stored yet: its first intent stores it."""
    return Step(turn=turn, number=number, started_at=clock.now())


def keep(step: Step) -> None:
    """Store a step and its turn where they are new. Composable; the caller holds the fence."""
    require_transaction()
    if step.pk is not None:
        return
    if step.turn.pk is None:
        rows.number(step.turn, step)
        rows.insert(step.turn)
        step.turn = step.turn
    rows.insert(step)
    rows.add(Execution, step.turn.execution_id, {"steps": 1})


def open_turns(execution: Execution) -> list[dict[str, Any]]:
    """Key and number of the turns that are still open. One query."""
    return _OPEN_TURNS.rows(execution=execution.pk)


def close(turns: list[dict[str, Any]], execution: Execution, *, reason: str, sentence: str) -> None:
    """End what was still open of an execution that ends. Composable."""
    require_transaction()
    session = execution.session or execution.goal.session
    for turn in turns:
        ended = {"end_reason": reason, "sentence": sentence, "ended_at": clock.now()}
        rows.change(Turn, turn["pk"], ended)
        sessions.append(
            session, type="turn/end", data={"reason": {"kind": reason}, "turn": turn["number"]},
            goal=execution.goal, execution=execution,
        )  # fmt: skip


def close_step(lease: Lease, step: Step, *, sentence: str) -> None:
    """End a step with one sentence of what it did."""
    with outermost():
        _held(lease)
        step.sentence, step.ended_at = sentence, clock.now()
        rows.change(Step, step.pk, {"sentence": step.sentence, "ended_at": step.ended_at})


def record_tool(
    lease: Lease,
    step: Step,
    *,
    number: int,
    name: str,
    call_id: str,
    arguments: str,
    result: str,
    code: str = "",
    sentence: str = "",
) -> ToolCall:
    """Store a tool call with its result and append the result to the session, in one transaction."""
    with outermost():
        execution = _held(lease)
        now = clock.now()
        call = ToolCall(
            step=step, number=number, name=name[:60], call_id=call_id[:120], arguments=sessions.body_of(arguments),
            result=sessions.body_of(result), code=code, sentence=sentence, started_at=now, ended_at=now,
        )  # fmt: skip
        session = _place(execution)
        sessions.append(
            session, type="tool/result", data={"tool_call_id": call_id, "name": name, "code": code},
            body=result, goal=execution.goal, execution=execution,
        )  # fmt: skip
        return rows.append(call)


def add_context(lease: Lease, *, source: dict[str, str], text: str) -> None:
    """Append a message that the service itself says to the model, under its source."""
    with outermost():
        execution = _held(lease)
        session = _place(execution)
        sessions.append(
            session,
            type="user/message",
            data={"source": source},
            body=text,
            goal=execution.goal,
            execution=execution,
        )
