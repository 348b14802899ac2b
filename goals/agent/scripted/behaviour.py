"""The behaviours that can be ordered for a call: names, types and limits. Never acts on them."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from goals.agent.scripted.usage_shapes import SHAPES

STATUS_FAULTS = ("400", "401", "403", "404", "408", "409", "413", "422", "429", "500", "502", "503", "504")
FAULTS = (
    *STATUS_FAULTS,
    "drop-before",  # the connection goes before a byte of the reply
    "drop-half",  # half of the reply is sent, then the connection ends
    "hang",  # nothing is ever sent
    "invalid-json",
    "huge-body",
    "no-choices",
)
PLACES = ("asked", "first", "middle", "every", "finish", "repeated")


class BadBehaviour(ValueError):
    """An ordered behaviour is unknown or senseless; the message names the field."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How one call is answered. Everything left at its default is a well-behaved provider.

    `usage_on` places the usage in a stream: `asked` is the extra last chunk, only when the
    request asks for it. `reasoning` and `deliver` are multiples: of the visible bytes, and of the
    output limit. `count_*` replace a reported count. `raw` and `raw_chunks` go out as they are.
    """

    delay_ms: int = 0
    chunk_delay_ms: int = 0
    chunk_bytes: int = 24
    hold: bool = False
    fault: str | None = None
    retry_after: int | None = None
    error_code: str | None = None
    huge_bytes: int = 16 * 1024 * 1024
    usage: str = "openai"
    usage_on: str = "asked"
    count_input: int | None = None
    count_cached: int | None = None
    count_output: int | None = None
    count_reasoning: int | None = None
    reasoning: int = 0
    deliver: int = 0
    answer_model: str | None = None
    finish: str | None = None
    text: str | None = None
    tool_calls: list[Any] | None = None
    raw: dict[str, Any] | None = None
    raw_chunks: list[Any] | None = None

    @property
    def plain(self) -> bool:
        return self is PLAIN

    @property
    def immediate(self) -> bool:
        """Whether the whole answer can be written at once, without waiting or breaking anything."""
        waits = self.delay_ms or self.chunk_delay_ms or self.hold
        return not waits and self.fault not in ("drop-before", "drop-half", "hang", "huge-body")


PLAIN = Behaviour()
FIELDS = {field.name: field for field in dataclasses.fields(Behaviour)}
CHOICES = {"fault": (*FAULTS, None), "usage": tuple(SHAPES), "usage_on": PLACES}


def behaviour(values: Mapping[str, Any]) -> Behaviour:
    """A behaviour from plain values; raises BadBehaviour for an unknown name, a wrong type or choice."""
    for name, value in values.items():
        check_value(name, value)
    return Behaviour(**values) if values else PLAIN


def check_value(name: str, value: Any) -> None:
    if name not in FIELDS:
        raise BadBehaviour(f"{name}: unknown; known are {', '.join(FIELDS)}")
    kind = FIELDS[name].type
    allowed = tuple(getattr(part, "__origin__", part) for part in (get_args(kind) or (kind,)))
    if type(value) not in allowed:
        raise BadBehaviour(f"{name}: {value!r} is not {kind}")
    if type(value) is int and value < 0 and not name.startswith("count_"):
        raise BadBehaviour(f"{name}: must not be negative")
    if name in CHOICES and value not in CHOICES[name]:
        raise BadBehaviour(f"{name}: {value!r} is none of {', '.join(map(str, CHOICES[name]))}")
    if name == "chunk_bytes" and value < 1:
        raise BadBehaviour("chunk_bytes: must be at least 1")


def from_model_name(model: str) -> tuple[str, Behaviour]:
    """Splits `scripted-echo+fault=500+delay_ms=20` into the bare name and the behaviour it orders."""
    name, *orders = model.split("+")
    values: dict[str, Any] = {}
    for order in orders:
        field, _, text = order.partition("=")
        numeric = field in FIELDS and int in (get_args(FIELDS[field].type) or (FIELDS[field].type,))
        values[field] = int(text) if numeric and text.lstrip("-").isdecimal() else text
    return name, behaviour(values)
