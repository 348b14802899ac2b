"""Puts an answer together from a body or from the chunks of a stream. Pure; trusts nothing it reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from goals.agent.failures import Code, Failure
from goals.agent.payload import readable
from goals.agent.reply import Mode, Reply
from goals.agent.streamed_calls import StreamedCalls
from governance import canonical

MAX_CALLS = 32
MAX_NAME = 120
EMPTY = "(empty answer)"


def from_body(body: Any) -> Reply:
    """The answer in a complete response body."""
    if not isinstance(body, dict):
        return _bad(body, "plain", "The provider's answer is not a JSON object.")
    model = _text(body.get("model"))
    if failure := told_error(body):
        return Reply(mode="plain", raw=body, failure=failure, returned_model=named(model))
    choice = first(body.get("choices"))
    message = choice.get("message") if choice else None
    if choice is None or not isinstance(message, dict):
        return _bad(body, "plain", "The provider's answer holds no message.")
    calls = [
        call_of(call.get("id"), call.get("function"), place)
        for place, call in enumerate(dicts(message.get("tool_calls")))
    ]
    return _reply("plain", body, model, _text(choice.get("finish_reason")), content_of(message), calls)


def from_chunks(chunks: list[Any], *, complete: bool) -> Reply:
    """The answer in a stream's chunks. `complete` says that the stream ended by itself."""
    content: list[str] = []
    finish = model = ""
    calls = StreamedCalls()
    for chunk in dicts(chunks):
        if failure := told_error(chunk):
            return Reply(mode="stream", raw=chunks, failure=failure, returned_model=named(model))
        model = _text(chunk.get("model")) or model
        choice = first(chunk.get("choices")) or {}
        finish = _text(choice.get("finish_reason")) or finish
        delta = choice.get("delta")
        if isinstance(delta, dict):
            content.append(content_of(delta))
            calls.add(dicts(delta.get("tool_calls")))
    if not finish:
        return Reply(mode="stream", raw=chunks, failure=_unfinished(complete), returned_model=named(model))
    made = [call_of(call["id"], call, place) for place, call in enumerate(calls.in_order())]
    return _reply("stream", chunks, model, finish, "".join(content), made)


def _reply(mode: Mode, raw: Any, model: str, finish: str, content: str, calls: list[dict[str, Any]]) -> Reply:
    failure = _cut_short(finish)
    kept, text = [] if failure else _distinct(calls), readable(content)
    message = message_of(text, kept) if text or failure is None else None
    if len(kept) > MAX_CALLS or any(not call["function"]["name"] for call in kept):
        message, failure = (
            None,
            Failure(Code.BAD_ANSWER, "The provider's answer holds tool calls that cannot be read."),
        )
    return Reply(
        mode=mode,
        raw=raw,
        message=message,
        returned_model=named(model),
        finish_reason=finish[:30],
        failure=failure,
    )


def message_of(content: str, calls: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Written as the transcript will give it back, so that the next request repeats it byte for byte."""
    message: dict[str, Any] = {"role": "assistant", "content": content if content or calls else EMPTY}
    if calls:
        message["tool_calls"] = calls
    return json.loads(canonical.text(message))


def call_of(call_id: object, function: Any, place: int) -> dict[str, Any]:
    found = function if isinstance(function, dict) else {}
    arguments = found.get("arguments")
    if not isinstance(arguments, str):
        arguments = "{}" if arguments is None else json.dumps(arguments)
    return {
        "id": named(_text(call_id)) or f"call_{place}",
        "type": "function",
        "function": {"name": named(_text(found.get("name"))), "arguments": readable(arguments)},
    }


def _distinct(calls: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The calls with an id of their own each; some servers repeat one."""
    seen: set[str] = set()
    for place, call in enumerate(calls):
        if call["id"] in seen:
            call["id"] = f"{call['id'][: MAX_NAME - 8]}_{place}"
        seen.add(call["id"])
    return calls


def _cut_short(finish: str) -> Failure | None:
    if finish in ("length", "max_tokens"):
        return Failure(Code.LENGTH, "The answer was cut off at its output limit.")
    if finish == "content_filter":
        return Failure(Code.CONTENT_FILTER, "The provider withheld the answer.")
    if finish == "error":
        return Failure(Code.PROVIDER_ERROR, "The provider ended the answer with an error.")
    return None


def _unfinished(complete: bool) -> Failure:
    if complete:
        return Failure(Code.BAD_ANSWER, "The provider's answer has no end marker.")
    return Failure(Code.CONNECTION_LOST, "The connection broke in the middle of the answer.")


def told_error(part: dict[str, Any]) -> Failure | None:
    """The failure that a body or a chunk reports instead of an answer."""
    error = part.get("error")
    if not error:
        return None
    said = error.get("message") if isinstance(error, dict) else error
    return Failure(Code.PROVIDER_ERROR, f"The provider reported an error: {readable(_text(said))[:200]}")


def _bad(raw: Any, mode: Mode, sentence: str) -> Reply:
    return Reply(mode=mode, raw=raw, failure=Failure(Code.BAD_ANSWER, sentence))


def content_of(message: dict[str, Any]) -> str:
    """The text of a message or a delta, whether it comes whole or in parts."""
    content = message.get("content")
    return (
        "".join(_text(part.get("text")) for part in dicts(content))
        if isinstance(content, list)
        else _text(content)
    )


def first(choices: Any) -> dict[str, Any] | None:
    return next(iter(dicts(choices)), None)


def dicts(values: Any) -> list[dict[str, Any]]:
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


def named(text: str) -> str:
    """A model's, a tool's or a call's name as it can be stored."""
    return readable(text)[:MAX_NAME]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
