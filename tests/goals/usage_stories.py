"""Short ways to say what a provider sent and how it is to be read. Nothing here reads usage itself."""

from __future__ import annotations

from typing import Any

from goals.agent.usage import State, UsageReading, read_usage

REPLY = "Ledger closed."


def told(
    input_: int | None,
    output: int | None,
    *flags: str,
    cached: int | None = None,
    written: int | None = None,
    reasoning: int | None = None,
    state: State = "reported",
) -> UsageReading:
    """The expected reading."""
    return UsageReading(input_, cached, written, output, reasoning, state, tuple(sorted(flags)))


def unknown(*flags: str) -> UsageReading:
    return told(None, None, *flags, state="unknown")


def usage(provider: str = "openai-compatible", text: str = REPLY, **counts: Any) -> UsageReading:
    """Read a plain chat response with these entries in its usage."""
    message = {"role": "assistant", "content": text}
    choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
    return read_usage({"choices": choices, "usage": counts}, mode="plain", provider=provider)


def plain(raw: object, provider: str = "openai-compatible") -> UsageReading:
    return read_usage(raw, mode="plain", provider=provider)


def stream(*chunks: object, provider: str = "openai-compatible") -> UsageReading:
    return read_usage(list(chunks), mode="stream", provider=provider)


def chunk(text: str = "", *, end: str | None = None, **more: Any) -> dict[str, Any]:
    """One chat chunk: a piece of text, perhaps the end, perhaps usage."""
    return {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": end}], **more}


def counts(prompt: int, completion: int, total: int | None = None, **more: Any) -> dict[str, Any]:
    """A usage object by the chat names; the total adds up unless one is given."""
    both = {"prompt_tokens": prompt, "completion_tokens": completion}
    return {**both, "total_tokens": prompt + completion if total is None else total, **more}
