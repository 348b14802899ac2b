"""The JSON schema of a tool as a provider wants it: compact, in a fixed order, the same bytes every time."""

from __future__ import annotations

from typing import Any

from goals.agent.tools.base import Arguments, Tool


def schema_of(tool: Tool[Any]) -> dict[str, Any]:
    """The tool as an entry of the request's `tools`."""
    function = {"name": tool.name, "description": tool.description, "parameters": parameters(tool.arguments)}
    return {"type": "function", "function": function}


def parameters(arguments: type[Arguments]) -> dict[str, Any]:
    """JSON schema of the arguments, without what only pydantic needs."""
    schema = arguments.model_json_schema()
    properties = {name: _plain(found) for name, found in schema.get("properties", {}).items()}
    compact = {"type": "object", "properties": properties}
    if schema.get("required"):
        compact["required"] = schema["required"]
    if "$defs" in schema:
        compact["$defs"] = {name: _plain(found) for name, found in schema["$defs"].items()}
    return compact | {"additionalProperties": False}


def _plain(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    options = [option for option in schema.get("anyOf", ()) if option != {"type": "null"}]
    if len(options) == 1:
        schema = {**options[0], **{key: value for key, value in schema.items() if key != "anyOf"}}
    return {
        key: {name: _plain(item) for name, item in value.items()} if key == "properties" else _plain(value)
        for key, value in schema.items()
        if key not in ("title", "default")
    }
