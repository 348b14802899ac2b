"""One provider request as it leaves: the exact text whose bytes were bounded. Sends nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from goals.agent.payload import Payload, serialised
from goals.agent.profiles import Profile


@dataclass(frozen=True)
class Request:
    """`messages` counts those of the payload that are sent; `output_limit` is in tokens."""

    model: str
    payload: Payload
    messages: int
    output_limit: int
    profile: Profile

    @cached_property
    def text(self) -> str:
        """The body as compact JSON, put together from the parts that are serialised already."""
        head, tail = serialised(self._head())[:-1], serialised(self._limit() | self._tail())[1:]
        return f'{head},"messages":[{",".join(self.payload.parts[: self.messages])}],{tail}'

    def _head(self) -> dict[str, Any]:
        return {"model": self.model, "stream": self.profile.streams}

    def _limit(self) -> dict[str, Any]:
        return {self.profile.limit_parameter: self.output_limit}

    def _tail(self) -> dict[str, Any]:
        asked = {"stream_options": {"include_usage": True}} if self._asks_usage else {}
        return asked | ({"tools": list(self.payload.tools)} if self.payload.tools else {})

    @property
    def _asks_usage(self) -> bool:
        return self.profile.streams and self.profile.asks_usage
