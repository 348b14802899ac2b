"""Terms from outside, refused field by field in words; and terms from the record, trusted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from goals.errors import shown
from goals.terms.model import Terms
from governance.errors import Invalid


def parse(data: object) -> Terms:
    """Terms from a mapping of plain JSON values or Python ones. Raises Invalid that names the first field."""
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise Invalid("Terms are an object with named fields.", field="terms")
    try:
        return Terms.model_validate(dict(data))
    except ValidationError as error:
        raise _refusal(error.errors(include_url=False)[0]) from None


def read_terms(text: str) -> Terms:
    """The terms behind a stored canonical text."""
    return Terms.model_validate(json.loads(text))


def _refusal(fault: ErrorDetails) -> Invalid:
    field = str(fault["loc"][0]) if fault["loc"] else "terms"
    if fault["type"] == "extra_forbidden":
        return Invalid(
            f"Terms have no field {shown(field)}.{_meant(field)}", field=field, code="unknown-field"
        )
    if fault["type"] == "missing":
        return Invalid(f"The terms lack {field}. Give it.", field=field, code="missing-field")
    return Invalid(f"{field}: {_why(fault)}.", field=field)


def _why(fault: ErrorDetails) -> str:
    context: dict[str, Any] = fault.get("ctx") or {}
    if "error" in context:
        return str(context["error"]).rstrip(".")
    return f"{shown(fault['input'])} does not fit: {fault['msg'][:1].lower()}{fault['msg'][1:]}"


def _meant(field: str) -> str:
    close = get_close_matches(field, Terms.model_fields, n=1)
    return f" Did you mean {close[0]}?" if close else f" Its fields are {', '.join(Terms.model_fields)}."
