"""Each vendor's own keys, read by that vendor's own convention, whatever the provider is called."""

from __future__ import annotations

from typing import Any

import pytest

from tests.goals.usage_stories import chunk, counts, plain, stream, told, unknown, usage


def test_responses_keep_cache_and_reasoning_inside() -> None:
    reading = usage(
        input_tokens=3740, input_tokens_details={"cached_tokens": 2304, "cache_write_tokens": 100},
        output_tokens=622, output_tokens_details={"reasoning_tokens": 512}, total_tokens=4362,
    )  # fmt: skip

    assert reading == told(3740, 622, cached=2304, written=100, reasoning=512)


def test_responses_are_known_by_their_details_where_no_total_is_told() -> None:
    inside = {"input_tokens_details": {"cached_tokens": 30}}

    assert usage(input_tokens=40, output_tokens=8, **inside) == told(40, 8, cached=30)


def test_responses_of_xai_keep_reasoning_inside() -> None:
    details = {"output_tokens_details": {"reasoning_tokens": 300}}

    assert usage("xai", input_tokens=52, output_tokens=309, total_tokens=361, **details) == told(
        52, 309, reasoning=300
    )


@pytest.mark.parametrize("provider", ["anthropic", "vllm", "minimax", "llama.cpp", "openai-compatible"])
def test_the_anthropic_dialect_keeps_cache_beside_whoever_speaks_it(provider: str) -> None:
    cache = {"cache_read_input_tokens": 3000, "cache_creation_input_tokens": 400}

    assert usage(provider, input_tokens=25, output_tokens=88, **cache) == told(
        3425, 88, cached=3000, written=400
    )


def test_a_split_by_lifetime_is_no_more_tokens() -> None:
    split = {"ephemeral_5m_input_tokens": 900, "ephemeral_1h_input_tokens": 300}

    assert usage(input_tokens=14, output_tokens=8, cache_creation=split) == told(1214, 8, written=1200)
    assert usage(
        input_tokens=14, output_tokens=8, cache_creation_input_tokens=1200, cache_creation=split
    ) == told(1214, 8, written=1200)


@pytest.mark.parametrize("write", ["cacheWriteInputTokens", "cacheWriteInputTokenCount"])
@pytest.mark.parametrize("read", ["cacheReadInputTokens", "cacheReadInputTokenCount"])
def test_bedrock_converse_has_two_names_and_cache_beside(read: str, write: str) -> None:
    body = {"inputTokens": 12, "outputTokens": 300, "totalTokens": 6512, read: 5000, write: 1200}
    both = {**body, "cacheReadInputTokens": 5000, "cacheReadInputTokenCount": 5000}

    assert usage("bedrock", **body) == told(6212, 300, cached=5000, written=1200)
    assert usage("bedrock", **both) == told(6212, 300, cached=5000, written=1200)


def test_cohere_counts_tokens_and_not_the_smaller_billed_units() -> None:
    body = {"tokens": {"input_tokens": 560.0, "output_tokens": 22.0}, "billed_units": {"input_tokens": 30}}

    assert usage(**body, cached_tokens=512) == told(560, 22, cached=512)
    assert usage(billed_units={"input_tokens": 30, "output_tokens": 18}) == told(30, 18)


def test_gemini_interactions_add_tool_use_and_thought() -> None:
    body = {
        "total_input_tokens": 12, "total_tool_use_tokens": 50, "total_cached_tokens": 0, "total_output_tokens": 200,
        "total_thought_tokens": 58, "total_tokens": 320, "input_tokens_by_modality": [{"tokens": 12}],
    }  # fmt: skip

    assert usage(**body) == told(62, 258, cached=0, reasoning=58)


@pytest.mark.parametrize(
    ("top", "reading"),
    [
        ({"prompt_eval_count": 26, "eval_count": 298, "done": True}, told(26, 298)),
        ({"prompt_eval_count": 26, "prompt_eval_cached_count": 20, "eval_count": 9}, told(26, 9, cached=20)),
        ({"tokens_evaluated": 310, "tokens_predicted": 48, "tokens_cached": 357, "stop": True}, told(310, 48)),
        (
            {"tokens_evaluated": 310, "tokens_predicted": 48, "tokens_cached": 357,
             "timings": {"cache_n": 305, "prompt_n": 5, "predicted_n": 48}},
            told(310, 48, cached=305),
        ),
        ({"usage": counts(310, 48), "timings": {"prompt_n": 5, "predicted_n": 48}}, told(310, 48)),
    ],
)  # fmt: skip
def test_local_servers_report_the_whole_prompt(top: dict[str, Any], reading: object) -> None:
    assert plain({"content": "a", **top}) == reading


def test_timings_of_old_servers_tell_only_the_uncached_part() -> None:
    assert plain({"timings": {"prompt_n": 5, "predicted_n": 48}}) == told(
        None, 48, "side-missing", state="unknown"
    )


def test_a_generation_row_counts_native_tokens_and_its_usage_is_money() -> None:
    row = {
        "tokens_prompt": 1700, "tokens_completion": 180, "native_tokens_prompt": 1940, "native_tokens_completion": 210,
        "native_tokens_reasoning": 96, "native_tokens_cached": 1000, "usage": 0.0042, "total_cost": 0.0042,
    }  # fmt: skip

    assert plain({"data": row}) == told(1940, 210, cached=1000, reasoning=96)


def test_perplexity_adds_citations_and_reasoning_and_its_total_judges_nothing() -> None:
    body = {"citation_tokens": 20016, "reasoning_tokens": 73997, "num_search_queries": 18}

    assert usage("perplexity", **counts(9, 7163), **body) == told(20025, 81160, reasoning=73997)


@pytest.mark.parametrize(
    "name", ["cached_tokens", "num_cached_tokens", "prompt_cache_hit_tokens", "cache_read_input_tokens"]
)
def test_a_number_under_two_names_is_one_number(name: str) -> None:
    details = {"prompt_tokens_details": {"cached_tokens": 64}}

    assert usage(**counts(90, 33), **details, **{name: 64}) == told(90, 33, cached=64)
    assert usage(**counts(90, 33), **details, **{name: 0}) == told(90, 33, cached=64)


@pytest.mark.parametrize("name", ["prompt_tokens_details", "prompt_token_details"])
def test_details_have_several_names(name: str) -> None:
    assert usage(**counts(140, 24), **{name: {"cached_tokens": 128}}) == told(140, 24, cached=128)


@pytest.mark.parametrize("details", [None, [], "none", 0])
def test_details_that_are_no_object_tell_nothing(details: object) -> None:
    body = counts(64, 120, prompt_tokens_details=details, completion_tokens_details=details)

    assert usage(**body) == told(64, 120)


def test_drafts_and_modalities_are_splits_and_never_added() -> None:
    details = {"accepted_prediction_tokens": 310, "rejected_prediction_tokens": 800, "audio_tokens": 5,
               "text_tokens": 535}  # fmt: skip

    assert usage(**counts(900, 540), completion_tokens_details=details) == told(900, 540)


def test_reasoning_at_the_top_of_the_usage_is_inside() -> None:
    assert usage("sglang", **counts(900, 540), reasoning_tokens=100) == told(900, 540, reasoning=100)


def test_chat_names_stand_where_zeros_of_the_other_dialect_lie_beside() -> None:
    assert usage(**counts(1536, 171), input_tokens=0, output_tokens=0, input_tokens_details=None) == told(
        1536, 171
    )


def test_a_stream_whose_endpoint_tells_nothing_is_unknown() -> None:
    assert stream(chunk("a"), chunk(end="stop", usage=None)) == unknown("usage-missing")
