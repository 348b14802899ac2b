"""Turns a mapping into a strict value or one refusal that names the first field and the way out."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from governance.errors import Invalid
from governance.strict.fields import shown

Model = TypeVar("Model", bound=BaseModel)
REASON_CHARACTERS = 4_000


def parse(model: type[Model], data: object, *, noun: str) -> Model:
    """A value of `model` from plain JSON values or Python ones. `noun` ("The terms") begins the refusal."""
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise Invalid(f"{noun} are an object with named fields.", field=noun.split()[-1])
    for key in data:
        if any("\ud800" <= character <= "\udfff" for character in key):
            raise _unknown(key, model, noun)
    try:
        return model.model_validate(dict(data))
    except ValidationError as error:
        raise _refusal(error.errors(include_url=False)[0], model, noun) from None


def reason(text: object) -> str:
    """A reason as one trimmed, readable text. Raises Invalid if there is none to read."""
    if not isinstance(text, str) or not readable(text):
        raise Invalid("Give a reason; it is kept in the record.", field="reason", code="reason-missing")
    lines = text.replace("\r\n", "\n").strip()
    if any(unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t" for c in lines):
        raise Invalid("The reason holds characters that nobody can read.", field="reason")
    if len(lines) > REASON_CHARACTERS:
        raise Invalid(f"A reason has at most {REASON_CHARACTERS:,} characters.", field="reason")
    return lines


def readable(text: str) -> bool:
    """Whether there is anything to see in it: marks that only turn or join text, and spaces, are nothing."""
    return any(unicodedata.category(character)[0] not in "CZ" for character in text)


def _refusal(fault: ErrorDetails, model: type[BaseModel], noun: str) -> Invalid:
    path = ".".join(str(part) for part in fault["loc"] if not str(part).startswith("function-"))
    field = path if fault["loc"] else noun.split()[-1]
    if fault["type"] == "extra_forbidden":
        return _unknown(field, model, noun)
    if fault["type"] == "missing":
        return Invalid(f"{noun} lack {field}. Give it.", field=field, code="missing-field")
    return Invalid(f"{field}: {_why(fault)}.", field=field)


def _unknown(field: str, model: type[BaseModel], noun: str) -> Invalid:
    meant = _meant(field, list(model.model_fields))
    return Invalid(f"{noun} have no field {shown(field)}.{meant}", field=field, code="unknown-field")


def _why(fault: ErrorDetails) -> str:
    context: dict[str, Any] = fault.get("ctx") or {}
    if "error" in context:
        return str(context["error"]).rstrip(".")
    return f"{shown(fault['input'])} does not fit: {fault['msg'][:1].lower()}{fault['msg'][1:]}"


def _meant(field: str, known: list[str]) -> str:
    close = get_close_matches(field, known, n=1)
    return f" Did you mean {close[0]}?" if close else f" The fields are {', '.join(known)}."
