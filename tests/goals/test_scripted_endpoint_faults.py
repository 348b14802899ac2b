"""Every fault that can be ordered, as the real client meets it."""

from __future__ import annotations

import json
from threading import Thread
from typing import Any

import openai
import pytest

from goals.agent.scripted import BadBehaviour, ScriptedEndpoint
from tests.goals.scripted_loop import client

HELLO: list[Any] = [{"role": "user", "content": "Good morning"}]


def ask(endpoint: ScriptedEndpoint, model: str = "scripted-chat", **request: Any) -> Any:
    return client(endpoint).chat.completions.create(model=model, messages=HELLO, **request)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("400", openai.BadRequestError),
        ("401", openai.AuthenticationError),
        ("403", openai.PermissionDeniedError),
        ("404", openai.NotFoundError),
        ("429", openai.RateLimitError),
        ("500", openai.InternalServerError),
        ("503", openai.InternalServerError),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_a_status_fault_is_that_status(
    scripted_endpoint: ScriptedEndpoint, fault: str, error: type[openai.APIStatusError], stream: bool
) -> None:
    scripted_endpoint.plan(fault=fault)
    with pytest.raises(error) as raised:
        ask(scripted_endpoint, stream=stream)
    assert raised.value.status_code == int(fault)
    assert scripted_endpoint.calls[0].outcome == fault
    assert ask(scripted_endpoint).choices[0].finish_reason == "stop"


def test_a_rate_limit_may_say_when_to_come_back(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(fault="429", retry_after=7)
    with pytest.raises(openai.RateLimitError) as raised:
        ask(scripted_endpoint)
    assert raised.value.response.headers["retry-after"] == "7"


def test_a_full_context_has_its_own_code(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(fault="400", error_code="context_length_exceeded")
    with pytest.raises(openai.BadRequestError) as raised:
        ask(scripted_endpoint)
    assert raised.value.code == "context_length_exceeded"


@pytest.mark.parametrize("fault", ["drop-before", "drop-half"])
def test_a_dropped_reply_is_a_connection_error(scripted_endpoint: ScriptedEndpoint, fault: str) -> None:
    scripted_endpoint.plan(fault=fault)
    with pytest.raises(openai.APIConnectionError):
        ask(scripted_endpoint)
    assert scripted_endpoint.calls[0].outcome == fault


def test_a_stream_can_break_in_the_middle(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(fault="drop-half", chunk_bytes=1)
    seen: list[str] = []
    stream = ask(scripted_endpoint, stream=True)
    with pytest.raises(openai.APIConnectionError):
        seen.extend(chunk.choices[0].delta.content or "" for chunk in stream)
    assert 'You wrote: "Good morning"'.startswith("".join(seen))
    assert 0 < len("".join(seen)) < 20


def test_a_hanging_call_runs_into_the_clients_time_limit(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(fault="hang")
    with pytest.raises(openai.APITimeoutError):
        ask(scripted_endpoint, timeout=0.05)
    assert ask(scripted_endpoint).choices[0].finish_reason == "stop"
    assert [call.outcome for call in scripted_endpoint.calls] == ["client-gone", "answered"]


def test_a_held_call_waits_until_it_is_released(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(hold=True)
    answers: list[Any] = []
    asking = Thread(target=lambda: answers.append(ask(scripted_endpoint)))
    asking.start()
    scripted_endpoint.wait_for_calls(1)
    assert scripted_endpoint.calls[0].outcome == "running"
    while scripted_endpoint.release() == 0:
        pass
    asking.join()
    assert answers[0].choices[0].message.content == 'You wrote: "Good morning"'


def test_invalid_json_does_not_parse(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(fault="invalid-json", times=2)
    with pytest.raises(json.JSONDecodeError):
        ask(scripted_endpoint)
    with pytest.raises(json.JSONDecodeError):
        list(ask(scripted_endpoint, stream=True))


def test_a_huge_body_is_as_large_as_ordered(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(fault="huge-body", huge_bytes=3_000_000)
    raw = client(scripted_endpoint).chat.completions.with_raw_response.create(
        model="scripted-echo", messages=HELLO
    )
    assert 3_000_000 < len(raw.content) < 3_001_000


def test_an_answer_may_come_without_choices(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(fault="no-choices")
    assert ask(scripted_endpoint).choices == []


def test_over_delivery_is_ten_times_the_limit_and_counted(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(deliver=10)
    answer = ask(scripted_endpoint, max_tokens=100)
    assert len(answer.choices[0].message.content) == 4_000
    assert answer.usage.completion_tokens == 1_000
    assert answer.choices[0].finish_reason == "stop"


def test_another_model_may_answer(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(answer_model="scripted-echo-2026-11")
    assert ask(scripted_endpoint).model == "scripted-echo-2026-11"


def test_the_model_name_can_order_a_behaviour(scripted_endpoint: ScriptedEndpoint) -> None:
    with pytest.raises(openai.InternalServerError):
        ask(scripted_endpoint, model="scripted-chat+fault=503")
    answer = ask(scripted_endpoint, model="scripted-echo+delay_ms=1+usage=null+answer_model=x")
    assert (answer.model, answer.usage) == ("x", None)
    with pytest.raises(openai.BadRequestError, match="usage: 'odd' is none of"):
        ask(scripted_endpoint, model="scripted-echo+usage=odd")


def test_delays_are_waited_for(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(delay_ms=5, chunk_delay_ms=1, chunk_bytes=9)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in ask(scripted_endpoint, stream=True))
    assert text == 'You wrote: "Good morning"'


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"falt": "500"}, "falt: unknown"),
        ({"fault": "418"}, "fault: '418' is none of"),
        ({"delay_ms": "5"}, "delay_ms: '5' is not"),
        ({"delay_ms": True}, "delay_ms: True is not"),
        ({"delay_ms": -1}, "delay_ms: must not be negative"),
        ({"chunk_bytes": 0}, "chunk_bytes: must be at least 1"),
        ({"times": 0}, "times: 0 is not acceptable"),
        ({"skip": None}, "skip: must be a whole number"),
        ({"usage_on": "late"}, "usage_on: 'late' is none of"),
    ],
)
def test_a_senseless_order_names_its_field(
    scripted_endpoint: ScriptedEndpoint, values: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadBehaviour, match=message):
        scripted_endpoint.plan(**values)


def test_plans_wait_for_the_call_they_name(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(text="for echo", model="scripted-echo")
    scripted_endpoint.plan(text="for mornings", contains="morning", skip=1, times=2)
    models = ("scripted-chat", "scripted-echo", "scripted-chat", "scripted-chat", "scripted-chat")
    usual = 'You wrote: "Good morning"'
    answers = [ask(scripted_endpoint, model) for model in models]
    said = [answer.choices[0].message.content for answer in answers]
    assert said == [usual, "for echo", "for mornings", "for mornings", usual]
