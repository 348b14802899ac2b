"""From the text of a submission to one JSON object, or one loud reason. Repairs, trims and guesses nothing.

Decides whether the text is exactly one object whose keys are given once; what the keys mean is the
contract's business (`report`).
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from ralph_runs.bounds import units
from ralph_runs.faults import ReportFault

RAW_FACTOR = 8  # escapes and white space can make a text that much longer than its compact form
_WRAPPERS = frozenset({"report", "result", "output", "data", "handoff", "arguments", "input", "content"})
_ENDS = {"{": "}", "[": "]"}


def parse(raw: str, *, limit: int) -> dict[str, Any]:
    """The object that the text is. Raises ReportFault; a text far above the limit is not even read."""
    found = units(raw)
    if found > limit * RAW_FACTOR:
        raise ReportFault(
            "oversized",
            f"The submission has {found:,} code units; a report has at most {limit:,}, so it was not read.",
        )
    if not raw.strip():
        raise ReportFault("empty", "The submission is empty.")
    value = _value(raw)
    if not isinstance(value, dict):
        _refuse_shape(value)
    _refuse_wrapped(value)
    return value


def _value(raw: str) -> Any:
    try:
        return json.loads(raw, object_pairs_hook=_once, parse_constant=_no_constant)
    except ReportFault:
        raise
    except RecursionError:
        raise ReportFault("too-deep", "The submission is nested too deeply to be read.") from None
    except ValueError as error:
        _refuse_text(raw, error)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ReportFault("duplicate-key", f"The key {_shown(key)} is given twice.")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise ReportFault("not-json", f"{name} is not JSON.")


def _refuse_text(raw: str, error: ValueError) -> NoReturn:
    starts = sorted(place for place in map(raw.find, _ENDS) if place >= 0)
    if starts and not raw[: starts[0]].strip():
        del starts[1:]  # it begins as JSON: what stands inside of it is no value of its own
    for start in starts:
        if _begins_json(raw[start:]):
            raise _out_of_place(before=raw[:start]) from None
    where = f" at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else ""
    raise ReportFault("not-json", f"The submission is not JSON{where}.") from None


def _out_of_place(*, before: str) -> ReportFault:
    if before.strip():
        return ReportFault("json-in-prose", "The JSON stands inside other text; submit the object alone.")
    return ReportFault("more-than-one", "After the JSON value there is more text; submit one object alone.")


def _begins_json(text: str) -> bool:
    try:
        json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse_shape(value: Any) -> NoReturn:
    if value is None:
        raise ReportFault("null", "The submission is null, not a report.")
    if isinstance(value, list):
        raise ReportFault("array", "The submission is an array; a report is one object.")
    if isinstance(value, str):
        if value.lstrip()[:1] in _ENDS and _begins_json(value.lstrip()):
            raise ReportFault("stringified", "The report is JSON inside a string; submit the object itself.")
        raise ReportFault("not-an-object", "The submission is a string; a report is one object.")
    kind = "a truth value" if isinstance(value, bool) else "a number"
    raise ReportFault("not-an-object", f"The submission is {kind}; a report is one object.")


def _refuse_wrapped(value: dict[str, Any]) -> None:
    """A report inside another object, or as a string in one, is at the wrong place: the loop would miss it."""
    if "status" in value:
        return
    for key, inner in value.items():
        if isinstance(inner, dict) and ("status" in inner or key in _WRAPPERS):
            raise ReportFault("nested", f"The report is nested in {_shown(key)}; submit it at the top.")
        if isinstance(inner, str) and inner.lstrip()[:1] == "{" and _begins_json(inner.lstrip()):
            raise ReportFault("stringified", f"The report is JSON inside the string {_shown(key)}.")


def _shown(key: str) -> str:
    text = json.dumps(key)
    return text if len(text) <= 60 else f'{text[:56]}…"'
