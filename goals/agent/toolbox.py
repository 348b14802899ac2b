"""Runs the tools that one answer asked for, in order, and stores each result before the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from goals.agent.tools.base import Context, Result, refused
from goals.agent.tools.calling import call
from goals.agent.work import Work
from goals.models import Step, Turn
from goals.rounds import turns
from goals.rounds.heartbeat import Heartbeat
from goals.sessions.transcript import tool_message

MOST_CALLS = 16


@dataclass(frozen=True, slots=True)
class Used:
    """What a step's tools came to: their sentences, a terminal report, whether the turn ends with it."""

    sentences: tuple[str, ...] = ()
    report: str = ""
    ends_turn: bool = False


def use(work: Work, turn: Turn, step: Step, calls: list[dict[str, Any]]) -> Used:
    """Every call gets exactly one result. Raises LeaseLost before a result of a lost round is stored."""
    context = Context(
        execution=work.execution, fence=work.lease.fence, turn=turn, terms=work.terms, workspace=work.workspace,
        seconds_left=work.seconds_left,
    )  # fmt: skip
    used = Used()
    with Heartbeat(work.lease):
        for number, wanted in enumerate(calls, start=1):
            result = _result(work, context, number, wanted["function"], used)
            _store(work, step, number, wanted, result)
            used = Used(
                (*used.sentences, result.sentence),
                used.report or result.report,
                used.ends_turn or result.ends_turn,
            )
    return used


def _result(work: Work, context: Context, number: int, function: dict[str, str], used: Used) -> Result:
    name = function["name"]
    if work.wrapping_up or used.report or used.ends_turn:
        return refused(
            "ROUND_OVER", "The report is in; nothing more is run in this round.", f"Did not run {name}."
        )
    if number > MOST_CALLS:
        return refused("TOO_MANY_CALLS", f"At most {MOST_CALLS} calls in one answer.", f"Did not run {name}.")
    tool = work.tools.get(name)
    if tool is None:
        return refused("UNKNOWN_TOOL", f"There is no {name}; there are: {', '.join(work.tools)}.")
    return call(tool, function["arguments"], context)


def _store(work: Work, step: Step, number: int, wanted: dict[str, Any], result: Result) -> None:
    function = wanted["function"]
    turns.record_tool(
        work.lease, step, number=number, name=function["name"], call_id=wanted["id"], arguments=function["arguments"],
        result=result.text, code=result.code, sentence=result.sentence,
    )  # fmt: skip
    work.payload.append(tool_message(wanted["id"], result.text))
