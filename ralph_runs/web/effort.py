"""What the rounds of a run took: tokens per round beside each other, and rounds for the objective. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.db.models import Count, Sum

from goals.models import Execution, Goal
from governance.web.cells import Column, Row, Table
from governance.web.charts import Point, Series, line_chart
from governance.web.format import counted, ratio, tokens
from ralph_runs.models import RalphRun, RunRound

MOST_COLUMNS = 8


def of(goal: Goal, run: RalphRun, rows: Sequence[RunRound]) -> dict[str, Any]:
    """A sentence, the chart of the latest settled rounds, the table that shares its columns. Two queries."""
    ended = [row.execution for row in rows if row.execution.ended_at is not None][-MOST_COLUMNS:]
    whole = _sums(Execution.objects.filter(run_round__run=run))
    objective = RalphRun.objects.filter(goal=goal, objective_digest=run.objective_digest)
    all_of_it = _sums(Execution.objects.filter(run_round__run__in=objective))
    return {
        "sentence": _sentence(run, whole, all_of_it, objective_runs=objective.count()),
        "chart": _chart(ended) if len(ended) > 1 else None, "table": _table(ended),
    }  # fmt: skip


def _sums(executions: Any) -> dict[str, int]:
    found = executions.aggregate(rounds=Count("pk"), tokens=Sum("tokens"))
    return {"rounds": found["rounds"], "tokens": found["tokens"] or 0}


def _sentence(run: RalphRun, whole: dict[str, int], all_of_it: dict[str, int], *, objective_runs: int) -> str:
    each = ratio(whole["tokens"], whole["rounds"], places=0)
    took = f"{counted(whole['rounds'], 'round')} took {tokens(whole['tokens'])} tokens"
    said = f"{took}, {each} per round." if whole["rounds"] else "No round was admitted in it yet."
    return (
        f"{said} The objective has taken {counted(all_of_it['rounds'], 'round')} and {tokens(all_of_it['tokens'])} "
        f"tokens in {counted(objective_runs, 'run')}."
    )


def _chart(ended: Sequence[Execution]) -> Any:
    points = tuple(Point(Decimal(one.tokens)) for one in ended)
    label = f"Tokens per round, from {tokens(ended[0].tokens)} to {tokens(ended[-1].tokens)}."
    return line_chart([Series("", points)], label=label, places=0)


def _table(ended: Sequence[Execution]) -> Table:
    columns = [Column("Round"), *(Column(str(one.number), "right") for one in ended)]
    rows = [
        Row(["Tokens", *(tokens(one.tokens) for one in ended)]),
        Row(["Steps", *(str(one.steps) for one in ended)]),
    ]
    return Table("Tokens and steps of each round", columns, rows, fixed=True, empty="No round has ended yet.")
