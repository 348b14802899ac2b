"""What a person is shown about a stop: the texts side by side, what was ignored, what matched, the money."""

from __future__ import annotations

import json
from typing import Any

from goals.models import Goal
from ralph_runs.models import Decision


def of_stop(decision: Decision, goal: Goal) -> dict[str, Any]:
    """Strings, ints and decimals; `texts` and `pairs` as in `verdicts.plain`."""
    verdict = json.loads(decision.verdict_text)
    return {
        "decision": decision.pk,
        "run": decision.run.number,
        "threshold": decision.threshold,
        "matcher": decision.matcher_version,
        **{name: verdict[name] for name in ("which", "rule", "ignored", "texts", "pairs")},
        **money(goal),
    }


def money(goal: Goal) -> dict[str, Any]:
    """Spent so far and what is left, in tokens and money."""
    account = goal.account
    return {
        "spent_tokens": account.spent_tokens, "spent_money": account.spent_money,
        "available_tokens": account.available_tokens, "available_money": account.available_money,
        "currency": account.currency,
    }  # fmt: skip
