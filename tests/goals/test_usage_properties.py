"""What holds for any JSON: a reading always comes, repeats and silence change nothing, counts make sense."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goals.agent.usage import Flag, UsageReading, read_usage
from tests.goals.usage_stories import chunk, counts, plain

PROVIDERS = st.sampled_from(["openai-compatible", "xai", "anthropic", "google", ""])
KEYS = st.sampled_from(
    """usage x_groq choices message response delta metadata interaction usageMetadata timings data type done stop
    finish_reason content text prompt_tokens completion_tokens total_tokens input_tokens output_tokens
    prompt_tokens_details completion_tokens_details input_tokens_details cached_tokens reasoning_tokens
    cache_read_input_tokens cache_creation_input_tokens cache_creation ephemeral_5m_input_tokens iterations
    promptTokenCount candidatesTokenCount thoughtsTokenCount totalTokenCount inputTokens outputTokens totalTokens
    tokens billed_units citation_tokens prompt_eval_count eval_count tokens_evaluated cache_n prompt_n predicted_n
    native_tokens_prompt total_input_tokens total_output_tokens prompt_cache_hit_tokens prompt_cache_miss_tokens
    """.split()  # noqa: SIM905 -- a column of quoted words hides what is missing
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.integers(0, 50)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=4), inner, max_size=6)
    ),
    max_leaves=25,
)
SMALL = st.integers(0, 40) | st.none()
COUNTED = st.dictionaries(KEYS, SMALL | st.dictionaries(KEYS, SMALL, max_size=3), max_size=6)
CHUNKS = st.lists(
    st.builds(
        lambda text, end, usage: chunk(text, end=end, usage=usage),
        st.sampled_from(["", "a"]), st.sampled_from([None, None, "stop"]), st.none() | COUNTED,
    ),
    max_size=6,
)  # fmt: skip


def makes_sense(reading: UsageReading) -> bool:
    told = (reading.input_tokens, reading.cached_input_tokens, reading.cache_write_tokens, reading.output_tokens,
            reading.reasoning_tokens)  # fmt: skip
    cache = (reading.cached_input_tokens or 0) + (reading.cache_write_tokens or 0)
    return (
        all(count is None or count >= 0 for count in told)
        and (reading.input_tokens is None or cache <= reading.input_tokens)
        and (reading.output_tokens is None or (reading.reasoning_tokens or 0) <= reading.output_tokens)
        and list(reading.flags) == sorted(set(reading.flags))
        and set(reading.flags) <= set(Flag)
        and (reading.state != "reported" or None not in (reading.input_tokens, reading.output_tokens))
    )


@given(raw=JSON, mode=st.sampled_from(["plain", "stream"]), provider=PROVIDERS)
def test_any_json_has_a_reading_that_makes_sense(raw: Any, mode: Any, provider: str) -> None:
    assert makes_sense(read_usage(raw, mode=mode, provider=provider))


@given(usage=COUNTED, provider=PROVIDERS)
def test_any_small_counts_have_a_reading_that_makes_sense(usage: dict[str, Any], provider: str) -> None:
    assert makes_sense(plain({"choices": [{"message": {"content": "a"}}], "usage": usage}, provider))


@given(chunks=CHUNKS, provider=PROVIDERS)
def test_chunks_sent_twice_change_nothing(chunks: list[Any], provider: str) -> None:
    twice = [each for one in chunks for each in (one, one)]

    assert read_usage(twice, mode="stream", provider=provider) == read_usage(
        chunks, mode="stream", provider=provider
    )


@given(chunks=CHUNKS, provider=PROVIDERS, data=st.data())
def test_null_chunks_change_nothing(chunks: list[Any], provider: str, data: st.DataObject) -> None:
    padded = list(chunks)
    for _ in range(data.draw(st.integers(1, 3))):
        silence = data.draw(st.sampled_from([None, {}, {"usage": None}, {"choices": [], "usage": {}}, "", 0]))
        padded.insert(data.draw(st.integers(0, len(padded))), silence)

    assert read_usage(padded, mode="stream", provider=provider) == read_usage(
        chunks, mode="stream", provider=provider
    )


@given(outputs=st.lists(st.integers(1, 500), min_size=1, max_size=8))
def test_running_totals_read_as_their_largest_and_conflict_where_they_shrink(outputs: list[int]) -> None:
    reading = read_usage(
        [chunk("a", end="stop", usage=counts(7, output)) for output in outputs], mode="stream"
    )

    assert (reading.input_tokens, reading.output_tokens) == (7, max(outputs))
    assert reading.flags == (() if outputs == sorted(outputs) else ("conflicting-usage",))


@pytest.mark.parametrize("opening", ['{"usage":', '{"content":', "["])
def test_deep_nesting_does_no_harm(opening: str) -> None:
    raw: Any = 1
    for _ in range(50_000):
        raw = [raw] if opening == "[" else {json.loads(opening + "0}").popitem()[0]: raw}

    assert plain(raw).flags == ("usage-missing",)


def test_a_long_stream_is_read_in_one_pass() -> None:
    reading = read_usage(
        [chunk("a", end="stop", usage=counts(7, done)) for done in range(1, 20_001)], mode="stream"
    )

    assert (reading.input_tokens, reading.output_tokens, reading.flags) == (7, 20_000, ())
