"""Overruled decisions as labelled cases: what the rule was told, what it said, and what a person said to that.

Each is one line of JSON that `backtest` reads. Holds the texts as they were reported; nothing is made anonymous.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ralph_runs.models import Decision, Overrule


def overruled() -> Iterator[dict[str, Any]]:
    """One case per overruled decision, oldest first. `rounds` has null for rounds without a valid report."""
    cases = Overrule.objects.select_related("decision__run__goal__account", "escalation__answered_by")
    for case in cases.order_by("pk").iterator():
        yield _case(case)


def _case(case: Overrule) -> dict[str, Any]:
    decision, verdict = case.decision, json.loads(case.decision.verdict_text)
    return {
        "id": f"{decision.run.goal.ref}/{decision.run.number}",
        "rounds": _rounds(decision),
        "threshold": decision.threshold,
        "expect": {"escalate_at_round": None, "which": None},
        "said": {"stop_round": verdict["stop_round"], "which": verdict["which"], "rule": verdict["rule"],
                 "sentence": decision.sentence, "matcher": int(decision.matcher_version)},
        "why": case.reason,
        "by": str(case.escalation.answered_by),
        "at": case.at.isoformat(),
    }  # fmt: skip


def _rounds(decision: Decision) -> list[list[dict[str, str]] | None]:
    told = {each["round"]: each["blockers"] for each in json.loads(decision.input_text)["rounds"]}
    return [told.get(number) for number in range(1, max(told, default=0) + 1)]
