"""Reports as agents submit them, for tests: valid unless a test changes something."""

from __future__ import annotations

import json
from typing import Any

LIMIT = 16_384


def governed(status: str = "continue", *blockers: str | dict[str, str], **changed: Any) -> dict[str, Any]:
    """A report of the governed profile; a blocker is a text or an object."""
    done = {
        "status": status,
        "summary": "Summed up one statement.",
        "evidence": ["work/round-1.md holds the sums"],
        "nextSteps": [] if status == "complete" else ["Sum up the next statement."],
        "blockers": [{"text": each} if isinstance(each, str) else each for each in blockers],
    }
    return {**done, **changed}


def harness(status: str = "continue", blocker: str = "", **changed: Any) -> dict[str, Any]:
    """A report of the strict upstream profile."""
    return {
        "status": status,
        "summary": "Summed up one statement.",
        "evidence": ["work/round-1.md holds the sums"],
        "nextSteps": [] if status == "complete" else ["Sum up the next statement."],
        "blocker": blocker,
        **changed,
    }


def text(report: Any) -> str:
    return json.dumps(report, ensure_ascii=False)
