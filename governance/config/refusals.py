"""Says in plain words why the settings were refused, and stops the process with status 2.

Decides the wording only; what is acceptable is decided in `options`. Never shows a secret.
"""

from __future__ import annotations

import difflib
import os
import sys
from pathlib import Path
from typing import Any

from dotenv import dotenv_values
from pydantic import ValidationError

from governance.config.options import BASE_DIR, PREFIX, SECRET_FIELDS, Options

SHOWN_CHARACTERS = 80


class Refused(Exception):
    """The settings cannot be used; `sentences` name each variable and what it accepts."""

    def __init__(self, sentences: list[str]):
        super().__init__("\n".join(sentences))
        self.sentences = sentences


def variable(field: str) -> str:
    """The environment variable of a field."""
    alias = Options.model_fields[field].validation_alias
    return str(alias) if alias else f"{PREFIX}{field.upper()}"


def read(*, env_file: Path | None = None) -> Options:
    """Options from the environment over the optional file; raises Refused with every fault at once."""
    known = {variable(field): field for field in Options.model_fields}
    given = {**(dotenv_values(env_file) if env_file and env_file.is_file() else {}), **os.environ}
    faults = [
        _unknown(name, list(known))
        for name in sorted(given)
        if name.upper().startswith(PREFIX) and name not in known
    ]
    try:
        options = Options(_env_file=env_file)
    except ValidationError as error:
        raise Refused(faults + [_sentence(fault, given, known) for fault in error.errors()]) from None
    if faults:
        raise Refused(faults)
    return options


def read_or_exit() -> Options:
    """Options of this process; on refusal prints the sentences to stderr and exits with status 2."""
    try:
        return read(env_file=BASE_DIR / ".env")
    except Refused as refused:
        for sentence in refused.sentences:
            print(f"Countersign does not start: {sentence}", file=sys.stderr)
        raise SystemExit(2) from None


def _unknown(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name.upper(), known, n=1, cutoff=0.7)
    return f"{name} is not a setting" + (f"; did you mean {near[0]}?" if near else "; see README, Settings")


def _sentence(fault: Any, given: dict[str, str | None], known: dict[str, str]) -> str:
    if not fault["loc"]:
        return str(fault["msg"]).removeprefix("Value error, ")
    place = str(fault["loc"][0])
    field = known.get(place, place)
    value = {name.upper(): value for name, value in given.items()}.get(variable(field)) or ""
    shown = "its value" if field in SECRET_FIELDS else repr(value[:SHOWN_CHARACTERS])
    extra = Options.model_fields[field].json_schema_extra
    accepts = extra["accepts"] if isinstance(extra, dict) else "another value"
    return f"{variable(field)}: {shown} is not accepted; it takes {accepts}"
