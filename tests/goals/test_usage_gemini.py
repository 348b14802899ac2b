"""Gemini native: thoughts beside, sides that are left out, and what its total settles."""

from __future__ import annotations

from typing import Any

import pytest

from goals.agent.usage import UsageReading
from tests.goals.usage_stories import plain, stream, told


def gemini(**metadata: Any) -> UsageReading:
    parts = {"content": {"parts": [{"text": "Closed."}]}, "finishReason": "STOP"}
    return plain({"candidates": [parts], "usageMetadata": metadata})


def piece(text: str, end: str | None = None, **metadata: Any) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"parts": [{"text": text}]}}
    return {"candidates": [candidate | ({"finishReason": end} if end else {})], "usageMetadata": metadata}


def test_thoughts_are_beside_with_or_without_a_total() -> None:
    body = {"promptTokenCount": 9, "candidatesTokenCount": 31, "thoughtsTokenCount": 200}

    assert gemini(**body) == told(9, 231, reasoning=200)
    assert gemini(**body, totalTokenCount=240) == told(9, 231, reasoning=200)


def test_the_total_can_say_that_thoughts_are_inside() -> None:
    assert gemini(
        promptTokenCount=9, candidatesTokenCount=231, thoughtsTokenCount=200, totalTokenCount=240
    ) == told(9, 231, reasoning=200)


def test_tool_use_prompts_are_input() -> None:
    assert gemini(
        promptTokenCount=40, toolUsePromptTokenCount=1200, candidatesTokenCount=30, thoughtsTokenCount=50,
        totalTokenCount=1320,
    ) == told(1240, 80, reasoning=50)  # fmt: skip


def test_an_answer_that_was_only_thought_leaves_its_candidates_out() -> None:
    assert gemini(promptTokenCount=9, thoughtsTokenCount=200, totalTokenCount=209) == told(
        9, 200, reasoning=200
    )


@pytest.mark.parametrize(
    ("metadata", "reading"),
    [
        ({"promptTokenCount": 9, "totalTokenCount": 209}, told(9, 200, "part-from-total")),
        (
            {"promptTokenCount": 9, "thoughtsTokenCount": 200, "totalTokenCount": 240},
            told(9, 231, "part-from-total", reasoning=200),
        ),
        (
            {"candidatesTokenCount": 31, "thoughtsTokenCount": 200, "totalTokenCount": 240},
            told(9, 231, "part-from-total", reasoning=200),
        ),
        ({"promptTokenCount": 9}, told(9, None, "side-missing", state="unknown")),
        ({"candidatesTokenCount": 31}, told(None, 31, "side-missing", state="unknown")),
        ({"totalTokenCount": 240}, told(None, 240, "split-unknown", state="estimated")),
    ],
)
def test_sides_that_are_left_out(metadata: dict[str, Any], reading: UsageReading) -> None:
    assert gemini(**metadata) == reading


def test_contradictions_with_the_total_are_flagged() -> None:
    body = {"promptTokenCount": 9, "candidatesTokenCount": 31, "thoughtsTokenCount": 200}

    assert gemini(**body, totalTokenCount=300) == told(9, 291, "total-above-parts", reasoning=200)
    assert gemini(**body, totalTokenCount=100) == told(9, 231, "total-below-parts", reasoning=200)


def test_a_side_told_later_in_the_stream_is_no_longer_derived() -> None:
    assert stream(
        piece("a", promptTokenCount=9, totalTokenCount=209),
        piece("b", "STOP", promptTokenCount=9, candidatesTokenCount=31, thoughtsTokenCount=200, totalTokenCount=240),
    ) == told(9, 231, reasoning=200)  # fmt: skip
    assert stream(
        piece("a", promptTokenCount=9, totalTokenCount=40),
        piece("b", "STOP", promptTokenCount=9, candidatesTokenCount=31, totalTokenCount=40),
    ) == told(9, 31)  # fmt: skip


def test_a_last_chunk_with_only_the_traffic_type_erases_nothing() -> None:
    assert stream(
        piece("a", promptTokenCount=9, candidatesTokenCount=31, totalTokenCount=40),
        piece("", "STOP", trafficType="ON_DEMAND"),
    ) == told(9, 31)  # fmt: skip


def test_hidden_thinking_on_every_chunk_of_the_openai_layer() -> None:
    def chat(text: str, completion: int, total: int, end: str | None = None) -> dict[str, Any]:
        counted = {"prompt_tokens": 40, "completion_tokens": completion, "total_tokens": total}
        return {"choices": [{"delta": {"content": text}, "finish_reason": end}], "usage": counted}

    assert stream(chat("a", 3, 110), chat("b", 15, 130, "stop"), provider="google") == told(
        40, 90, "total-above-parts"
    )
