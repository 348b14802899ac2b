"""Cuts a reply to the output limit and counts what is really sent. Never talks to a socket."""

import json
from dataclasses import dataclass

from goals.agent.scripted.behaviour import Behaviour
from goals.agent.scripted.reply import Reply
from goals.agent.scripted.tokens import BYTES_PER_TOKEN, tokens_for

FILLER = "and so on, line after line, "


@dataclass(frozen=True, slots=True)
class Output:
    """`calls` are (name, arguments as JSON text); cut arguments are no longer valid JSON, as in life."""

    reasoning: str
    text: str
    calls: tuple[tuple[str, str], ...]
    finish: str

    @property
    def reasoning_tokens(self) -> int:
        return tokens_for(size(self.reasoning))

    @property
    def tokens(self) -> int:
        visible = size(self.text) + sum(size(name) + size(arguments) for name, arguments in self.calls)
        return tokens_for(size(self.reasoning) + visible)


def size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def cut(text: str, room: int) -> str:
    """The longest beginning of `text` that fits in `room` bytes without splitting a character."""
    data = text.encode("utf-8", "surrogatepass")
    return text if len(data) <= room else data[: max(0, room)].decode("utf-8", "ignore")


def filled(length: int) -> str:
    return (FILLER * (length // len(FILLER) + 1))[:length]


def output(reply: Reply, *, limit: int | None, behaviour: Behaviour) -> Output:
    """What is sent for `reply`: at most `limit` tokens, unless the behaviour over-delivers."""
    text = reply.text
    calls = [(call.name, json.dumps(call.arguments, ensure_ascii=False)) for call in reply.calls]
    visible = size(text) + sum(size(name) + size(arguments) for name, arguments in calls)
    reasoning = filled(visible * behaviour.reasoning)
    room = None if limit is None else limit * BYTES_PER_TOKEN
    if behaviour.deliver:
        wanted = behaviour.deliver * (visible if room is None else room)
        text += filled(max(0, wanted - visible - size(reasoning)))
        room = None
    finish = "tool_calls" if calls else "stop"
    if room is not None and size(reasoning) + visible > room:
        reasoning, text, calls = shortened(reasoning, text, calls, room)
        finish = "length"
    return Output(reasoning, text, tuple(calls), behaviour.finish or finish)


def shortened(
    reasoning: str, text: str, calls: list[tuple[str, str]], room: int
) -> tuple[str, str, list[tuple[str, str]]]:
    reasoning = cut(reasoning, room)
    room -= size(reasoning)
    text = cut(text, room)
    room -= size(text)
    kept = []
    for name, arguments in calls:
        room -= size(name)
        if room < 0:
            break
        kept.append((name, cut(arguments, room)))
        room -= size(kept[-1][1])
    return reasoning, text, kept
