"""The endpoint speaks the protocol: plain and streamed answers, limits, counts, strictness."""

from __future__ import annotations

import json
from typing import Any

import openai
import pytest

from goals.agent.scripted import NotLoopback, ScriptedEndpoint
from tests.goals.scripted_loop import client, schema

HELLO: list[Any] = [{"role": "user", "content": "Good morning"}]
LOOKUP = schema("lookup", name={"type": "string"})
ORDERED: list[Any] = [{"role": "user", "content": '!tool lookup {"name": "Zürich 東京"}\n!tool lookup {}'}]


def streamed(endpoint: ScriptedEndpoint, **request: Any) -> list[Any]:
    options = {"stream": True, "stream_options": {"include_usage": True}}
    return list(client(endpoint).chat.completions.create(**request, **options))


def test_echo_answers_in_one_step(scripted_endpoint: ScriptedEndpoint) -> None:
    answer = client(scripted_endpoint).chat.completions.create(model="scripted-echo", messages=HELLO)
    assert answer.choices[0].message.content == "Done: one step, nothing left to do."
    assert answer.choices[0].finish_reason == "stop"
    assert answer.model == "scripted-echo"


def test_the_precomputed_echo_is_what_would_have_been_rendered(scripted_endpoint: ScriptedEndpoint) -> None:
    quick = client(scripted_endpoint).chat.completions.create(model="scripted-echo", messages=HELLO)
    scripted_endpoint.plan(usage="openai", chunk_bytes=25)
    slow = client(scripted_endpoint).chat.completions.create(model="scripted-echo", messages=HELLO)
    assert quick.model_dump(exclude={"id"}) == slow.model_dump(exclude={"id"})
    assert (quick.id[-1], slow.id[-1]) == ("1", "2")


def test_tool_calls_come_with_ids_and_arguments(scripted_endpoint: ScriptedEndpoint) -> None:
    answer = client(scripted_endpoint).chat.completions.create(
        model="scripted-chat", messages=ORDERED, tools=[LOOKUP]
    )
    calls = answer.choices[0].message.tool_calls
    assert [(c.function.name, json.loads(c.function.arguments)) for c in calls] == [
        ("lookup", {"name": "Zürich 東京"}),
        ("lookup", {}),
    ]
    assert len({call.id for call in calls}) == 2
    assert answer.choices[0].finish_reason == "tool_calls"


def test_a_stream_carries_the_same_tool_calls_and_usage(scripted_endpoint: ScriptedEndpoint) -> None:
    request: dict[str, Any] = {"model": "scripted-chat", "messages": ORDERED, "tools": [LOOKUP]}
    plain = client(scripted_endpoint).chat.completions.create(**request)
    scripted_endpoint.reset()
    scripted_endpoint.plan(chunk_bytes=3)
    chunks = streamed(scripted_endpoint, **request)
    pieces = [c for chunk in chunks if chunk.choices for c in chunk.choices[0].delta.tool_calls or []]
    arguments = ["".join(p.function.arguments for p in pieces if p.index == place) for place in (0, 1)]
    assert arguments == [call.function.arguments for call in plain.choices[0].message.tool_calls]
    assert [p.function.name for p in pieces if p.id] == ["lookup", "lookup"]
    assert chunks[-1].usage == plain.usage
    assert [chunk.usage for chunk in chunks[:-1]] == [None] * (len(chunks) - 1)
    assert chunks[-2].choices[0].finish_reason == "tool_calls"


def test_a_stream_reports_no_usage_unless_asked(scripted_endpoint: ScriptedEndpoint) -> None:
    chunks = list(
        client(scripted_endpoint).chat.completions.create(model="scripted-chat", messages=HELLO, stream=True)
    )
    assert "".join(c.choices[0].delta.content or "" for c in chunks) == 'You wrote: "Good morning"'
    assert ["usage" in chunk.model_fields_set for chunk in chunks] == [False] * len(chunks)


@pytest.mark.parametrize("limit", ["max_tokens", "max_completion_tokens"])
def test_output_is_cut_at_the_limit(scripted_endpoint: ScriptedEndpoint, limit: str) -> None:
    answer = client(scripted_endpoint).chat.completions.create(
        model="scripted-echo", messages=HELLO, **{limit: 3}
    )
    assert answer.choices[0].message.content == "Done: one st"
    assert answer.choices[0].finish_reason == "length"
    assert answer.usage.completion_tokens == 3


def test_the_smaller_of_both_limits_counts(scripted_endpoint: ScriptedEndpoint) -> None:
    answer = client(scripted_endpoint).chat.completions.create(
        model="scripted-echo", messages=HELLO, max_tokens=400, max_completion_tokens=2
    )
    assert answer.usage.completion_tokens == 2


def test_a_cut_never_splits_a_character(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(text="東京東京")
    answer = client(scripted_endpoint).chat.completions.create(
        model="scripted-echo", messages=HELLO, max_tokens=2
    )
    assert answer.choices[0].message.content == "東京"


def test_counts_follow_from_bytes_and_grow_with_the_conversation(scripted_endpoint: ScriptedEndpoint) -> None:
    talk = client(scripted_endpoint).chat.completions
    messages = list(HELLO)
    first = talk.create(model="scripted-chat", messages=messages).usage
    messages += [{"role": "assistant", "content": "Yes?"}, {"role": "user", "content": "Go on, please"}]
    second = talk.create(model="scripted-chat", messages=messages).usage
    bytes_sent = [len(json.dumps(m, separators=(",", ":"))) for m in messages]
    assert first.prompt_tokens == -(-bytes_sent[0] // 4)
    assert second.prompt_tokens == -(-(sum(bytes_sent) + 2) // 4)
    assert first.prompt_tokens_details.cached_tokens == 0
    assert second.prompt_tokens_details.cached_tokens == bytes_sent[0] // 4


def test_a_changed_prefix_is_no_longer_cached(scripted_endpoint: ScriptedEndpoint) -> None:
    talk = client(scripted_endpoint).chat.completions
    cached = []
    for day in ("Monday", "Monday", "Tuesday"):
        messages: list[Any] = [{"role": "system", "content": f"Today is {day}. " + "Be brief. " * 40}, *HELLO]
        usage = talk.create(model="scripted-chat", messages=messages).usage
        cached.append(usage.prompt_tokens_details.cached_tokens)
    assert cached[0] == 0
    assert cached[1] > 90
    assert 0 < cached[2] < 15


def test_models_are_listed_and_one_can_be_asked_for(scripted_endpoint: ScriptedEndpoint) -> None:
    models = client(scripted_endpoint).models
    names = [model.id for model in models.list()]
    assert names == [
        "scripted-1",
        *(f"scripted-{name}" for name in ("demo", "echo", "chat", "reconcile", "endless", "hungry", "ralph")),
    ]
    assert models.retrieve("scripted-echo").id == "scripted-echo"
    with pytest.raises(openai.NotFoundError):
        models.retrieve("gpt-unknown")


def test_an_unknown_script_is_no_model(scripted_endpoint: ScriptedEndpoint) -> None:
    with pytest.raises(openai.NotFoundError) as error:
        client(scripted_endpoint).chat.completions.create(model="scripted-nonsense", messages=HELLO)
    assert error.value.code == "model_not_found"


def test_any_other_name_goes_to_the_chosen_script() -> None:
    with ScriptedEndpoint(script="echo") as endpoint:
        client(endpoint).chat.completions.create(model="gpt-5", messages=HELLO)
        assert endpoint.calls[0].script == "echo"
    with ScriptedEndpoint(script=None) as endpoint, pytest.raises(openai.NotFoundError):
        client(endpoint).chat.completions.create(model="gpt-5", messages=HELLO)


@pytest.mark.parametrize(
    ("change", "param"),
    [
        ({"messages": []}, "messages"),
        ({"messages": [{"role": "robot", "content": "x"}]}, "messages[0].role"),
        ({"messages": [{"role": "tool", "tool_call_id": "a", "content": "x"}]}, "messages[0].tool_call_id"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"max_tokens": True}, "max_tokens"),
        ({"max_completion_tokens": "8"}, "max_completion_tokens"),
        ({"n": 2}, "n"),
        ({"tools": [{"type": "function"}]}, "tools[0]"),
        ({"stream_options": {"include_usage": True}}, "stream_options"),
        ({"model": ""}, "model"),
    ],
)
def test_a_malformed_request_names_the_field(
    scripted_endpoint: ScriptedEndpoint, change: dict[str, Any], param: str
) -> None:
    request = {"model": "scripted-echo", "messages": HELLO} | change
    with pytest.raises(openai.BadRequestError) as error:
        client(scripted_endpoint).chat.completions.create(**request)
    assert error.value.param == param
    assert scripted_endpoint.calls[0].outcome == "400"


def test_an_unanswered_tool_call_is_refused(scripted_endpoint: ScriptedEndpoint) -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "lookup", "arguments": "{}"}}
    messages: list[Any] = [*HELLO, {"role": "assistant", "tool_calls": [call]}, *HELLO]
    with pytest.raises(openai.BadRequestError) as error:
        client(scripted_endpoint).chat.completions.create(model="scripted-chat", messages=messages)
    assert error.value.param == "messages[2]"


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.4", "::", "example.org", ""])
def test_only_loopback_is_served(host: str) -> None:
    with pytest.raises(NotLoopback):
        ScriptedEndpoint(host=host)


def test_a_taken_port_is_told(scripted_endpoint: ScriptedEndpoint) -> None:
    with pytest.raises(OSError):
        ScriptedEndpoint(port=scripted_endpoint.port).start()
