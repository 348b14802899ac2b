"""The strategy that an execution was admitted under, which a signed change of terms may have replaced since."""

from __future__ import annotations

from goals.models import Execution, Goal
from goals.strategies.base import Strategy, get
from goals.terms import read_terms
from governance.models import Terms


def strategy_of(execution: Execution, goal: Goal) -> Strategy:
    """By the terms version of the execution. One query, and only where the terms have moved."""
    if execution.terms_version == goal.account.terms_version:
        return get(goal.strategy)
    text = Terms.objects.values_list("text", flat=True).get(
        account=goal.account_id, version=execution.terms_version
    )
    return get(read_terms(text).strategy)
