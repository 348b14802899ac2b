"""Fields of the forms on these pages, from what was posted and what was refused. Decides nothing about values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from governance.errors import CountersignError


def field(
    name: str, label: str, given: Mapping[str, Any], refused: CountersignError | None = None, **more: Any
) -> dict[str, Any]:
    """A field that shows again what was given, with the refusal under the field it names."""
    error = _under(name, refused.message) if refused is not None and refused.field == name else ""
    return {
        "name": name,
        "label": label,
        "value": given.get(name, ""),
        "error": error,
        "required": True,
        **more,
    }


def _under(name: str, message: str) -> str:
    """Under its label a refusal need not begin with the name that the API gives the field."""
    said = message.removeprefix(f"{name}: ")
    return said[:1].upper() + said[1:]


def reason(given: Mapping[str, Any], refused: CountersignError | None, *, label: str) -> dict[str, Any]:
    """The part of a form that asks why."""
    error = refused.message if refused is not None and refused.field == "reason" else ""
    return {"reason_label": label, "reason": given.get("reason", ""), "reason_error": error}


def elsewhere(refused: CountersignError | None, *names: str) -> str:
    """A refusal that belongs under none of these fields, for the head of the form."""
    return "" if refused is None or refused.field in (*names, "reason") else refused.message
