"""Adds a posted attempt to the counters of its step, turn, execution and goal. Sums only; never decides an amount."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from goals.models import Attempt, Execution, GoalTotals, Step, Turn
from governance import rows
from governance.enums import UsageState
from governance.transactions import require_transaction


def add(
    execution: Execution, attempt: Attempt, amounts: Mapping[str, int | Decimal], *, attempts: int = 1
) -> None:
    """Amounts by name of counter. `attempts` 0: this attempt was counted before and is only put right."""
    require_transaction()
    rows.add(Step, attempt.step_id, amounts)
    rows.add(Turn, attempt.step.turn_id, amounts)
    rows.add(Execution, execution.pk, amounts)
    _add_to_goal(execution.goal_id, {**amounts, "attempts": attempts, **_doubt(attempt, amounts, attempts)})


def _doubt(
    attempt: Attempt, amounts: Mapping[str, int | Decimal], attempts: int
) -> Mapping[str, int | Decimal]:
    if attempt.usage_state == UsageState.REPORTED:
        return {}
    return {
        "doubtful_attempts": attempts,
        "doubtful_tokens": amounts["tokens"],
        "doubtful_money": amounts["money"],
    }


def _add_to_goal(goal_id: str, amounts: Mapping[str, int | Decimal]) -> None:
    rows.insert_or_add(GoalTotals(goal_id=goal_id, **amounts), tuple(amounts))
