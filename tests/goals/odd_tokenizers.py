"""Ways in which a provider may lay out a request and count it, each as greedy as the words allow.

A template turns messages and tools into one text; a tokenizer counts it. None merges anything that a real
one would have to merge, so that a bound that holds here holds anywhere.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from typing import Any

Messages = list[dict[str, Any]]
Tools = list[dict[str, Any]]


def as_json(messages: Messages, tools: Tools) -> str:
    """The request itself, compact."""
    return json.dumps({"messages": messages, "tools": tools}, ensure_ascii=False, separators=(",", ":"))


def chat_markup(messages: Messages, tools: Tools) -> str:
    """Each message between spelled-out marks; the tools spread over many lines before them."""
    head = (
        f"<|im_start|>system\n# Tools\n{json.dumps(tools, ensure_ascii=False, indent=4)}<|im_end|>\n"
        if tools
        else ""
    )
    body = "".join(f"<|im_start|>{m['role']}\n{_said(m)}<|im_end|>\n" for m in messages)
    return f"{head}{body}<|im_start|>assistant\n"


def header_markup(messages: Messages, tools: Tools) -> str:
    """Long spelled-out headers, and tool results quoted as JSON once more."""
    told = "".join(f"{json.dumps(tool, ensure_ascii=False, indent=4)}\n\n" for tool in tools)
    body = "".join(
        f"<|start_header_id|>{m['role']}<|end_header_id|>\n\n{_quoted(m)}<|eot_id|>" for m in messages
    )
    return f"{told}{body}<|start_header_id|>assistant<|end_header_id|>\n\n"


def tag_markup(messages: Messages, tools: Tools) -> str:
    """Tools and calls as tags, one for each parameter."""
    told = "".join(_tool_tags(tool["function"]) for tool in tools)
    body = "".join(f"<{m['role']}>{_said(m)}</{m['role']}>\n" for m in messages)
    return f"<tools>\n{told}</tools>\n{body}"


def _said(message: dict[str, Any]) -> str:
    functions = [call["function"] for call in message.get("tool_calls") or ()]
    calls = [f'{{"name": "{each["name"]}", "arguments": {_spread(each["arguments"])}}}' for each in functions]
    return message["content"] + "".join(f"<tool_call>\n{call}\n</tool_call>" for call in calls)


def _quoted(message: dict[str, Any]) -> str:
    return json.dumps(message["content"], ensure_ascii=False) if message["role"] == "tool" else _said(message)


def _spread(arguments: str) -> str:
    try:
        return json.dumps(json.loads(arguments), ensure_ascii=False)
    except ValueError:
        return arguments


def _tool_tags(function: dict[str, Any]) -> str:
    parameters = "".join(
        f"<parameter>\n<name>{name}</name>\n<type>{found.get('type')}</type>\n"
        f"<description>{found.get('description', '')}</description>\n</parameter>\n"
        for name, found in function["parameters"]["properties"].items()
    )
    named = f"<name>{function['name']}</name>\n<description>{function['description']}</description>\n"
    return f"<function>\n{named}{parameters}</function>\n"


def one_per_byte(text: str) -> int:
    """A byte tokenizer that merges nothing."""
    return len(text.encode())


def one_per_normalised_byte(text: str) -> int:
    """A tokenizer that writes out compatibility forms first: U+FDFA alone becomes 33 bytes."""
    return len(unicodedata.normalize("NFKC", text).encode())


def byte_fallback(text: str) -> int:
    """Letters it knows are one token, everything else goes byte by byte; a mark before every word."""
    return (
        sum(1 if char.isascii() else len(char.encode()) for char in unicodedata.normalize("NFKC", text)) + 1
    )


def four_bytes(text: str) -> int:
    """What a usual tokenizer makes of English."""
    return -(-len(text.encode()) // 4)


TEMPLATES: list[Callable[[Messages, Tools], str]] = [as_json, chat_markup, header_markup, tag_markup]
TOKENIZERS: list[Callable[[str], int]] = [one_per_byte, one_per_normalised_byte, byte_fallback, four_bytes]
