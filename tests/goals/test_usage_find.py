"""Where usage is looked for: in every chunk, in every known place, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from goals.agent.usage import read_usage
from tests.goals.usage_stories import chunk, counts, plain, stream, told, unknown, usage

OPENAI = counts(40, 8)
READ = told(40, 8)


@pytest.mark.parametrize(
    "body",
    [
        {"usage": OPENAI},
        {"usage": None, "x_groq": {"id": "q", "usage": OPENAI}},
        {"choices": [{"index": 0, "delta": {}, "usage": OPENAI}]},
        {"choices": [None, 3, {"usage": OPENAI}]},
        {"type": "message_start", "message": {"usage": {"input_tokens": 40, "output_tokens": 8}}},
        {"response": {"usage": {"input_tokens": 40, "output_tokens": 8, "total_tokens": 48}}},
        {"delta": {"usage": {"tokens": {"input_tokens": 40, "output_tokens": 8}}}},
        {"metadata": {"usage": {"inputTokens": 40, "outputTokens": 8, "totalTokens": 48}}},
        {"interaction": {"usage": {"total_input_tokens": 40, "total_output_tokens": 8}}},
        {"usageMetadata": {"promptTokenCount": 40, "candidatesTokenCount": 8}},
        {"prompt_eval_count": 40, "eval_count": 8},
        {"tokens_evaluated": 40, "tokens_predicted": 8},
        {"data": {"native_tokens_prompt": 40, "native_tokens_completion": 8}},
        {"id": 7, "prompt_tokens": 40, "completion_tokens": 8, "total_tokens": 48},
    ],
)
def test_usage_is_found_wherever_a_vendor_puts_it(body: dict[str, Any]) -> None:
    assert plain(body) == READ


def test_timings_alone_are_a_report() -> None:
    assert plain({"timings": {"cache_n": 30, "prompt_n": 10, "predicted_n": 8}}) == told(40, 8, cached=30)


@pytest.mark.parametrize("choices", [[], None, [{"index": 0, "delta": {}}], {"0": 1}])
def test_usage_is_found_whatever_the_choices_are(choices: object) -> None:
    assert stream(chunk("a", end="stop"), {"choices": choices, "usage": OPENAI}) == READ


@pytest.mark.parametrize(
    "empty", [None, {}, [], "none", 0.0042, True, {"cost": 0.01, "num_search_queries": 3}]
)
def test_no_usage_anywhere_is_missing_and_never_zero(empty: object) -> None:
    assert plain({"choices": [{"message": {"content": "a"}}], "usage": empty}) == unknown("usage-missing")


@pytest.mark.parametrize(
    "object_",
    [
        {"trafficType": "ON_DEMAND"},
        {"queue_time": 0.2, "total_time": 1.5},
        {"prompt_tokens": None},
        {"cost": -1},
    ],
)
def test_an_object_without_counts_is_no_report(object_: dict[str, Any]) -> None:
    assert plain({"usage": object_, "x_groq": {"usage": OPENAI}}) == READ


def test_an_all_zero_object_is_ignored_when_another_reports() -> None:
    zeros = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}

    assert stream(chunk("a"), chunk(usage=OPENAI), chunk(end="stop", usage=zeros)) == READ
    assert (
        stream(
            chunk(usage={**zeros, "prompt_tokens_details": {"cached_tokens": 0}}),
            chunk("a", end="stop", usage=OPENAI),
        )
        == READ
    )


def test_money_times_speeds_and_searches_are_never_tokens() -> None:
    beside = {
        "cost": 12.5, "cost_in_usd_ticks": -3, "total_time": float("nan"), "tokens_per_second": 0.5,
        "prompt_audio_seconds": {}, "num_sources_used": 4, "server_tool_use": {"web_search_requests": 2},
        "cost_details": {"prompt_tokens_cost": 0.25},
    }  # fmt: skip

    assert usage(**OPENAI, **beside) == READ


def test_request_settings_beside_top_level_counts_are_no_counts() -> None:
    body = {
        "tokens_evaluated": 40,
        "tokens_predicted": 8,
        "tokens_cached": 47,
        "max_tokens": -1,
        "stop": True,
    }

    assert plain({**body, "generation_settings": {"n_predict": -1, "max_tokens": -1}}) == READ


@pytest.mark.parametrize("raw", [None, True, 3, "text", [], [1], {}, {"error": {"message": "overloaded"}}])
def test_a_body_without_usage_is_unknown(raw: object) -> None:
    assert plain(raw) == unknown("usage-missing")


def test_a_lone_object_in_stream_mode_is_its_only_chunk() -> None:
    assert read_usage(chunk("a", end="stop", usage=OPENAI), mode="stream") == READ
