"""Fills in a tool's parameters under the names its schema really has. Never invents a parameter."""

import re
from collections.abc import Mapping
from typing import Any


def plain(name: str) -> str:
    """The name without its case style: goalId, goal_id and goal-id are one."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    found = schema.get("properties")
    return found if isinstance(found, dict) else {}


def resolved(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema behind a local reference or an alternative; an object is preferred to plain text."""
    reference = schema.get("$ref")
    if isinstance(reference, str):
        target: Any = root
        for step in reference.removeprefix("#/").split("/"):
            target = target.get(step, {})
        return resolved(target, root)
    options = [resolved(option, root) for option in schema.get("anyOf") or schema.get("oneOf") or ()]
    if not options:
        return schema
    return next((option for option in options if option.get("type") == "object"), options[0])


def fill(function: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments for a tool function: each value goes in where the schema has its name in any case style."""
    wanted = {plain(name): value for name, value in values.items()}
    offered = properties(function.get("parameters") or {})
    if not offered:
        return dict(values)
    return {name: wanted[plain(name)] for name in offered if plain(name) in wanted}


def item_schema(function: Mapping[str, Any], parameter: str) -> Mapping[str, Any]:
    """What the items of a list parameter look like, {} when the tool has no such parameter."""
    root = function.get("parameters") or {}
    for name, schema in properties(root).items():
        if plain(name) == plain(parameter):
            items = resolved(schema, root).get("items")
            return resolved(items, root) if isinstance(items, dict) else {}
    return {}


def has(function: Mapping[str, Any], parameter: str) -> bool:
    names = properties(function.get("parameters") or {})
    return any(plain(name) == plain(parameter) for name in names)
