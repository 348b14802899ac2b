"""What the pinned rule says after every settled round, stored whatever it says, with everything it was told.

A decision is recomputed from its own texts alone (`recompute`), under the version it was made with. Stops
nothing by itself: what a decision means for the goal is the strategy's business.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from goals.models import Execution, Goal
from governance import audit, canonical, clock
from governance.actors import COUNTERSIGN
from governance.transactions import require_transaction
from ralph_runs import handoffs, verdicts, windows
from ralph_runs.convergence import MATCHER_VERSION, Verdict, judge
from ralph_runs.models import Decision, RalphRun, RunRound

JUDGED = "blocker.judged"
LOOK_BACK = 24
"""Settled rounds that are judged beside those of the threshold. The rule's own memory is shorter."""


def pin(goal: Goal) -> int:
    """The version of the rule that judges this goal; the present one is pinned at its first run."""
    if not goal.matcher_version:
        goal.matcher_version = str(MATCHER_VERSION)
        Goal.objects.filter(pk=goal.pk).update(matcher_version=goal.matcher_version)
    return int(goal.matcher_version)


def decide(row: RunRound, execution: Execution, *, goal: Goal, threshold: int) -> tuple[Decision, Verdict]:
    """Judge the window up to this settled round. One event. Rounds keep their numbers in the goal."""
    require_transaction()
    version = pin(goal)
    told = canonical.text({"rounds": [_told(each) for each in _window(row, threshold)]})
    verdict = _judge(json.loads(told), threshold=threshold, version=version)
    decision = Decision(
        run=row.run, execution=execution, matcher_version=str(version), threshold=threshold,
        stops=verdict.stop_round is not None, input_text=told,
        verdict_text=canonical.text(verdicts.plain(verdict)), sentence=verdict.sentence, at=clock.now(),
    )  # fmt: skip
    decision.digest = digest_of(decision)
    decision.save()
    audit.record(
        acting=COUNTERSIGN, on=goal.account, action=JUDGED,
        sentence=f"Countersign compared the blockers of round {execution.number} with those before: "
        f"{verdict.sentence} No money moved.",
        facts={"execution": execution.pk, "decision": decision.pk, "stops": decision.stops, "version": version,
               "threshold": threshold, "rule": verdict.rule, "digest": decision.digest},
        covers=[f"decision:{decision.pk}:{decision.digest}", f"report:{row.pk}:{canonical.digest(report_text(row))}"],
    )  # fmt: skip
    return decision, verdict


def recompute(decision: Decision) -> Verdict:
    """The verdict that the stored texts give now, under the stored version."""
    return _judge(
        json.loads(decision.input_text), threshold=decision.threshold, version=int(decision.matcher_version)
    )


def digest_of(decision: Decision) -> str:
    """What the record vouches for: everything the decision was made from and what it said."""
    return canonical.digest(decision_text(decision))


def decision_text(decision: Decision) -> str:
    """The canonical text of a decision. Adding a column means a new key here."""
    return canonical.text(
        {
            "execution": decision.execution_id, "run": decision.run_id, "version": decision.matcher_version,
            "threshold": decision.threshold, "stops": decision.stops, "input": decision.input_text,
            "verdict": decision.verdict_text, "sentence": decision.sentence, "at": decision.at,
        }
    )  # fmt: skip


def report_text(row: RunRound) -> str:
    """The canonical text of a report that counted: what was submitted, and what it was taken for."""
    return canonical.text(
        {
            "run": row.run_id, "execution": row.execution_id, "profile": row.profile, "status": row.status,
            "report": row.report_text, "raw": row.raw_text, "fault": row.fault, "units": row.handoff_units,
            "at": row.submitted_at,
        }
    )  # fmt: skip


def last_in(runs: Iterable[RalphRun]) -> Decision | None:
    """The newest decision in these runs of one window, given oldest first."""
    newest_first = sorted(runs, key=lambda run: run.number, reverse=True)
    found = (Decision.objects.filter(run=run).order_by("-execution_id").first() for run in newest_first)
    return next((decision for decision in found if decision is not None), None)


def _window(row: RunRound, threshold: int) -> list[RunRound]:
    """The settled rounds of the window that are judged, oldest first, this one last."""
    runs = windows.runs_of(row.run)
    settled = RunRound.objects.filter(run__in=runs, execution_id__lte=row.execution_id).exclude(
        report_text=""
    )
    newest = settled.select_related("execution").order_by("-execution_id")
    return list(newest[: threshold + LOOK_BACK])[::-1]


def _told(row: RunRound) -> dict[str, Any]:
    report = handoffs.report_of(row)
    return {
        "round": row.execution.number,
        "blockers": report.items,
        "report": report.digest,
        "evidence": [_mark(each) for each in report.evidence],
    }


def _mark(evidence: str) -> str:
    """Enough to tell whether a piece of evidence was given before."""
    return canonical.digest(" ".join(evidence.split()).casefold())[:16]


def _judge(told: dict[str, Any], *, threshold: int, version: int) -> Verdict:
    """Numbers that are not told (failed rounds, and those before the window) neither add nor break."""
    rounds = {each["round"]: each for each in told["rounds"]}
    numbers = range(1, max(rounds, default=0) + 1)
    return judge(
        _of(numbers, rounds, "blockers"),
        threshold=threshold,
        version=version,
        report_digests=_of(numbers, rounds, "report"),
        evidence=_of(numbers, rounds, "evidence"),
    )


def _of(numbers: Iterable[int], rounds: dict[int, dict[str, Any]], name: str) -> list[Any]:
    return [rounds[number][name] if number in rounds else None for number in numbers]
