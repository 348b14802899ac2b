"""Writes an output as a completion body or as stream chunks. Never counts, never sends."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from goals.agent.scripted.behaviour import Behaviour
from goals.agent.scripted.output import Output
from goals.agent.scripted.tokens import Counts
from goals.agent.scripted.usage_shapes import SHAPES, Report

CREATED = 1_767_225_600


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer on its way out: `call` is the call's number, `run` tells one server run from the next."""

    call: int
    run: str
    model: str
    output: Output
    counts: Counts
    behaviour: Behaviour

    def frame(self, kind: str) -> dict[str, Any]:
        return {
            "id": f"chatcmpl-{self.run}{self.call:08d}",
            "object": kind,
            "created": CREATED,
            "model": self.model,
        }

    def tool_calls(self) -> list[dict[str, Any]]:
        return [
            {
                "id": f"call_{self.run}{self.call:08d}_{place}",
                "type": "function",
                "function": {"name": n, "arguments": a},
            }
            for place, (n, a) in enumerate(self.output.calls)
        ]

    def report(self, *, output: int | None = None) -> Report:
        """The usage in the ordered shape; `output` gives a running count instead of the final one."""
        counts = self.counts
        if output is not None:
            counts = Counts(counts.input, output, counts.cached, min(output, counts.reasoning))
        return SHAPES[self.behaviour.usage](counts)


def body(answer: Answer) -> dict[str, Any]:
    """The completion object of an answer that is not streamed."""
    message: dict[str, Any] = {"role": "assistant", "content": answer.output.text or None, "refusal": None}
    if answer.output.reasoning:
        message["reasoning_content"] = answer.output.reasoning
    if answer.output.calls:
        message["tool_calls"] = answer.tool_calls()
    report = answer.report()
    choice = {"index": 0, "message": message, "finish_reason": answer.output.finish, "logprobs": None}
    return answer.frame("chat.completion") | {"choices": [choice | report.choice]} | report.body


def deltas(answer: Answer) -> Iterator[dict[str, Any]]:
    """The increments of a stream, without the one that carries the finish reason."""
    step = answer.behaviour.chunk_bytes
    yield {"role": "assistant", "content": "" if answer.output.text else None}
    for key, text in (("reasoning_content", answer.output.reasoning), ("content", answer.output.text)):
        for start in range(0, len(text), step):
            yield {key: text[start : start + step]}
    for place, call in enumerate(answer.tool_calls()):
        arguments = call["function"]["arguments"]
        yield {"tool_calls": [{"index": place} | call | {"function": call["function"] | {"arguments": ""}}]}
        for start in range(0, len(arguments), step):
            piece = {"index": place, "function": {"arguments": arguments[start : start + step]}}
            yield {"tool_calls": [piece]}


def chunks(answer: Answer, *, include_usage: bool) -> list[dict[str, Any]]:
    """The chunk objects of a streamed answer, usage placed as ordered, without the closing [DONE]."""
    increments = [*deltas(answer), {}]
    frame = answer.frame("chat.completion.chunk")
    where = answer.behaviour.usage_on
    last = len(increments) - 1
    places = {
        "first": [0],
        "middle": [last // 2],
        "every": range(last + 1),
        "finish": [last],
        "repeated": [last],
    }
    reporting = set(places.get(where, []))
    sent = []
    for place, delta in enumerate(increments):
        final = place == last
        choice = {"index": 0, "delta": delta, "finish_reason": answer.output.finish if final else None}
        report = Report(body={"usage": None} if include_usage else {})
        if place in reporting:
            report = answer.report(output=None if final else answer.counts.output * place // last)
        sent.append(frame | {"choices": [choice | report.choice]} | report.body)
    if where == "repeated" or (where == "asked" and include_usage):
        report = answer.report()
        choices = [{"index": 0, "delta": {}} | report.choice] if report.choice else []
        sent += [frame | {"choices": choices} | report.body] * (2 if where == "repeated" else 1)
    return sent
