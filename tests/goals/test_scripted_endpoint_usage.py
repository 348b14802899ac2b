"""Every way of reporting usage that the endpoint can play, read from the bytes it sends."""

from __future__ import annotations

import json
import math
import urllib.request
from typing import Any

import pytest

from goals.agent.scripted import ScriptedEndpoint
from goals.agent.scripted.usage_shapes import SHAPES

# With these counts ordered, every expected number below can be read off.
COUNTS = {"count_input": 100, "count_cached": 40, "count_output": 30, "count_reasoning": 20}
DETAILS = {
    "prompt_tokens_details": {"cached_tokens": 40},
    "completion_tokens_details": {"reasoning_tokens": 20},
}


def parts(prompt: Any, completion: Any, total: Any) -> dict[str, Any]:
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": total}


ANTHROPIC = {
    "input_tokens": 60,
    "cache_read_input_tokens": 40,
    "cache_creation_input_tokens": 0,
    "output_tokens": 30,
}
EXPECTED: dict[str, dict[str, Any]] = {
    "openai": {"usage": parts(100, 30, 130) | DETAILS},
    "bare": {"usage": parts(100, 30, 130)},
    "absent": {},
    "null": {"usage": None},
    "empty": {"usage": {}},
    "zeros": {"usage": parts(0, 0, 0)},
    "negative": {"usage": parts(-100, -30, -130)},
    "strings": {"usage": parts("100", "30", "130")},
    "text": {"usage": parts("many", "many", "many")},
    "fraction": {"usage": parts(100.5, 30.5, 130.5)},
    "whole-floats": {"usage": parts(100.0, 30.0, 130.0)},
    "boolean": {"usage": parts(True, True, True)},
    "absurd": {"usage": parts(10**15 + 100, 10**15 + 30, 10**15 + 130)},
    "cached-beside": {"usage": parts(60, 30, 130) | DETAILS},
    "reasoning-beside": {"usage": parts(100, 10, 130) | DETAILS},
    "hidden-reasoning": {"usage": parts(100, 10, 130)},
    "anthropic": {"usage": ANTHROPIC},
    "input-only": {"usage": {"prompt_tokens": 100}},
    "output-only": {"usage": {"completion_tokens": 30}},
    "total-only": {"usage": {"total_tokens": 130}},
    "input-zero": {"usage": parts(0, 30, 30)},
    "small-total": {"usage": parts(100, 30, 1)},
    "in-choice": {"choice": parts(100, 30, 130) | DETAILS},
    "groq": {"x_groq": {"usage": parts(100, 30, 130) | DETAILS}},
}


def post(endpoint: ScriptedEndpoint, **request: Any) -> str:
    body = {"model": "scripted-chat", "messages": [{"role": "user", "content": "Good morning"}]} | request
    address = f"{endpoint.base_url}/chat/completions"
    with urllib.request.urlopen(urllib.request.Request(address, json.dumps(body).encode())) as answer:
        return str(answer.read().decode())


def plain(endpoint: ScriptedEndpoint, **request: Any) -> dict[str, Any]:
    return dict(json.loads(post(endpoint, **request)))


def chunks(endpoint: ScriptedEndpoint, *, ask: bool = False, **request: Any) -> list[dict[str, Any]]:
    options = {"stream_options": {"include_usage": True}} if ask else {}
    lines = post(endpoint, stream=True, **options, **request).split("\n\n")
    assert lines[-2:] == ["data: [DONE]", ""]
    return [json.loads(line.removeprefix("data: ")) for line in lines[:-2]]


def told(body: dict[str, Any]) -> dict[str, Any]:
    """What a body or chunk says about usage, wherever it says it."""
    found = {key: body[key] for key in ("usage", "x_groq") if key in body}
    choices = body["choices"]
    return found | ({"choice": choices[0]["usage"]} if choices and "usage" in choices[0] else {})


def test_the_table_below_knows_every_shape() -> None:
    assert sorted([*EXPECTED, "nan"]) == sorted(SHAPES)


@pytest.mark.parametrize("shape", EXPECTED)
def test_a_plain_answer_reports_in_the_ordered_shape(scripted_endpoint: ScriptedEndpoint, shape: str) -> None:
    scripted_endpoint.plan(usage=shape, **COUNTS)
    assert told(plain(scripted_endpoint)) == EXPECTED[shape]


@pytest.mark.parametrize("shape", EXPECTED)
def test_a_stream_reports_the_same_in_its_extra_last_chunk(
    scripted_endpoint: ScriptedEndpoint, shape: str
) -> None:
    scripted_endpoint.plan(usage=shape, **COUNTS)
    assert told(chunks(scripted_endpoint, ask=True)[-1]) == EXPECTED[shape]


def test_a_count_may_be_no_number_at_all(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(usage="nan")
    assert [math.isnan(count) for count in plain(scripted_endpoint)["usage"].values()] == [True] * 3


def outputs(sent: list[dict[str, Any]]) -> list[int | None]:
    """Output tokens told by each chunk, None where a chunk tells nothing."""
    return [(chunk.get("usage") or {}).get("completion_tokens") for chunk in sent]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("asked", [None] * 5),
        ("first", [0, None, None, None, None]),
        ("middle", [None, None, 15, None, None]),
        ("every", [0, 7, 15, 22, 30]),
        ("finish", [None, None, None, None, 30]),
        ("repeated", [None, None, None, None, 30, 30, 30]),
    ],
)
def test_a_stream_reports_where_it_was_ordered(
    scripted_endpoint: ScriptedEndpoint, place: str, expected: list[int | None]
) -> None:
    scripted_endpoint.plan(usage_on=place, chunk_bytes=9, **COUNTS)
    assert outputs(chunks(scripted_endpoint)) == expected


def test_reasoning_is_ten_times_the_visible_text_and_counted_inside(
    scripted_endpoint: ScriptedEndpoint,
) -> None:
    scripted_endpoint.plan(reasoning=10)
    answer = plain(scripted_endpoint)
    message = answer["choices"][0]["message"]
    assert len(message["content"]) == 25
    assert len(message["reasoning_content"]) == 250
    assert answer["usage"]["completion_tokens"] == 69
    assert answer["usage"]["completion_tokens_details"] == {"reasoning_tokens": 63}


def test_reasoning_eats_the_output_limit_first(scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.plan(reasoning=10)
    answer = plain(scripted_endpoint, max_tokens=64)
    assert answer["choices"][0]["message"]["content"] == "You wr"
    assert answer["choices"][0]["finish_reason"] == "length"
    assert answer["usage"]["completion_tokens"] == 64


def test_a_recorded_answer_can_be_played_as_it_is(scripted_endpoint: ScriptedEndpoint) -> None:
    body = {"id": "c", "model": "m", "choices": [], "usage": {"prompt_tokens": 3}}
    scripted_endpoint.plan(raw=body)
    scripted_endpoint.plan(raw_chunks=[body, {"choices": [], "odd": 1}])
    assert plain(scripted_endpoint) == body
    assert chunks(scripted_endpoint) == [body, {"choices": [], "odd": 1}]
