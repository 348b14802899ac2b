"""Which of two terms risks more, field by field. A change of kind counts as more in both directions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from goals.terms.model import Terms

Inside = Callable[[Any, Any], bool]


def _same(current: Any, signed: Any) -> bool:
    return current == signed


def _at_most(current: Any, signed: Any) -> bool:
    return current <= signed


def _limited(current: Any, signed: Any) -> bool:
    """None is no limit: anything lies within it, and it lies within nothing but itself."""
    return signed is None or (current is not None and current <= signed)


def _among(current: tuple[str, ...], signed: tuple[str, ...]) -> bool:
    return set(current) <= set(signed)


RULES: Mapping[str, Inside] = MappingProxyType(
    {
        "objective": _same,
        "strategy": _same,
        "max_rounds": _at_most,
        "budget_tokens": _at_most,
        "budget_money": _limited,
        "currency": _same,
        "per_round_tokens": _limited,
        "per_round_money": _limited,
        "per_turn_tokens": _limited,
        "round_seconds": _at_most,
        "models": _among,
        "endpoint": _same,
        "tools": _among,
        "blocker_threshold": _at_most,
        "report_profile": _same,
        "cost_centre": _same,
        "valid_until": _at_most,
        "blocked_after_rounds": _at_most,
        "context_limit": _at_most,
    }
)
"""Whether the first value lies within the second, per field. A new field of the terms needs its line here."""


def within(current: Terms, signed: Terms) -> list[str]:
    """Fields of `current` that reach beyond `signed`, in the order of the terms; empty when none does."""
    return [
        name for name, inside in RULES.items() if not inside(getattr(current, name), getattr(signed, name))
    ]


def widens(old: Terms, new: Terms) -> list[str]:
    """Fields in which `new` risks more than `old`: a signature is needed."""
    return within(new, old)


def narrows(old: Terms, new: Terms) -> list[str]:
    """Fields that `new` changes without risking more: they may take effect at once."""
    wider = set(widens(old, new))
    return [name for name in changed(old, new) if name not in wider]


def changed(old: Terms, new: Terms) -> list[str]:
    """Fields that differ."""
    return [name for name in RULES if getattr(old, name) != getattr(new, name)]
