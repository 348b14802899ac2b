"""What a run may end with: complete, blocked, budget-limited or round-failed, each in exactly one shape.

Checked where a result is made and again wherever one is read. `roundsStarted` counts the rounds of the
run that reported `continue`, and the one that ended it; `cap` is how many there could have been.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ralph_runs import bounds
from ralph_runs.faults import MalformedResult, ReportFault
from ralph_runs.report import Report, validate

REPORTED = {"complete": "complete", "blocked": "blocked", "budget-limited": "continue"}
FAILED = "round-failed"
WORDING = {
    "complete": "The agent reports that the objective is met",
    "blocked": "The agent reports that it is blocked",
    "budget-limited": "All rounds are used and the agent reports that work is left",
    FAILED: "A round ended without a valid report",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A valid terminal value. `report` is the one it ends with, or the last good one; None in a failed round 1."""

    status: str
    rounds_started: int
    report: Report | None
    value: Mapping[str, Any]

    @property
    def succeeded(self) -> bool:
        """True for everything that a worker reported; False only for a failed round."""
        return self.status != FAILED


def reported(status: str, *, rounds: int, report: Any) -> dict[str, Any]:
    """The terminal value of a run that a report ended."""
    return {"status": status, "roundsStarted": rounds, "report": report}


def failed(*, rounds: int, last_report: Any) -> dict[str, Any]:
    """The terminal value of a run that a failed round ended."""
    return {"status": FAILED, "roundsStarted": rounds, "lastReport": last_report}


def check(value: Any, *, cap: int, profile: str, limit: int) -> Result:
    """The result that a value is. Raises MalformedResult with the one reason why it is none."""
    if not isinstance(value, dict):
        raise MalformedResult("A result is one object.")
    status = value.get("status")
    if not isinstance(status, str) or status not in WORDING:
        raise MalformedResult(f"{status!r} is no way to end.")
    _require_keys(value, {"status", "roundsStarted", "lastReport" if status == FAILED else "report"})
    rounds = value["roundsStarted"]
    if type(rounds) is not int or not 1 <= rounds <= cap:
        raise MalformedResult(f"{rounds!r} rounds were started, of at most {cap}.")
    read = _failed if status == FAILED else _reported
    report = read(value, cap, profile, limit)
    return Result(status=status, rounds_started=rounds, report=report, value=value)


def _require_keys(value: dict[str, Any], wanted: set[str]) -> None:
    if set(value) != wanted:
        raise MalformedResult(
            f"A {value['status']} result has exactly {sorted(wanted)}, not {sorted(value)}."
        )


def _reported(value: dict[str, Any], cap: int, profile: str, limit: int) -> Report:
    status, rounds = value["status"], value["roundsStarted"]
    if status == "budget-limited" and rounds != cap:
        raise MalformedResult(f"Only {rounds} of {cap} rounds were started, so the cap is not what ended it.")
    return _report(value["report"], REPORTED[status], profile, limit)


def _failed(value: dict[str, Any], cap: int, profile: str, limit: int) -> Report | None:
    rounds, last = value["roundsStarted"], value["lastReport"]
    if rounds == 1:
        if last is not None:
            raise MalformedResult("Before round 1 there was no report.")
        return None
    return _report(last, "continue", profile, limit)


def _report(value: Any, status: str, profile: str, limit: int) -> Report:
    try:
        report = validate(value, profile=profile, limit=limit)
    except ReportFault as fault:
        raise MalformedResult(f"Its report is none: {fault.sentence}") from None
    if report.status != status:
        raise MalformedResult(f"Its report says {report.status}, not {status}.")
    return report


def text(result: Result, *, run_id: str, agents: int, limit: int) -> str:
    """The result as one bounded text: what the worker said, then the envelope. Cuts the text, never the report."""
    envelope = {"runId": run_id, "agentsStarted": agents, "result": result.value}
    said = f": {result.report.summary}" if result.report and result.succeeded else "."
    return bounds.cut(f"{WORDING[result.status]}{said}\n{bounds.compact(envelope)}", limit)
