"""Calls a tool by name with the arguments as the model wrote them. Whatever goes wrong is a result."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import structlog
from django.db import Error as DatabaseError
from pydantic import ValidationError

from goals.agent.paths import WorkspaceError
from goals.agent.tools.base import Context, Result, Tool, refused
from goals.errors import GoalError
from governance.errors import CountersignError

log = structlog.get_logger(__name__)


def call(tool: Tool[Any], arguments: str, context: Context) -> Result:
    """The tool's result; INVALID_ARGS names the first field that is wrong. Only database errors get out."""
    if tool.reads is not None:
        reads = tool.reads
        return _guarded(tool.name, lambda: reads(context, arguments))
    try:
        given = tool.arguments.model_validate(_object(arguments))
    except ValueError as error:
        return refused(
            "INVALID_ARGS", _fault(error), f"Called {tool.name} with arguments that cannot be read."
        )
    return _guarded(tool.name, lambda: tool.run(context, given))


def _guarded(name: str, act: Callable[[], Result]) -> Result:
    try:
        return act()
    except WorkspaceError as error:
        return refused(error.code, error.sentence, f"Called {name}: {error.sentence}")
    except (GoalError, CountersignError) as error:
        return refused(error.code, error.message, f"Called {name}: {error.message}")
    except DatabaseError:
        raise
    except Exception:
        log.exception("tool-failed", tool=name)
        return refused(
            "TOOL_FAILED", f"{name} failed inside the service.", f"{name} failed inside the service."
        )


def _object(arguments: str) -> dict[str, Any]:
    try:
        found = json.loads(arguments or "{}")
    except RecursionError:
        raise ValueError("the arguments are nested too deeply") from None
    if not isinstance(found, dict):
        raise ValueError("the arguments are not a JSON object")
    return found


def _fault(error: ValueError) -> str:
    if not isinstance(error, ValidationError):
        return f"The arguments cannot be read: {error}."
    fault = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in fault["loc"]) or "arguments"
    return f"{where}: {fault['msg']}."
