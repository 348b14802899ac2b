"""What a tool is: a name, its arguments as a strict model, and a function from both to a result.

A tool never raises for what a model did wrong: it returns a result that says so. Adding one is one file
and one line in the registry.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from goals.agent.payload import readable, serialised
from goals.agent.workspace import Workspace
from goals.models import Execution, Turn
from goals.terms import Terms

MAX_RESULT_CHARACTERS = 100_000
MAX_SENTENCE = 300


class Arguments(BaseModel):
    """Base of every tool's arguments: no coercion, no unknown field."""

    model_config = ConfigDict(strict=True, extra="forbid")


A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Who calls a tool and from where. Without an execution or an open turn a goal tool refuses."""

    execution: Execution | None
    fence: int = 0
    turn: Turn | None = None
    terms: Terms
    workspace: Workspace
    seconds_left: Callable[[], float] = field(default=lambda: 60.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What the model reads (`text`, JSON), and what people read (`sentence`).

    `code` is "" or an error's. `report` is complete or blocked where a round ended its goal's work by
    this call; `ends_turn` says that nothing more is to be asked in this turn.
    """

    text: str
    sentence: str
    code: str = ""
    report: str = ""
    ends_turn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[A]):
    """`reads`, where given, takes the text of the arguments as the model wrote it, in the place of `run`."""

    name: str
    description: str
    arguments: type[A]
    run: Callable[[Context, A], Result]
    reads: Callable[[Context, str], Result] | None = None
    offered: Callable[[], bool] = field(default=lambda: True)


def said(value: dict[str, Any], sentence: str, **given: Any) -> Result:
    """A result from a JSON value. One that is too large becomes an error, for half of it would mislead."""
    text = readable(serialised(value))
    if len(text) > MAX_RESULT_CHARACTERS:
        return refused("TOO_LARGE", "The result is too large; ask for less at a time.", sentence)
    return Result(text=text, sentence=sentence[:MAX_SENTENCE], **given)


def refused(code: str, message: str, sentence: str = "") -> Result:
    """A refusal that the model reads, with its code and the way out."""
    text = readable(json.dumps({"error": {"code": code, "message": message}}, ensure_ascii=False))
    return Result(text=text, sentence=(sentence or message)[:MAX_SENTENCE], code=code)
