"""What would change against what was signed, term by term, as the difference table shows it. Pure."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from goals.terms import Terms
from goals.web.terms_words import MANNERS
from governance.web import moments
from governance.web.format import amount, counted, names, tokens
from governance.web.words import compare

Change = dict[str, Any]
NO_LIMIT = "no limit"


class Shown(NamedTuple):
    """How one term is called, how its value is written, and how a change of it is measured."""

    label: str
    written: Callable[[Any], str]
    measured: Callable[[Any, Any], str]


def _money(value: Decimal | None) -> str:
    return NO_LIMIT if value is None else amount(value)


def _count(value: int | None) -> str:
    return NO_LIMIT if value is None else tokens(value)


def _by_money(old: Decimal | None, new: Decimal | None) -> str:
    return "" if old is None or new is None else amount(new - old, signed=True)


def _by_count(old: int | None, new: int | None) -> str:
    return "" if old is None or new is None else tokens(new - old, signed=True)


def _by_days(old: datetime, new: datetime) -> str:
    days = (new.date() - old.date()).days
    return f"{'+' if days > 0 else '−' if days < 0 else ''}{counted(abs(days), 'day')}"


def _by_names(old: tuple[str, ...], new: tuple[str, ...]) -> str:
    return _by_count(len(old), len(new)) if len(old) != len(new) else "others"


def _nothing(old: Any, new: Any) -> str:
    return ""


def _seconds(value: int) -> str:
    return moments.duration(timedelta(seconds=value))


def _listed(value: tuple[str, ...]) -> str:
    return names(value) if value else "none"


FIELDS = {
    "budget_money": Shown("Money cap", _money, _by_money),
    "budget_tokens": Shown("Token budget", _count, _by_count),
    "max_rounds": Shown("Rounds, at most", _count, _by_count),
    "valid_until": Shown("Valid until", moments.day, _by_days),
    "per_round_money": Shown("Money per round", _money, _by_money),
    "per_round_tokens": Shown("Tokens per round", _count, _by_count),
    "per_turn_tokens": Shown("Tokens per person’s turn", _count, _by_count),
    "round_seconds": Shown("Longest round", _seconds, _nothing),
    "strategy": Shown("Rounds are run", lambda value: MANNERS.get(value, value), _nothing),
    "blocker_threshold": Shown("Same blocker stops after", _count, _by_count),
    "blocked_after_rounds": Shown("Agent may stop it after", _count, _by_count),
    "models": Shown("Models", _listed, _by_names),
    "endpoint": Shown("Endpoint", str, _nothing),
    "tools": Shown("Tools", _listed, _by_names),
    "report_profile": Shown("Report", str, _nothing),
    "context_limit": Shown("Context, tokens", _count, _by_count),
}
_UNCHANGED = (
    ("objective", lambda terms: "objective"),
    ("budget_money", lambda terms: f"money cap {_money(terms.budget_money)}"),
    ("budget_tokens", lambda terms: f"{tokens(terms.budget_tokens)} tokens"),
    ("strategy", lambda terms: MANNERS.get(terms.strategy, terms.strategy)),
    ("max_rounds", lambda terms: f"at most {counted(terms.max_rounds, 'round')}"),
    ("models", lambda terms: names(terms.models)),
    ("tools", lambda terms: counted(len(terms.tools), "tool")),
    ("cost_centre", lambda terms: f"cost centre {terms.cost_centre}"),
    ("valid_until", lambda terms: f"valid until {moments.day(terms.valid_until)}"),
)


def changes(old: Terms, new: Terms) -> list[Change]:
    """Rows for every term that differs, money first; the objective whole, word by word."""
    found = [_row(name, old, new) for name in FIELDS if getattr(old, name) != getattr(new, name)]
    if old.objective != new.objective:
        before, after = compare(old.objective, new.objective)
        found.append({"term": "Objective", "old": before, "new": after})
    return found


def unchanged(old: Terms, new: Terms) -> str:
    """The terms that stay, in one line."""
    same = [said(new) for name, said in _UNCHANGED if getattr(old, name) == getattr(new, name)]
    return ", ".join(same)


def _row(name: str, old: Terms, new: Terms) -> Change:
    field = FIELDS[name]
    before, after = getattr(old, name), getattr(new, name)
    label = f"{field.label}, {new.currency}" if name == "budget_money" else field.label
    return {
        "term": label, "signed": field.written(before), "asked": field.written(after),
        "change": field.measured(before, after),
    }  # fmt: skip
