"""Request bodies: JSON objects in UTF-8, one spelling of every value, no name twice, no NaN."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

MOST_LEVELS = 40


class StrictJSON(BaseParser):
    """DRF's parser for application/json; refuses what ordinary parsers let through or merge."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        return parse(stream.read())


def parse(raw: bytes) -> dict[str, Any]:
    """The object in these bytes; an empty body is an empty object. Raises ParseError with a sentence."""
    if not raw.strip():
        return {}
    try:
        value = json.loads(raw.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise ParseError("The body is not UTF-8.") from None
    except RecursionError:
        raise ParseError("The body is nested too deeply.") from None
    except ValueError as error:
        raise ParseError(f"The body is not JSON: {str(error)[:200]}") from None
    if not isinstance(value, dict):
        raise ParseError("The body must be a JSON object.")
    _check_depth(value, MOST_LEVELS)
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _value in pairs]
        doubled = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field {doubled[:60]!r} is there twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _check_depth(value: Any, left: int) -> None:
    if not left:
        raise ParseError("The body is nested too deeply.")
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in below:
        _check_depth(item, left - 1)
