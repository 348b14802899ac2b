"""What must hold of rounds and their totals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Count, Max, Sum

from goals.models import Attempt, Execution, Goal, GoalTotals, Step, Turn
from governance.money import ZERO

_COUNTS = (
    "input_tokens", "cached_input_tokens", "cache_write_tokens", "output_tokens", "reasoning_tokens", "tokens", "money",
)  # fmt: skip


def rounds_numbered_without_gap() -> Iterator[str]:
    """Numbers are 1 to n without gap or repeat, and n is what the goal counts."""
    numbered = (
        Execution.objects.filter(kind="round").values("goal").annotate(n=Count("pk"), top=Max("number"))
    )
    found = {row["goal"]: (row["n"], row["top"]) for row in numbered}
    for goal in Goal.objects.iterator():
        count, top = found.get(goal.pk, (0, 0))
        if not count == top == goal.rounds_started:
            yield f"{goal.pk}: {count} rounds, highest {top}, the goal counts {goal.rounds_started}"


def at_most_one_live() -> Iterator[str]:
    """No goal has two live executions."""
    live = Execution.objects.filter(state__in=Execution.LIVE).values("goal").annotate(n=Count("pk"))
    yield from (f"{row['goal']} has {row['n']} live executions" for row in live if row["n"] > 1)


def totals_agree() -> Iterator[str]:
    """Executions = their turns = their steps = their attempts, in every count and in money."""
    of_attempts = _sums(Attempt.objects.all(), "execution")
    of_steps = _sums(Step.objects.all(), "turn__execution")
    of_turns = _sums(Turn.objects.all(), "execution")
    for execution in Execution.objects.iterator():
        said = {name: getattr(execution, name) for name in _COUNTS}
        for level, sums in (("attempts", of_attempts), ("steps", of_steps), ("turns", of_turns)):
            none: dict[str, Any] = dict.fromkeys(_COUNTS, 0)
            below = sums.get(execution.pk, none | {"money": ZERO})
            if below != said:
                yield f"execution {execution.pk}: {level} add up to {below}, it says {said}"


def goal_counters_agree() -> Iterator[str]:
    """The counters of a goal = its executions, and there is a row for every goal that spent."""
    of_executions = _sums(Execution.objects.all(), "goal")
    counted = {
        row.goal_id: {name: getattr(row, name) for name in _COUNTS} for row in GoalTotals.objects.iterator()
    }
    nothing: dict[str, Any] = dict.fromkeys(_COUNTS, 0) | {"money": ZERO}
    for goal in of_executions.keys() | counted.keys():
        below, said = of_executions.get(goal, nothing), counted.get(goal, nothing)
        if below != said:
            yield f"{goal}: executions add up to {below}, its counters say {said}"


def _sums(rows: Any, by: str) -> dict[Any, dict[str, Any]]:
    grouped = rows.values(by).annotate(**{f"s_{name}": Sum(name) for name in _COUNTS})
    return {
        row[by]: {name: row[f"s_{name}"] if row[f"s_{name}"] is not None else (ZERO if name == "money" else 0)
                  for name in _COUNTS}
        for row in grouped
    }  # fmt: skip
