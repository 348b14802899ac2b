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
    found = {
        "objective": [_OBJECTIVE],
        "money": [*([] if change else [_centre()]), *_money(currency)],
        "manner": _MANNER,
        "limits": _limits(currency),
        "agent": _agent(),
    }
    drawn = {name: [_filled(one, values, errors) for one in fields] for name, fields in found.items()}
    wrong = any(errors.get(one["name"]) for one in (*drawn["limits"], *drawn["agent"]))
    return {**drawn, "objective": drawn["objective"][0], "limits_wrong": wrong}


def _filled(one: Field, values: Mapping[str, str], errors: Mapping[str, str]) -> Field:
    return {**one, "value": values.get(one["name"], ""), "error": errors.get(one["name"], "")}


def _field(name: str, label: str, **more: Any) -> Field:
    return {"name": name, "label": label, **more}


_OBJECTIVE = _field(
    "objective", "What shall be achieved", kind="textarea", rows=3, required=True,
    help="As you would write it to a colleague: what is done when it is done.",
)  # fmt: skip
_MANNER = [
    _field("strategy", "How rounds are run", kind="select", options=MANNERS,
           help="Fresh agents see objective, files and last report only, and stop at the same blocker."),
    _field("blocker_threshold", "Same blocker stops after, rounds", inputmode="numeric",
           help="Counts for fresh agents only; at least 2."),
]  # fmt: skip


def _centre() -> Field:
    return _field("cost_centre", "Cost centre", kind="select", options=_centres(), required=True)


def _money(currency: str) -> list[Field]:
    whole = "Absolute, for the whole goal."
    return [
        _field("budget_money", f"Money cap, {currency}", inputmode="decimal", help=whole),
        _field("budget_tokens", "Token budget", inputmode="numeric", required=True, help=whole),
        _field("max_rounds", "Rounds, at most", inputmode="numeric", required=True),
        _field("valid_until", "Valid until, UTC", kind="date", required=True),
    ]


def _limits(currency: str) -> list[Field]:
    empty = "Empty: what is available."
    return [
        _field("per_round_tokens", "Tokens per round", inputmode="numeric", help=empty),
        _field("per_round_money", f"Money per round, {currency}", inputmode="decimal", help=empty),
        _field(
            "per_turn_tokens", "Tokens per person’s turn", inputmode="numeric", help="Empty: as per round."
        ),
        _field("round_seconds", "Longest round, seconds", inputmode="numeric"),
    ]


def _agent() -> list[Field]:
    between = "Names with a comma between"
    return [
        _field("models", "Models", help=f"{between}. Priced today: {_priced()}."),
        _field("tools", "Tools", help=f"{between}, such as {', '.join(TOOLS)}."),
    ]


def _centres() -> list[tuple[str, str]]:
    rows = CostCentre.objects.filter(suspended=False).order_by("code")[:200]
    return [("", "Choose one"), *((one.code, str(one)) for one in rows)]


def _priced() -> str:
    names = list(Price.objects.order_by("model").values_list("model", flat=True).distinct()[:12])
    return ", ".join(names) or "none"
