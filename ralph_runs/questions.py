"""Questions that a run puts to people without stopping: a blocker that needs one, and patterns worth a look.

Also finds the earlier answer that a second stop on the same blocker cites.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from goals.models import Execution, Goal
from governance import audit, canonical, escalations, wording
from governance.actors import COUNTERSIGN
from governance.models import Escalation
from ralph_runs import handoffs, windows
from ralph_runs.causes import ALARM, NEEDS_PERSON
from ralph_runs.convergence import Verdict, compare, read_blocker
from ralph_runs.models import Decision, RalphRun, RunRound
from ralph_runs.report import Blocker, Report

STOPPED = (RalphRun.Outcome.STOPPED, RalphRun.Outcome.BLOCKED)
EARLIER_RUNS = 20
EARLIER_ROUNDS = 100


def ask_about(report: Report, *, row: RunRound, execution: Execution, goal: Goal) -> None:
    """Ask about each blocker that needs a person, at its first report in the window."""
    version = int(goal.matcher_version)
    asking = [each for each in report.blockers if each.needs_a_person and not _is_none(each, version)]
    if not asking:
        return
    known = _asked_before(row)
    for blocker in asking:
        if not any(compare(each, _item(blocker), version=version).same for each in known):
            _ask(blocker, execution, goal)
            known.append(_item(blocker))


def raise_alarms(verdict: Verdict, *, run: RalphRun, goal: Goal) -> None:
    """Show each pattern once per run. None of them stops anything."""
    for alarm in verdict.alarms:
        subject = f"run {run.number}: {alarm.code}"
        if Escalation.objects.filter(account_id=goal.account_id, cause=ALARM, subject=subject).exists():
            continue
        evidence = {"run": run.number, "alarm": alarm.code, "rounds": list(alarm.rounds)}
        _open(goal, ALARM, subject, alarm.sentence, evidence, "alarm.raised")


def earlier_answer(goal: Goal, run: RalphRun, blockers: Sequence[dict[str, str]]) -> Escalation | None:
    """The answer that was given when one of these blockers stopped this goal before; the newest."""
    version = int(goal.matcher_version)
    before = RalphRun.objects.filter(goal=goal, number__lt=run.number, outcome__in=STOPPED)
    for stopped in before.order_by("-number")[:EARLIER_RUNS]:
        after = RalphRun.objects.filter(goal=goal, number__gt=stopped.number).order_by("number").first()
        answered = after.after_escalation if after else None
        if answered is not None and any(
            compare(then, now, version=version).same for then in _stopped_on(stopped) for now in blockers
        ):
            return answered
    return None


def cited(earlier: Escalation | None) -> str:
    """How a second stop on the same blocker tells of the first, as the end of a message."""
    if earlier is None:
        return ""
    return (
        f" It stopped the goal before, and {earlier.answered_by} answered {earlier.ref}: "
        f"{wording.quoted(earlier.reason)}."
    )


def _asked_before(row: RunRound) -> list[dict[str, str]]:
    """Blockers of this window's earlier rounds that needed a person."""
    runs = windows.runs_of(row.run)
    earlier = RunRound.objects.filter(run__in=runs, execution_id__lt=row.execution_id).exclude(report_text="")
    newest = earlier.order_by("-execution_id")[:EARLIER_ROUNDS]
    reports = [handoffs.report_of(each) for each in newest if '"kind"' in each.report_text]
    return [_item(each) for report in reports for each in report.blockers if each.needs_a_person]


def _ask(blocker: Blocker, execution: Execution, goal: Goal) -> None:
    told = wording.quoted(blocker.text)
    needs = f" What would clear it: {wording.quoted(blocker.needs)}." if blocker.needs else ""
    evidence = {"round": execution.number, **_item(blocker)}
    subject = f"round {execution.number}: {canonical.digest(blocker.text)[:12]}"
    sentence = f"Round {execution.number} reports that a person is needed: {told}.{needs} The run goes on."
    _open(goal, NEEDS_PERSON, subject, sentence, evidence, "blocker.asked")


def _open(goal: Goal, cause: str, subject: str, sentence: str, evidence: dict[str, Any], action: str) -> None:
    question = escalations.open_question(
        acting=COUNTERSIGN, account=goal.account, cause=cause, subject=subject, sentence=sentence,
        evidence=evidence, stops=False,
    )  # fmt: skip
    whom = question.assigned_to or "nobody, for want of anybody to ask"
    audit.record(
        acting=COUNTERSIGN, on=goal.account, action=action,
        sentence=f"Countersign put {question.ref} to {whom}: {sentence} No money moved.",
        facts={"escalation": question.ref, "cause": cause, "subject": subject, "evidence": evidence},
    )  # fmt: skip


def _stopped_on(run: RalphRun) -> list[dict[str, str]]:
    """The blocker that the rule stopped it on, or all those of a report that said blocked."""
    decision = Decision.objects.filter(run=run, stops=True).order_by("-execution_id").first()
    if decision is not None:
        return [{"text": json.loads(decision.verdict_text)["which"]}]
    row = run.rounds.exclude(report_text="").order_by("-execution_id").first()
    return handoffs.report_of(row).items if row else []


def _item(blocker: Blocker) -> dict[str, str]:
    return blocker.model_dump(exclude_none=True)


def _is_none(blocker: Blocker, version: int) -> bool:
    return bool(read_blocker(_item(blocker), version=version).empty)
