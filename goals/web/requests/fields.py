"""The fields of the request form: labels, help, order, and what was typed. Decides no value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goals.approvals.defaults import TOOLS
from goals.web.requests.typed import FRESH
from governance.models import CostCentre, Price

Field = dict[str, Any]
MANNERS = [("same-session", "In one conversation"), (FRESH, "By fresh agents (Ralph)")]


def groups(
    values: Mapping[str, str], errors: Mapping[str, str], *, change: bool, currency: str
) -> dict[str, Any]:
    """Fields by group, for the template. Two queries for a new goal."""

    def one(name: str, label: str, **more: Any) -> Field:
        return {
            "name": name,
            "label": label,
            "value": values.get(name, ""),
            "error": errors.get(name, ""),
            **more,
        }

    centre = (
        []
        if change
        else [one("cost_centre", "Cost centre", kind="select", options=_centres(), required=True)]
    )
    return {
        "objective": one(
            "objective",
            "What shall be achieved",
            kind="textarea",
            rows=3,
            required=True,
            help="As you would write it to a colleague: what is done when it is done.",
        ),
        "money": [
            *centre,
            one(
                "budget_money",
                f"Money cap, {currency}",
                inputmode="decimal",
                help="Absolute, for the whole goal.",
            ),
            one(
                "budget_tokens",
                "Token budget",
                inputmode="numeric",
                required=True,
                help="Absolute, for the whole goal.",
            ),
            one("max_rounds", "Rounds, at most", inputmode="numeric", required=True),
            one("valid_until", "Valid until, UTC", kind="date", required=True),
        ],
        "manner": [
            one(
                "strategy",
                "How rounds are run",
                kind="select",
                options=MANNERS,
                help="Fresh agents see objective, files and last report only, and stop at the same blocker.",
            ),
            one(
                "blocker_threshold",
                "Same blocker stops after, rounds",
                inputmode="numeric",
                help="Counts for fresh agents only; at least 2.",
            ),
        ],
        "limits": [
            one(
                "per_round_tokens", "Tokens per round", inputmode="numeric", help="Empty: what is available."
            ),
            one(
                "per_round_money",
                f"Money per round, {currency}",
                inputmode="decimal",
                help="Empty: what is available.",
            ),
            one(
                "per_turn_tokens",
                "Tokens per person’s turn",
                inputmode="numeric",
                help="Empty: as per round.",
            ),
            one("round_seconds", "Longest round, seconds", inputmode="numeric"),
        ],
        "agent": [
            one("models", "Models", help=f"Names with a comma between. Priced today: {_priced()}."),
            one("tools", "Tools", help=f"Names with a comma between, such as {', '.join(TOOLS)}."),
        ],
        "limits_wrong": any(errors.get(name) for name in _LIMITS),
    }


_LIMITS = ("per_round_tokens", "per_round_money", "per_turn_tokens", "round_seconds", "models", "tools")


def _centres() -> list[tuple[str, str]]:
    rows = CostCentre.objects.filter(suspended=False).order_by("code")[:200]
    return [("", "Choose one"), *((one.code, str(one)) for one in rows)]


def _priced() -> str:
    names = list(Price.objects.order_by("model").values_list("model", flat=True).distinct()[:12])
    return ", ".join(names) or "none"
