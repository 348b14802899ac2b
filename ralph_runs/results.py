"""The terminal value of a run: put together from its rounds when it ends, checked then, and checked when read."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.db.models import Max

from goals.models import Goal
from ralph_runs import bounds, outcomes
from ralph_runs.models import RalphRun, RunRound

Outcome = RalphRun.Outcome


def made(run: RalphRun, goal: Goal, outcome: Outcome) -> tuple[str, int] | None:
    """The value as text, with the cap it was checked against; None where the harness knows no such end."""
    going_on = run.rounds.filter(status="continue").order_by("-execution_id")
    last, counted = run.rounds.order_by("-execution_id").first(), going_on.count()
    if last is None:
        return None
    if outcome in (Outcome.COMPLETE, Outcome.BLOCKED):
        value = outcomes.reported(outcome.value, rounds=counted + 1, report=_report(last))
    elif outcome == Outcome.BUDGET_LIMITED and last.status == "continue":
        value = outcomes.reported(outcome.value, rounds=counted, report=_report(last))
    elif outcome == Outcome.ROUND_FAILED:
        value = outcomes.failed(rounds=counted + 1, last_report=_report(going_on.first()))
    else:
        return None
    cap = max(value["roundsStarted"], goal.max_rounds - (goal.rounds_started - value["roundsStarted"]))
    if outcome == Outcome.BUDGET_LIMITED:
        cap = counted
    outcomes.check(value, cap=cap, profile=last.profile, limit=_limit(run))
    return bounds.compact(value), cap


def read(run: RalphRun) -> outcomes.Result | None:
    """The value of an ended run, or None if it has none. Raises MalformedResult if it is not what it was."""
    if not run.result_text or run.cap is None:
        return None
    profile = run.rounds.order_by("-execution_id").values_list("profile", flat=True)[0]
    return outcomes.check(json.loads(run.result_text), cap=run.cap, profile=profile, limit=_limit(run))


def text(run: RalphRun) -> str:
    """The value as a bounded text for people and programs; "" without one."""
    result = read(run)
    if result is None:
        return ""
    limit = settings.COUNTERSIGN.ralph_max_result_chars
    name = f"{run.goal.ref}/{run.number}"
    return outcomes.text(result, run_id=name, agents=run.rounds.count(), limit=limit)


def _report(row: RunRound | None) -> Any:
    return None if row is None else json.loads(row.report_text)


def _limit(run: RalphRun) -> int:
    """The largest report that was accepted in this run: the limit may have been lowered since."""
    return run.rounds.aggregate(largest=Max("handoff_units"))["largest"] or 0
