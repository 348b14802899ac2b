"""Reads the messages of a request as an agent needs them: which round, what was done, what came back."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from goals.agent.scripted import results

ROUND_LINE = re.compile(r"^\W*round:?\s*(\d+)\s*(?:/|of)\s*(\d+)", re.IGNORECASE | re.MULTILINE)
ROUND_WORDS = re.compile(r"\bround:?\s+(\d+)\s*(?:/|of)\s*(\d+)", re.IGNORECASE)
OBJECTIVE = re.compile(r'\bobjective[^":\n]*:\s*("(?:[^"\\]|\\.)*")', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Exchange:
    """One tool call and what it answered; `place` is the index of the answering message."""

    tool: str
    arguments: Mapping[str, Any]
    result: str
    place: int

    @property
    def failed(self) -> bool:
        return results.failed(self.result)

    @property
    def path(self) -> str:
        return str(self.arguments.get("path", ""))


@dataclass(frozen=True, slots=True)
class RoundHeader:
    number: int
    cap: int
    objective: str
    place: int
    text: str


def text_of(message: Mapping[str, Any]) -> str:
    """The text of a message, whether it comes whole or in parts."""
    content = message.get("content")
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


class Conversation:
    """A request seen by an agent. `limit` is the output limit in tokens, `now` when the request came."""

    def __init__(
        self,
        messages: Sequence[Mapping[str, Any]],
        tools: Sequence[Mapping[str, Any]],
        *,
        limit: int | None,
        now: datetime,
    ) -> None:
        self.messages = messages
        self.tools = {tool["function"]["name"]: tool["function"] for tool in tools}
        self.limit = limit
        self.now = now

    @cached_property
    def round(self) -> RoundHeader | None:
        """The latest round that was opened, None in a conversation without rounds."""
        spoken = [place for place, message in enumerate(self.messages) if message.get("role") == "user"]
        for place in reversed(spoken):
            text = text_of(self.messages[place])
            # People may write "round 2 of 6" too: only a marked message, or the very first, opens a round.
            if "<goal_round" in text or place == spoken[0]:
                header = ROUND_LINE.search(text) or ROUND_WORDS.search(text)
                if header is not None:
                    return RoundHeader(int(header[1]), int(header[2]), read_objective(text), place, text)
        return None

    @cached_property
    def last_user(self) -> str:
        spoken = (text_of(m) for m in reversed(self.messages) if m.get("role") == "user")
        return next(spoken, "")

    @cached_property
    def turn_place(self) -> int:
        """Index of the last user message: what came after it belongs to this turn."""
        places = (p for p in reversed(range(len(self.messages))) if self.messages[p].get("role") == "user")
        return next(places, 0)

    @cached_property
    def exchanges(self) -> list[Exchange]:
        """Every tool call with its answer, in the order of the answers."""
        asked: dict[str, tuple[str, Mapping[str, Any]]] = {}
        done = []
        for place, message in enumerate(self.messages):
            for call in message.get("tool_calls") or []:
                asked[call["id"]] = (call["function"]["name"], read_arguments(call["function"]["arguments"]))
            if message.get("role") == "tool" and message.get("tool_call_id") in asked:
                name, arguments = asked[message["tool_call_id"]]
                done.append(Exchange(name, arguments, text_of(message), place))
        return done

    @property
    def before(self) -> list[Exchange]:
        """What was done before the latest round was opened."""
        start = self.round.place if self.round else 0
        return [exchange for exchange in self.exchanges if exchange.place < start]

    @property
    def during(self) -> list[Exchange]:
        """What was done in the latest round."""
        start = self.round.place if self.round else 0
        return [exchange for exchange in self.exchanges if exchange.place > start]

    @property
    def in_turn(self) -> list[Exchange]:
        """What was done since the last user message."""
        return [exchange for exchange in self.exchanges if exchange.place > self.turn_place]

    @property
    def human_turn(self) -> bool:
        """Whether a person spoke last, and not the goal or the wrap-up of its report."""
        if self.round is None:
            return True
        wrap_up = self.reported and self.messages[self.turn_place - 1].get("role") == "tool"
        return self.turn_place > self.round.place and not wrap_up

    @property
    def reported(self) -> bool:
        """Whether the latest round has reported its goal complete or blocked, and was not refused."""
        return any(done.tool == "update_goal" and not done.failed for done in self.during)


def read_objective(text: str) -> str:
    found = OBJECTIVE.search(text)
    if found is None:
        return ""
    try:
        return str(json.loads(found[1]))
    except ValueError:
        return found[1].strip('"')


def read_arguments(text: str) -> Mapping[str, Any]:
    found = results.value(text)
    return found if isinstance(found, dict) else {}


def last_good(exchanges: Sequence[Exchange], tool: str, path: str | None = None) -> Exchange | None:
    """The latest call of a tool that worked, on a path if one is named."""
    for exchange in reversed(exchanges):
        if exchange.tool == tool and not exchange.failed and path in (None, exchange.path):
            return exchange
    return None
