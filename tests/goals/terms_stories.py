"""Terms that stories start from."""

from __future__ import annotations

from typing import Any

from goals.terms import Terms, parse

RECONCILE: dict[str, Any] = {
    "objective": "Reconcile the two ledgers of August",
    "max_rounds": 5,
    "budget_tokens": 400_000,
    "budget_money": "12.00",
    "currency": "USD",
    "round_seconds": 600,
    "models": ["scripted-1", "scripted-2"],
    "endpoint": "scripted",
    "tools": ["list_files", "read_file"],
    "cost_centre": "4210",
    "valid_until": "2027-12-31T18:00:00Z",
    "context_limit": 128_000,
}


def terms(**changes: Any) -> Terms:
    """The August reconciliation, with these fields changed."""
    return parse({**RECONCILE, **changes})
