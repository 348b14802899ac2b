"""The form that narrows a goal's terms: what stands, what was written instead, and the terms that come of it.

Decides how figures may be written (separators are allowed, nothing else is), never what is narrower.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import QueryDict

from goals import terms as goal_terms
from goals.terms import Terms
from governance.errors import Invalid
from governance.web.format import tokens

_COUNTS = {
    "budget_tokens": ("Budget", "tokens"), "max_rounds": ("Round cap", "rounds"),
    "per_round_tokens": ("Each round, at most", "tokens"), "per_turn_tokens": ("Each person’s turn, at most", "tokens"),
    "round_seconds": ("Longest round", "seconds"),
}  # fmt: skip
_AMOUNTS = {"budget_money": "Money cap", "per_round_money": "Each round, at most"}
_SEPARATORS = re.compile(r"[\s,\u00a0\u202f]")
_WHOLE = re.compile(r"[0-9]{1,15}")
ORDER = ("budget_tokens", "budget_money", "max_rounds", "per_round_tokens", "per_round_money", "per_turn_tokens",
         "round_seconds", "valid_until")  # fmt: skip


def fields(standing: Terms, given: Mapping[str, str] | None, error: Invalid | None) -> list[dict[str, Any]]:
    """Fields in the keys of `parts/_field.html`, each with what stands now."""
    wrong = {error.field: error.message} if error and error.field else {}
    return [_field(name, standing, given, wrong.get(name, "")) for name in ORDER]


def choices(standing: Terms, given: QueryDict | None) -> list[dict[str, Any]]:
    """Models and tools that are allowed now, each of which can be taken away."""
    found = []
    for name, label in (("models", "Models"), ("tools", "Tools")):
        kept = getattr(standing, name) if given is None else given.getlist(name)
        options = [{"value": one, "checked": one in kept} for one in getattr(standing, name)]
        if options:
            found.append({"name": name, "label": label, "options": options})
    return found


def read(standing: Terms, given: QueryDict) -> Terms:
    """The terms as they would be. Raises Invalid that names the field and what it would accept."""
    changed: dict[str, Any] = {name: _whole(name, given.get(name, "")) for name in _COUNTS}
    changed |= {name: _amount(given.get(name, "")) for name in _AMOUNTS}
    changed["valid_until"] = _instant(given.get("valid_until", ""), standing.valid_until)
    changed |= {
        name: [one for one in getattr(standing, name) if one in given.getlist(name)]
        for name in ("models", "tools")
    }
    return goal_terms.parse({**standing.model_dump(), **changed})


def _field(name: str, standing: Terms, given: Mapping[str, str] | None, error: str) -> dict[str, Any]:
    now = getattr(standing, name)
    label, unit = _COUNTS.get(name) or (_AMOUNTS.get(name, "Valid until"), standing.currency)
    if name == "valid_until":
        value = now.strftime("%Y-%m-%dT%H:%M") if given is None else given.get(name, "")
        return {"name": name, "label": label, "kind": "datetime-local", "value": value, "unit": "UTC", "error": error,
                "help": f"now {now:%d %b %Y, %H:%M} UTC", "short": True}  # fmt: skip
    written = "" if now is None else (tokens(now) if isinstance(now, int) else f"{now:f}")
    return {
        "name": name, "label": label, "kind": "text", "unit": unit, "error": error, "short": True,
        "inputmode": "numeric" if name in _COUNTS else "decimal",
        "value": written if given is None else given.get(name, ""),
        "help": f"now {written}" if written else "now without a limit of its own",
    }  # fmt: skip


def _whole(name: str, text: str) -> int | None:
    digits = _SEPARATORS.sub("", text)
    if not digits:
        return None
    if not _WHOLE.fullmatch(digits):
        raise Invalid("Give a whole number in plain digits, such as 400,000.", field=name)
    return int(digits)


def _amount(text: str) -> str | None:
    return _SEPARATORS.sub("", text) or None


def _instant(text: str, standing: datetime) -> str:
    if text == standing.strftime("%Y-%m-%dT%H:%M") or not text:
        return standing.isoformat().replace("+00:00", "Z")
    return f"{text}:00Z" if len(text) == 16 else f"{text}Z"
