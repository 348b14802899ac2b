"""Terms as a person types them: fields, their defaults, and what was typed turned into terms or refused at the field.

Every field that is wrong is named at once; what was typed is kept as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from goals import strategies
from goals.approvals import defaults
from goals.terms import Terms, parse
from governance.errors import CountersignError, Invalid
from governance.models import CostCentre
from governance.web.given import amount_or_none, end_of_day, whole, whole_or_none

Read = Callable[[str], Any]
FRESH = "ralph"


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What was typed. `terms` None as long as something is wrong; `errors` by field."""

    values: Mapping[str, str]
    terms: Terms | None
    errors: Mapping[str, str]


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for part in text.replace(",", " ").split() if part))


_READ: dict[str, Read] = {
    "objective": lambda text: text.replace("\r\n", "\n").strip(),
    "cost_centre": lambda text: text,
    "budget_tokens": lambda text: whole(text, field="budget_tokens", label="The token budget"),
    "budget_money": lambda text: amount_or_none(text, field="budget_money", label="The money cap"),
    "max_rounds": lambda text: whole(text, field="max_rounds", label="The number of rounds"),
    "per_round_tokens": lambda text: whole_or_none(
        text, field="per_round_tokens", label="The limit per round"
    ),
    "per_round_money": lambda text: amount_or_none(
        text, field="per_round_money", label="The limit per round"
    ),
    "per_turn_tokens": lambda text: whole_or_none(text, field="per_turn_tokens", label="The limit per turn"),
    "valid_until": lambda text: end_of_day(text, field="valid_until", label="The last day"),
    "strategy": lambda text: text or "same-session",
    "blocker_threshold": lambda text: whole(
        text, field="blocker_threshold", least=2, label="The number of rounds"
    ),
    "models": _names,
    "tools": _names,
    "round_seconds": lambda text: whole(text, field="round_seconds", label="The longest round, in seconds,"),
}
NAMES = tuple(_READ)


def first_values(at: datetime) -> dict[str, str]:
    """What an empty form starts with."""
    filled = defaults.filled({}, at=at)
    return {
        "max_rounds": "8", "blocker_threshold": "3", "strategy": "same-session", "models": ", ".join(filled["models"]),
        "tools": ", ".join(filled["tools"]), "round_seconds": str(filled["round_seconds"]),
        "valid_until": filled["valid_until"].date().isoformat(),
    }  # fmt: skip


def values_of(terms: Terms) -> dict[str, str]:
    """The fields filled with terms that stand."""
    plain = {name: getattr(terms, name) for name in NAMES}
    return {name: _written(value) for name, value in plain.items()}


def _written(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, int):
        return f"{value:,}"
    return value.date().isoformat() if isinstance(value, datetime) else str(value)


def read(given: Mapping[str, Any], *, at: datetime, over: Terms | None = None) -> Typed:
    """Terms from what was typed: over standing ones, or over the service's defaults."""
    values = {name: str(given.get(name, "")) for name in NAMES if name in given}
    found: dict[str, Any] = {}
    errors: dict[str, str] = {}
    for name, text in values.items():
        try:
            found[name] = _READ[name](text)
        except Invalid as refused:
            errors[name] = refused.message
    if (
        over is not None
        and found.get("valid_until")
        and found["valid_until"].date() == over.valid_until.date()
    ):
        found["valid_until"] = over.valid_until
    if errors:
        return Typed(values=values, terms=None, errors=errors)
    try:
        terms = parse(_whole(found, at=at, over=over))
        strategies.get(terms.strategy).check_terms(terms)
    except CountersignError as refused:
        field = (refused.field or "").split(".")[0]
        return Typed(values=values, terms=None, errors={field: _plain(refused.message, field)})
    return Typed(values=values, terms=terms, errors={})


def _whole(found: dict[str, Any], *, at: datetime, over: Terms | None) -> dict[str, Any]:
    if over is not None:
        return {**over.model_dump(), **found}
    centre = CostCentre.objects.filter(code=found.get("cost_centre", "")).first()
    money = {"currency": centre.currency} if centre else {}
    return defaults.filled({**found, **money}, at=at)


def _plain(message: str, field: str) -> str:
    """The refusal without the machine's name of the field in front of it."""
    head = f"{field}: "
    return (
        message[len(head) :][:1].upper() + message[len(head) :][1:] if message.startswith(head) else message
    )
