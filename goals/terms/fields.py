"""What the fields of terms accept beyond the strict types that governance shares."""

from __future__ import annotations

import re
from typing import Annotated, Any
from urllib.parse import urlsplit

from goals import values
from goals.errors import InvalidObjective
from governance.strict import readable
from governance.strict.fields import matching, names, published, shown, whole

SCRIPTED = "scripted"


def _objective(value: Any) -> str:
    if isinstance(value, str) and value and not readable(value):
        raise ValueError("the objective holds nothing that can be read: say what is to be done")
    try:
        return values.objective(value)
    except InvalidObjective as error:
        raise ValueError(error.message) from None


def _endpoint(value: Any) -> str:
    if value == SCRIPTED:
        return SCRIPTED
    if isinstance(value, str) and value.isprintable() and not re.search(r"\s", value):
        parts = urlsplit(value)
        if parts.scheme in ("http", "https") and parts.hostname and not (parts.username or parts.query):
            return value.rstrip("/")
    raise ValueError(f'{shown(value)} is no endpoint: give an http:// or https:// address, or "{SCRIPTED}"')


Seconds = Annotated[int, whole(most=86_400)]
Threshold = Annotated[int, whole(least=2)]
Objective = Annotated[str, published(_objective, {"type": "string", "minLength": 1})]
Endpoint = Annotated[
    str,
    published(_endpoint, {"type": "string", "pattern": "^(scripted|https?://.+)$", "examples": [SCRIPTED]}),
]
Kebab = Annotated[str, matching(r"(?=.{1,30}\Z)[a-z][a-z0-9]*(-[a-z0-9]+)*", "same-session")]
Models = Annotated[tuple[str, ...], names(r"\S{1,120}", "scripted-1", least=1, most=20)]
Tools = Annotated[tuple[str, ...], names(r"[a-z][a-z0-9_]{0,59}", "read_file", least=0, most=50)]
