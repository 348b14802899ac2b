"""The reports there are, in the order in which people ask for them. Other apps add theirs here by name."""

from __future__ import annotations

from django.urls import reverse

TABS = [
    ("reports", "Cost and rounds"),
    ("report-spend", "Spend"),
    ("report-forecast", "Forecast"),
    ("report-convergence", "Convergence"),
    ("report-refusals", "Refusals and overrides"),
    ("report-duties", "Segregation of duties"),
    ("reconciliation", "Reconciliation"),
    ("month-end", "Month-end pack"),
]


def tabs(current: str) -> list[dict[str, str]]:
    """Links to the reports, with the one that is open."""
    return [
        {"text": text, "href": reverse(name), "current": "page" if name == current else ""}
        for name, text in TABS
    ]
