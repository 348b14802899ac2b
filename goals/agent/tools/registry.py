"""The tools there are, in the order in which they are offered. A tool is one file and one line here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from goals.agent.tools import (
    create_goal,
    get_goal,
    list_files,
    read_file,
    run_command,
    search_text,
    update_goal,
    write_file,
)
from goals.agent.tools.base import Tool
from goals.agent.tools.schemas import schema_of

_TOOLS: dict[str, Tool[Any]] = {
    tool.name: tool
    for tool in (
        list_files.TOOL,
        read_file.TOOL,
        write_file.TOOL,
        search_text.TOOL,
        run_command.TOOL,
        get_goal.TOOL,
        create_goal.TOOL,
        update_goal.TOOL,
    )
}

GOAL_TOOLS = (get_goal.TOOL.name, create_goal.TOOL.name, update_goal.TOOL.name)
WORKSPACE_TOOLS = tuple(name for name in _TOOLS if name not in GOAL_TOOLS)


def register(tool: Tool[Any], *, key: str = "") -> None:
    """Add a tool of another app; it is offered only where a strategy names it, or its key where it has one.

    Tools of one name and different arguments need keys; a strategy offers at most one of them.
    """
    _TOOLS[key or tool.name] = tool


def known(name: str) -> bool:
    """Whether there is a tool of this name, offered here or not."""
    return name in _TOOLS


def offered(names: Iterable[str]) -> tuple[Tool[Any], ...]:
    """The tools of these names that this service offers, always in the registry's order."""
    wanted = set(names)
    return tuple(tool for name, tool in _TOOLS.items() if name in wanted and tool.offered())


def schemas(tools: Sequence[Tool[Any]]) -> list[dict[str, Any]]:
    """The tools as the request names them."""
    return [_schema(tool) for tool in tools]


@cache
def _schema(tool: Tool[Any]) -> dict[str, Any]:
    return schema_of(tool)
