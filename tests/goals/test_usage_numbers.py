"""What a count may be, and that one bad count discredits the whole response."""

from __future__ import annotations

from typing import Any

import pytest

from goals.agent.usage import read_usage
from tests.goals.usage_stories import chunk, counts, plain, stream, told, unknown, usage


@pytest.mark.parametrize("prompt", [310, 310.0])
def test_a_whole_number_is_a_count_however_it_is_written(prompt: float) -> None:
    assert usage(prompt_tokens=prompt, completion_tokens=5) == told(310, 5)


@pytest.mark.parametrize(("text", "number"), [("310", 310), ("0310", 310), ("00", 0)])
def test_ascii_digits_are_accepted_and_flagged(text: str, number: int) -> None:
    cached = {"prompt_tokens_details": {"cached_tokens": text}}

    assert usage(**counts(400, 5), **cached) == told(400, 5, "number-as-text", cached=number)


@pytest.mark.parametrize(
    "value",
    [12.5, float("nan"), float("inf"), float("-inf"), True, False, "", "12a", "-5", "1e3", "12.0", " 12", "+12", "١٢",
     "１２", "²", [], {}, [12], {"value": 12}],
)  # fmt: skip
def test_what_is_no_count_is_quarantined(value: object) -> None:
    assert usage(prompt_tokens=value, completion_tokens=5, total_tokens=17) == unknown("not-a-count")


@pytest.mark.parametrize("value", [-1, -40.0, -0.5, -(10**400)])
def test_a_negative_count_is_quarantined(value: float) -> None:
    assert usage(prompt_tokens=12, completion_tokens=value) == unknown("negative-count")


@pytest.mark.parametrize("value", [100_000_001, 1e300, 10**400, "100000001", "9" * 5_000])
def test_a_count_over_the_limit_is_absurd(value: object) -> None:
    assert usage(prompt_tokens=value, completion_tokens=5) == unknown("absurd-count")


def test_the_limit_itself_is_a_count_and_is_a_setting() -> None:
    body = {"usage": counts(99_999_999, 1)}

    assert read_usage(body, mode="plain") == told(99_999_999, 1)
    assert read_usage(body, mode="plain", limit=1_000) == unknown("absurd-count")


def test_a_bill_of_a_million_input_tokens_is_no_absurdity() -> None:
    assert usage(**counts(1_048_000, 64_000)) == told(1_048_000, 64_000)


@pytest.mark.parametrize(
    "bad",
    [
        {"completion_tokens_details": {"accepted_prediction_tokens": -1}},
        {"prompt_tokens_details": {"audio_tokens": "n/a"}},
        {"cache_creation": {"ephemeral_1h_input_tokens": 0.5}},
        {"iterations": [{"type": "message", "input_tokens": None, "output_tokens": True}]},
        {"promptTokensDetails": [{"modality": "TEXT", "tokenCount": 1.5}]},
        {"input_tokens_by_modality": [{"modality": "text", "tokens": -9}]},
    ],
)
def test_one_bad_count_at_any_depth_discredits_the_response(bad: dict[str, Any]) -> None:
    assert usage(**counts(12, 5), **bad) in (unknown("not-a-count"), unknown("negative-count"))


def test_one_bad_chunk_discredits_the_stream() -> None:
    good, bad = counts(12, 5), {"prompt_tokens": 12, "completion_tokens": -5}

    assert stream(chunk("a", usage=bad), chunk(end="stop", usage=good)) == unknown("negative-count")


def test_every_reason_for_a_quarantine_is_named() -> None:
    assert usage(prompt_tokens=-1, completion_tokens="x", total_tokens=10**12) == unknown(
        "absurd-count", "negative-count", "not-a-count"
    )


@pytest.mark.parametrize(
    "body",
    [
        {"prompt_eval_count": -1, "eval_count": 3},
        {"data": {"native_tokens_prompt": -1, "native_tokens_completion": 3}},
        {"timings": {"cache_n": -1, "prompt_n": 4, "predicted_n": 3}},
        {"tokens_evaluated": 4, "tokens_predicted": -1},
    ],
)
def test_counts_outside_a_usage_object_are_checked_too(body: dict[str, Any]) -> None:
    assert plain(body) == unknown("negative-count")


def test_null_is_absent_and_zero_is_zero() -> None:
    details = {"cached_tokens": 0, "cache_write_tokens": None}

    assert usage(**counts(12, 5), prompt_tokens_details=details) == told(12, 5, cached=0)
