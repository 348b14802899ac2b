"""How streams end: which marks say so, and what is doubted where none does or text came late."""

from __future__ import annotations

from typing import Any

import pytest

from tests.goals.usage_stories import chunk, counts, stream, told, unknown

OPENAI = {"usage": counts(40, 8)}
READ = told(40, 8)


@pytest.mark.parametrize(
    "mark",
    [
        {"choices": [{"delta": {}, "finish_reason": "stop"}]},
        {"finish_reason": "COMPLETE"},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
        {"type": "message_start", "message": {"stop_reason": "max_tokens"}},
        {"candidates": [{"finishReason": "MAX_TOKENS"}]},
        {"type": "message_stop"},
        {"messageStop": {"stopReason": "end_turn"}},
        {"type": "message-end", "delta": {}},
        {"done": True},
        {"stop": True},
        {"type": "response.completed"},
        {"type": "response.incomplete"},
        {"type": "response.failed"},
        {"event_type": "interaction.completed", "interaction": {"status": "completed"}},
    ],
)
def test_every_vendors_end_is_an_end(mark: dict[str, Any]) -> None:
    assert stream(chunk("a"), mark, OPENAI) == READ


@pytest.mark.parametrize(
    "mark",
    [
        {"choices": [{"delta": {}, "finish_reason": None}]},
        {"choices": [{"delta": {}, "finish_reason": ""}]},
        {"choices": None},
        {"done": False, "stop": "###"},
        {"type": "response.in_progress"},
        {"type": ["message_stop"]},
        {"error": {"message": "overloaded"}},
    ],
)
def test_without_an_end_the_stream_was_cut(mark: dict[str, Any]) -> None:
    assert stream(chunk("a"), mark, OPENAI) == told(40, 8, "stream-cut", state="estimated")


def test_a_plain_response_needs_no_end() -> None:
    assert stream(chunk("a", end="stop", **OPENAI)) == READ


@pytest.mark.parametrize(
    "late",
    [
        chunk("more"),
        {"choices": [{"delta": {"reasoning_content": "hm"}}]},
        {"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": "{"}}]}}]},
        {"choices": [{"text": "more"}]},
        {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "more"}},
        {"type": "content_block_delta", "delta": {"type": "thinking_delta", "thinking": "hm"}},
        {"type": "content_block_delta", "delta": {"type": "input_json_delta", "partial_json": "{"}},
        {"type": "content_block_start", "content_block": {"type": "tool_use", "name": "f", "input": {}}},
        {"type": "response.output_text.delta", "delta": "more"},
        {"type": "content-delta", "delta": {"message": {"content": {"text": "more"}}}},
        {"contentBlockDelta": {"delta": {"text": "more"}}},
        {"contentBlockDelta": {"delta": {"reasoningContent": {"text": "hm"}}}},
        {"contentBlockDelta": {"delta": {"toolUse": {"input": "{"}}}},
        {"candidates": [{"content": {"parts": [{"functionCall": {"name": "f"}}]}}]},
        {"event_type": "step.delta", "delta": {"type": "text", "text": "more"}},
        {"message": {"content": "more"}, "done": False},
        {"response": "more", "done": False},
        {"content": "more", "stop": False},
    ],
)
def test_usage_before_the_last_piece_of_an_answer_is_a_lower_bound(late: dict[str, Any]) -> None:
    assert stream(OPENAI, late, chunk(end="stop")) == told(40, 8, "usage-not-final", state="estimated")


@pytest.mark.parametrize(
    "after",
    [
        chunk(""),
        {"choices": [{"delta": {"role": "assistant", "content": None}}]},
        {"type": "response.created", "response": {"output": [], "instructions": "Be brief.", "tools": [{"name": "f"}],
                                                  "text": {"format": {"type": "text"}}}},
        {"choices": [], "prompt_filter_results": [{"content_filter_results": {"hate": {"severity": "safe"}}}]},
        {"type": "ping"},
    ],
)  # fmt: skip
def test_chunks_that_carry_no_answer_leave_the_usage_final(after: dict[str, Any]) -> None:
    assert stream(chunk("a", **OPENAI), after, chunk(end="stop")) == READ


def test_text_in_the_chunk_of_the_last_usage_is_counted_by_it() -> None:
    assert stream(chunk("a"), chunk("b", end="stop", **OPENAI)) == READ


def test_a_trailing_zero_object_does_not_make_the_usage_final() -> None:
    zeros = {"usage": counts(0, 0)}

    assert stream(chunk("a", **OPENAI), chunk("b"), chunk(end="stop", **zeros)) == told(
        40, 8, "usage-not-final", state="estimated"
    )


def test_doubts_about_the_end_add_up() -> None:
    start = {"type": "message_start", "message": {"usage": {"input_tokens": 25, "output_tokens": 3}}}
    text = {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "Hi"}}

    assert stream(start, text) == told(25, 3, "stream-cut", "usage-not-final", state="estimated")
    assert stream(chunk("a", usage=counts(40, 0)), chunk(end="stop")) == told(
        40, None, "side-missing", state="unknown"
    )


def test_a_stream_cut_before_its_usage_says_both() -> None:
    assert stream(chunk("a"), chunk("b", usage=None)) == unknown("stream-cut", "usage-missing")
    assert stream() == unknown("stream-cut", "usage-missing")
    assert stream(chunk("a", usage=counts(0, 0))) == unknown("stream-cut", "usage-all-zero")


def test_a_cut_stream_with_only_a_total_stays_an_estimate() -> None:
    assert stream(chunk("a", usage={"total_tokens": 90})) == told(
        None, 90, "split-unknown", "stream-cut", state="estimated"
    )
