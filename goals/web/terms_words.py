"""A goal's terms as finance reads them: pairs of label and text. Pure; never says whether they are in force."""

from __future__ import annotations

from datetime import timedelta

from goals.terms import Terms
from governance.models import CostCentre
from governance.web import moments
from governance.web.format import kept, money, names, tokens

Pair = dict[str, str]
MANNERS = {"same-session": "in one session", "ralph": "each by a fresh agent"}


def pairs(terms: Terms, cost_centre: CostCentre, *, reason: str = "") -> list[Pair]:
    """Everything that was signed for, most important first."""
    found = [
        _pair("Budget", budget(terms)),
        _pair("Per round", per_round(terms)),
        _pair("Rounds", rounds(terms)),
        _pair("Longest round", moments.duration(timedelta(seconds=terms.round_seconds))),
        _pair("Model", names(terms.models)),
        _pair("Endpoint", terms.endpoint),
        _pair("Tools", names(terms.tools) if terms.tools else "none"),
        _pair("Cost centre", str(cost_centre)),
        _pair("Valid until", moments.full(terms.valid_until)),
    ]
    if terms.strategy != "same-session":
        found.insert(
            4, _pair("Same blocker", f"{kept('stops after', terms.blocker_threshold)} rounds in a row")
        )
    if reason:
        found.append(_pair("Reason", f"“{reason}”"))
    return found


def short(terms: Terms) -> list[Pair]:
    """The four that a statement has room for."""
    model = _pair("Model", names(terms.models))
    return [_pair("Budget", budget(terms).replace(", ", "\n", 1)), _pair("Rounds", rounds(terms)), model]


def budget(terms: Terms) -> str:
    counted = f"{tokens(terms.budget_tokens)} tokens"
    if terms.budget_money is None:
        return f"{counted}, no money cap"
    return f"{money(terms.budget_money, currency=terms.currency)}, {counted}"


def per_round(terms: Terms) -> str:
    limits = []
    if terms.per_round_money is not None:
        limits.append(money(terms.per_round_money, currency=terms.currency))
    if terms.per_round_tokens is not None:
        limits.append(f"{tokens(terms.per_round_tokens)} tokens")
    return ", ".join(limits) or "what is available"


def rounds(terms: Terms) -> str:
    return f"{kept('at most', f'{terms.max_rounds:,}')}, {MANNERS.get(terms.strategy, terms.strategy)}"


def _pair(label: str, text: str) -> Pair:
    return {"label": label, "text": text}
