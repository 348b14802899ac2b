"""Reads a provider's response bytes: server-sent events, or one JSON body. Pure; bounded by its caller."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from goals.agent.assembly import dicts, from_body, from_chunks, named
from goals.agent.failures import Code, Failure
from goals.agent.reply import Reply

DONE = "[DONE]"


class Events:
    """Collects the chunks of a stream as its bytes arrive, so that what came before a break is kept."""

    def __init__(self) -> None:
        self.chunks: list[Any] = []
        self.done = False
        self.broken = False
        self._rest = b""

    def feed(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._line(line)

    def close(self) -> None:
        self._line(self._rest)
        self._rest = b""

    def _line(self, line: bytes) -> None:
        if not line.startswith(b"data:") or self.done:
            return
        text = line[5:].strip().decode("utf-8", "replace")
        if text == DONE:
            self.done = True
        elif text:
            self._chunk(text)

    def _chunk(self, text: str) -> None:
        try:
            self.chunks.append(parsed(text))
        except ValueError:
            self.broken = True

    def reply(self, *, failure: Failure | None = None) -> Reply:
        """The answer so far; `failure` says why no more of it came."""
        if self.broken and failure is None:
            failure = Failure(Code.BAD_ANSWER, "The provider's answer holds a chunk that is not JSON.")
        if failure is None:
            return from_chunks(self.chunks, complete=self.done)
        told = (chunk.get("model") for chunk in dicts(self.chunks))
        model = next((model for model in told if isinstance(model, str)), "")
        return Reply(mode="stream", raw=self.chunks, failure=failure, returned_model=named(model))


def body_reply(pieces: Iterable[bytes]) -> Reply:
    """The answer in one JSON body."""
    try:
        return from_body(parsed(b"".join(pieces).decode("utf-8", "replace")))
    except ValueError:
        return Reply(failure=Failure(Code.BAD_ANSWER, "The provider's answer is not JSON."))


def parsed(text: str) -> Any:
    """JSON in which a number stays exact enough to be judged. Raises ValueError, also for absurd nesting."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
