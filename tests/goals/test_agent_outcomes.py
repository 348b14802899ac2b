"""What is told to the books of a reply: usage the same streamed or not, raw beside it, zero only where refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from goals.agent.endpoints import Endpoint
from goals.agent.failures import Charge, Code, Failure
from goals.agent.outcomes import MOST_RAW_CHARACTERS, outcome_of, raw_usage
from goals.agent.payload import Payload
from goals.agent.profiles import DEFAULT
from goals.agent.provider import ask
from goals.agent.reply import Reply
from goals.agent.request import Request
from goals.agent.scripted import ScriptedEndpoint
from goals.agent.scripted.usage_shapes import SHAPES
from goals.agent.usage import UsageReading

PAYLOAD = Payload([{"role": "user", "content": "How much is it?"}], [])
USAGE = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}


def _reading(endpoint: ScriptedEndpoint, *, streams: bool, **behaviour: Any) -> UsageReading | None:
    endpoint.plan(**behaviour)
    request = Request("scripted-echo", PAYLOAD, 1, 700, replace(DEFAULT, streams=streams))
    reply = ask(request, endpoint=Endpoint(endpoint.base_url), attempt_id="a", seconds=20)
    return outcome_of(reply, provider="openai-compatible").reading


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_streamed_and_plain_usage_are_read_alike(shape: str) -> None:
    with ScriptedEndpoint() as endpoint:
        plain = _reading(endpoint, streams=False, usage=shape)
        streamed = _reading(endpoint, streams=True, usage=shape)

    assert streamed == plain


@pytest.mark.parametrize("place", ["asked", "finish", "every", "repeated"])
def test_usage_on_any_later_chunk_is_the_same(place: str) -> None:
    with ScriptedEndpoint() as endpoint:
        usual = _reading(endpoint, streams=True)
        placed = _reading(endpoint, streams=True, usage_on=place)

    assert placed == usual


@pytest.mark.parametrize("place", ["first", "middle"])
def test_usage_before_the_last_text_is_only_a_lower_bound(place: str) -> None:
    with ScriptedEndpoint() as endpoint:
        reading = _reading(endpoint, streams=True, usage_on=place, text="a long answer " * 20)

    assert reading is not None
    assert (reading.state != "reported", "usage-not-final" in reading.flags) == (True, True)


def test_reasoning_ten_times_the_visible_text_is_counted() -> None:
    with ScriptedEndpoint() as endpoint:
        reading = _reading(endpoint, streams=True, reasoning=10, text="four words are here")

    assert reading is not None
    assert reading.output_tokens is not None
    assert reading.reasoning_tokens is not None
    assert (
        reading.output_tokens
        > reading.reasoning_tokens
        > 9 * (reading.output_tokens - reading.reasoning_tokens)
    )


def test_what_is_kept_raw_is_what_told_the_usage() -> None:
    chunks = [
        {"choices": [{"delta": {"content": "secret words"}}], "usage": None},
        {"choices": [{"delta": {}, "finish_reason": "stop", "usage": USAGE}]},
        {"choices": [], "usage": USAGE, "x_groq": {"usage": USAGE}},
        "no object",
    ]

    assert json.loads(raw_usage(Reply(mode="stream", raw=chunks))) == [
        {"choices": [USAGE]},
        {"usage": USAGE, "x_groq": {"usage": USAGE}},
    ]
    assert len(raw_usage(Reply(raw={"usage": {"note": "x" * 99_999}}))) == MOST_RAW_CHARACTERS + 1


@pytest.mark.parametrize(
    ("charge", "told", "sent"),
    [(Charge.REFUSED, 0, True), (Charge.NOT_SENT, None, False), (Charge.POSSIBLE, None, True)],
)
def test_nothing_is_zero_unless_the_provider_refused_to_work(
    charge: Charge, told: int | None, sent: bool
) -> None:
    reply = Reply(mode="stream", raw=[], failure=Failure(Code.CONNECTION_LOST, "It broke.", charge))
    outcome = outcome_of(reply, provider="openai")

    assert (outcome.reading and outcome.reading.input_tokens, outcome.sent, outcome.error) == (
        told, sent, "connection-lost",
    )  # fmt: skip
