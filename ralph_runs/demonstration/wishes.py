"""What the invented people ask for: objectives, limits and the files to work on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings

from goals import approvals
from goals.agent.scripted import samples
from goals.agent.workspaces import files_for, workspace_of
from goals.approvals import defaults
from goals.models import Goal
from goals.terms import parse, read_terms
from governance import clock
from governance.models import Request
from ralph_runs.demonstration import people

WORKSPACE_TOOLS = ["list_files", "read_file", "write_file", "search_text"]
GOAL_TOOLS = [*WORKSPACE_TOOLS, "get_goal", "update_goal"]

RECONCILE: dict[str, Any] = {
    "objective": "Reconcile the two supplier ledgers: find the entries that do not match and write report.md.",
    "max_rounds": 6, "budget_tokens": 400_000, "budget_money": "4.00", "per_round_tokens": 120_000,
    "per_round_money": "1.50", "models": ["scripted-reconcile"], "tools": GOAL_TOOLS, "cost_centre": people.PAYABLES,
}  # fmt: skip
ENDLESS: dict[str, Any] = {
    "objective": "Keep the list of open supplier questions up to date.",
    "max_rounds": 2, "budget_tokens": 300_000, "budget_money": "3.00", "models": ["scripted-endless"],
    "tools": GOAL_TOOLS, "cost_centre": people.PAYABLES,
}  # fmt: skip
HUNGRY: dict[str, Any] = {
    "objective": "Summarise every archived statement in full.",
    "max_rounds": 20, "budget_tokens": 40_000, "budget_money": "2.00", "models": ["scripted-hungry"],
    "tools": GOAL_TOOLS, "cost_centre": people.TREASURY,
}  # fmt: skip
COLLECT: dict[str, Any] = {
    "objective": "Collect the August statements of all suppliers from their portal into collected.csv.",
    "strategy": "ralph", "max_rounds": 8, "budget_tokens": 400_000, "budget_money": "4.00",
    "per_round_tokens": 80_000, "per_round_money": "1.00", "models": ["scripted-ralph"], "tools": WORKSPACE_TOOLS,
    "cost_centre": people.TREASURY,
}  # fmt: skip


def ask(wish: dict[str, Any], *, by: str, reason: str, model: str = "") -> Request:
    """One of the invented people asks for one of these goals; `model` replaces the scripted one."""
    data = {**wish, "models": [model]} if model else wish
    terms = parse(defaults.filled(data, at=clock.now()))
    return approvals.ask_goal(acting=people.acting(by), terms=terms, reason=reason)


def lay_out(goal: Goal, kind: str) -> None:
    """Put the sample files of this kind into the goal's workspace, before anything runs."""
    workspace_of(goal.pk)
    samples.copy_samples(kind, folder_of(goal))


def lay_for_all() -> None:
    """Files for whatever is asked for and signed later, by cost centre: every new goal there begins with a copy."""
    samples.copy_samples("reconcile", files_for(people.PAYABLES))
    samples.copy_samples("ralph", files_for(people.TREASURY))


def folder_of(goal: Goal) -> Path:
    """Where the goal's workspace lies."""
    return settings.COUNTERSIGN.data_dir / "workspaces" / goal.pk


def ask_more(goal: Goal, *, by: str, reason: str, **wider: Any) -> Request:
    """Its owner asks for wider terms of a goal, in absolute totals."""
    standing = goal.account.terms
    assert standing is not None
    terms = parse({**read_terms(standing.text).model_dump(), **wider})
    return approvals.ask_change(
        acting=people.acting(by), goal_id=goal.pk, terms=terms, base_digest=standing.digest, reason=reason
    )
