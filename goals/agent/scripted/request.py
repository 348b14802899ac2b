"""Reads one chat completion request, as strictly as a real provider does. Never decides an answer."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ROLES = ("system", "developer", "user", "assistant", "tool")


class BadRequest(Exception):
    """The request is malformed; `param` names the field, as the OpenAI protocol does."""

    def __init__(self, message: str, *, param: str | None = None) -> None:
        super().__init__(message)
        self.param = param


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """`limit` is the output limit in tokens, the smaller one where both parameters are given."""

    model: str
    messages: list[dict[str, Any]]
    tools: list[dict[str, Any]]
    limit: int | None
    stream: bool
    include_usage: bool


def parse(body: bytes) -> ChatRequest:
    """The request in `body`; raises BadRequest naming the field that is wrong."""
    try:
        data = json.loads(body)
    except ValueError as error:
        raise BadRequest(f"the body is not JSON: {error}") from error
    if not isinstance(data, dict):
        raise BadRequest("the body must be a JSON object")
    model = data.get("model")
    if not isinstance(model, str) or not model:
        raise BadRequest("you must provide a model", param="model")
    if data.get("n", 1) != 1:
        raise BadRequest("only n = 1 is served", param="n")
    stream = data.get("stream") or False
    if stream is not True and stream is not False:
        raise BadRequest("stream must be true or false", param="stream")
    messages = read_messages(data.get("messages"))
    tools = [] if data.get("tool_choice") == "none" else read_tools(data.get("tools"))
    options = data.get("stream_options") or {}
    if options and not stream:
        raise BadRequest("stream_options is only allowed when stream is true", param="stream_options")
    return ChatRequest(model, messages, tools, read_limit(data), stream, bool(options.get("include_usage")))


def read_limit(data: Mapping[str, Any]) -> int | None:
    limits = []
    for name in ("max_tokens", "max_completion_tokens"):
        value = data.get(name)
        if value is None:
            continue
        if type(value) is not int or value < 1:
            raise BadRequest(f"{name} must be a whole number of at least 1", param=name)
        limits.append(value)
    return min(limits, default=None)


def read_tools(tools: Any) -> list[dict[str, Any]]:
    if tools is None:
        return []
    if not isinstance(tools, list):
        raise BadRequest("tools must be a list", param="tools")
    for place, tool in enumerate(tools):
        function = tool.get("function") if isinstance(tool, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            raise BadRequest("a tool needs a function with a name", param=f"tools[{place}]")
    return tools


def read_messages(messages: Any) -> list[dict[str, Any]]:
    """Checks roles, and that every tool call is answered by the tool messages right after it."""
    if not isinstance(messages, list) or not messages:
        raise BadRequest("messages must be a list with at least one message", param="messages")
    unanswered: set[str] = set()
    for place, message in enumerate(messages):
        where = f"messages[{place}]"
        if not isinstance(message, dict) or message.get("role") not in ROLES:
            raise BadRequest(f"{where} needs a role out of {', '.join(ROLES)}", param=f"{where}.role")
        if message["role"] == "tool":
            if message.get("tool_call_id") not in unanswered:
                raise BadRequest(f"{where} answers no tool call before it", param=f"{where}.tool_call_id")
            unanswered.remove(message["tool_call_id"])
            continue
        if unanswered:
            raise BadRequest(f"no tool message answers {', '.join(sorted(unanswered))}", param=where)
        unanswered = set(call_ids(message, where))
    if unanswered:
        raise BadRequest(f"no tool message answers {', '.join(sorted(unanswered))}", param="messages")
    return messages


def call_ids(message: Mapping[str, Any], where: str) -> list[str]:
    ids = []
    for call in message.get("tool_calls") or []:
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("arguments"), str):
            raise BadRequest(
                "a tool call needs a function with arguments as text", param=f"{where}.tool_calls"
            )
        if not isinstance(call.get("id"), str):
            raise BadRequest("a tool call needs an id", param=f"{where}.tool_calls")
        ids.append(call["id"])
    return ids
