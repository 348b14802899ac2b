"""Zero is suspicious: a prompt of nothing that made something, an answer that is there and was not counted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.goals.usage_stories import chunk, counts, plain, stream, told, unknown, usage

TOOL_CALL = {"message": {"content": None, "tool_calls": [{"function": {"name": "f", "arguments": ""}}]}}


def test_input_zero_beside_an_output_was_not_told() -> None:
    assert usage(**counts(0, 50)) == told(None, 50, "side-missing", state="unknown")
    assert usage(prompt_tokens=0, completion_tokens=50) == told(None, 50, "side-missing", state="unknown")
    assert usage(input_tokens=0, output_tokens=50) == told(None, 50, "side-missing", state="unknown")
    assert plain({"prompt_eval_count": 0, "eval_count": 50}) == told(
        None, 50, "side-missing", state="unknown"
    )


def test_input_zero_follows_from_a_total_that_says_more() -> None:
    assert usage(**counts(0, 50, 170)) == told(120, 50, "part-from-total")


def test_input_that_was_all_cache_is_no_zero() -> None:
    assert usage(input_tokens=0, output_tokens=50, cache_read_input_tokens=3000) == told(
        3000, 50, cached=3000
    )


def test_output_zero_with_text_was_not_told() -> None:
    assert usage(**counts(100, 0)) == told(100, None, "side-missing", state="unknown")
    assert usage(**counts(100, 0, 140)) == told(100, 40, "part-from-total")


def test_output_zero_with_nothing_generated_is_zero() -> None:
    assert usage(text="", **counts(900, 0)) == told(900, 0)
    assert usage(text="", **counts(900, 0, 990)) == told(900, 90, "total-above-parts")
    assert stream(chunk("", end="length", usage=counts(900, 0))) == told(900, 0)


@pytest.mark.parametrize(
    "choice",
    [
        TOOL_CALL,
        {"message": {"content": "", "reasoning_content": "hm"}},
        {"message": {"content": [{"type": "text", "text": "a"}]}},
        {"text": "a"},
    ],
)
def test_reasoning_and_tool_calls_are_generated_too(choice: dict[str, Any]) -> None:
    assert plain({"choices": [choice], "usage": counts(100, 0)}) == told(
        100, None, "side-missing", state="unknown"
    )


def test_a_prompt_echoed_in_a_row_is_no_reply() -> None:
    row = {
        "messages": [{"role": "user", "content": "Close it."}],
        "input": "Close it.",
        "usage": counts(900, 0),
    }

    assert plain(row) == told(900, 0)


def test_only_zeros_with_a_reply_are_a_failure_to_count() -> None:
    assert usage(**counts(0, 0)) == unknown("usage-all-zero")
    assert usage(**counts(0, 0), prompt_tokens_details={"cached_tokens": 0}) == unknown("usage-all-zero")
    assert usage(input_tokens=0, output_tokens=0) == unknown("usage-all-zero")


def test_only_zeros_in_a_bare_row_prove_nothing() -> None:
    assert plain({"id": 7, "usage": counts(0, 0)}) == unknown("usage-all-zero")


def test_only_zeros_with_an_empty_reply_are_zeros() -> None:
    assert usage(text="", **counts(0, 0)) == told(0, 0)


def test_zero_sides_with_a_total_leave_only_the_total() -> None:
    assert usage(**counts(0, 0, 500)) == told(None, 500, "split-unknown", state="estimated")
    assert usage(text="", **counts(0, 0, 500)) == told(None, 500, "split-unknown", state="estimated")


def test_a_running_zero_is_overtaken_by_the_count() -> None:
    assert stream(
        chunk("", usage=counts(16, 0)), chunk("a", usage=counts(16, 1)), chunk("b", end="stop", usage=counts(16, 2))
    ) == told(16, 2)  # fmt: skip


def test_an_output_of_zero_told_apart_counts_where_nothing_was_generated() -> None:
    assert stream(
        {"type": "message_start", "message": {"usage": {"input_tokens": 25}}},
        {"type": "message_delta", "delta": {"stop_reason": "refusal"}, "usage": {"output_tokens": 0}},
    ) == told(25, 0)  # fmt: skip
