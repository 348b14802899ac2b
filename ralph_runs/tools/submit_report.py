"""submit_report: ends a round with its report. One submission; what is no report fails the round, loudly.

Reads the text as the model wrote it, so that a key given twice or a report inside a string is seen. Stores
whatever came, decides nothing about the goal: that is settlement's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.conf import settings

from goals.agent.tools.base import Arguments, Context, Result, Tool, refused, said
from goals.models import Execution
from goals.rounds.leases import LeaseLost
from governance import audit, clock, ledger
from governance.actors import COUNTERSIGN
from governance.transactions import outermost
from ralph_runs import report as contract
from ralph_runs.faults import ReportFault
from ralph_runs.models import RalphRun, RunRound
from ralph_runs.report import GovernedReport, HarnessReport, Report

NAME = "submit_report"
KEYS = {"governed": NAME, "harness": f"{NAME}/harness"}


class Governed(GovernedReport, Arguments):
    """The arguments of the governed profile."""


class Harness(HarnessReport, Arguments):
    """The arguments of the strict upstream profile."""


def submit(context: Context, raw: str) -> Result:
    """Store the submission of the running round. Either way the turn ends with it."""
    assert context.execution is not None
    limit = settings.COUNTERSIGN.ralph_max_handoff_chars
    with outermost():
        row = _held(context.execution, context.fence)
        try:
            report = contract.read(raw, profile=row.profile, limit=limit)
        except ReportFault as fault:
            _store_refused(row, raw, fault)
            return replace(refused("INVALID_REPORT", fault.sentence, _refusal(row, fault)), ends_turn=True)
        _store(row, raw, report)
        return said({"status": "stored", "report": report.status}, _sentence(row, report), ends_turn=True)


def _held(execution: Execution, fence: int) -> RunRound:
    """The round's row, with its account locked and its lease still this worker's. Raises LeaseLost."""
    account = ledger.lock(execution.goal.account_id)
    mine = Execution.objects.filter(pk=execution.pk, fence=fence, state=Execution.State.RUNNING)
    if mine.update(fence=fence) != 1:
        raise LeaseLost("This worker no longer holds the execution.", execution=execution.pk)
    row = RunRound.objects.select_related("execution__goal").get(execution=execution, submitted_at=None)
    row.execution.goal.account = account
    return row


def _store(row: RunRound, raw: str, report: Report) -> None:
    row.status, row.report_text, row.handoff_units = report.status, report.text, report.units
    _save(row, raw)
    RalphRun.objects.filter(pk=row.run_id).update(handoff=row)
    audit.record(
        acting=COUNTERSIGN, on=row.execution.goal.account, action="report.stored",
        sentence=f"Countersign stored the report of round {row.execution.number}, {_told(report)}; no money moved.",
        facts={"execution": row.execution_id, "status": report.status, "blockers": len(report.blockers),
               "units": report.units, "report": report.digest},
    )  # fmt: skip


def _store_refused(row: RunRound, raw: str, fault: ReportFault) -> None:
    row.fault = str(fault)
    _save(row, raw)
    audit.record(
        acting=COUNTERSIGN, on=row.execution.goal.account, action="report.refused",
        sentence=f"Countersign refused the report of round {row.execution.number}: {fault.sentence} The last good "
        "handoff stays, no money moved.",
        facts={"execution": row.execution_id, "code": fault.code, "fault": fault.sentence},
    )  # fmt: skip


def _save(row: RunRound, raw: str) -> None:
    row.raw_text, row.submitted_at = raw, clock.now()
    row.save(update_fields=["status", "report_text", "handoff_units", "fault", "raw_text", "submitted_at"])


def _told(report: Report) -> str:
    count = len(report.blockers)
    return f"{report.status} with {count or 'no'} blocker{'' if count == 1 else 's'}"


def _sentence(row: RunRound, report: Report) -> str:
    return f"Reported {_told(report)} for round {row.execution.number}."


def _refusal(row: RunRound, fault: ReportFault) -> str:
    return f"The report of round {row.execution.number} was refused: {fault.sentence}"


def _run(context: Context, given: Arguments) -> Result:
    raise NotImplementedError("the text of the submission is read, never the parsed arguments")


def _tool(arguments: type[Arguments]) -> Tool[Arguments]:
    run: Callable[[Context, Arguments], Result] = _run
    return Tool(
        name=NAME,
        description="Submit the report of this round. Once, as the last call: it ends the round.",
        arguments=arguments,
        run=run,
        reads=submit,
    )


TOOLS = {KEYS["governed"]: _tool(Governed), KEYS["harness"]: _tool(Harness)}
