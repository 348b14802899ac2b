"""Whole streams as the vendors send them, from the first chunk to the end mark."""

from __future__ import annotations

from typing import Any

from tests.goals.usage_stories import counts, stream, told


def test_bedrock_converse_tells_usage_after_the_stop() -> None:
    counted = {
        "inputTokens": 12, "outputTokens": 30, "totalTokens": 142, "cacheReadInputTokens": 100,
        "cacheReadInputTokenCount": 100, "cacheWriteInputTokens": 0, "cacheWriteInputTokenCount": 0,
    }  # fmt: skip

    assert stream(
        {"messageStart": {"role": "assistant"}},
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"text": "Closed."}}},
        {"contentBlockStop": {"contentBlockIndex": 0}},
        {"messageStop": {"stopReason": "end_turn"}},
        {"metadata": {"usage": counted, "metrics": {"latencyMs": 913.5}}},
        provider="bedrock",
    ) == told(112, 30, cached=100, written=0)


def test_cohere_tells_usage_in_its_last_delta() -> None:
    counted = {"billed_units": {"input_tokens": 30, "output_tokens": 18}, "cached_tokens": 512,
               "tokens": {"input_tokens": 560, "output_tokens": 22}}  # fmt: skip

    assert stream(
        {"type": "message-start", "delta": {"message": {"role": "assistant", "content": []}}},
        {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": "Closed."}}}},
        {"type": "message-end", "delta": {"finish_reason": "COMPLETE", "usage": counted}},
        provider="cohere",
    ) == told(560, 22, cached=512)


def test_gemini_interactions_tell_usage_when_completed() -> None:
    counted = {"total_input_tokens": 7, "total_cached_tokens": 0, "total_output_tokens": 26, "total_tokens": 148,
               "total_tool_use_tokens": 0, "total_thought_tokens": 115}  # fmt: skip

    assert stream(
        {"event_type": "interaction.created", "interaction": {"status": "in_progress"}},
        {"event_type": "step.start", "index": 0, "step": {"type": "model_output"}},
        {"event_type": "step.delta", "index": 0, "delta": {"type": "text", "text": "Closed."}},
        {"event_type": "step.stop", "index": 0},
        {"event_type": "interaction.completed", "interaction": {"status": "completed", "usage": counted}},
        provider="google",
    ) == told(7, 141, cached=0, reasoning=115)


def test_ollama_counts_on_the_done_chunk() -> None:
    def piece(text: str, **more: Any) -> dict[str, Any]:
        return {"model": "m", "message": {"role": "assistant", "content": text}, "done": False, **more}

    assert stream(
        piece("Clo"),
        piece("sed."),
        piece("", done=True, done_reason="stop", prompt_eval_count=26, eval_count=5, eval_duration=4_709_213),
    ) == told(26, 5)
    assert stream(piece("Clo"), piece("sed.")).flags == ("stream-cut", "usage-missing")


def test_llamacpp_native_runs_its_counts_and_stops() -> None:
    assert stream(
        {"content": "Clo", "stop": False, "tokens_predicted": 1, "tokens_evaluated": 310},
        {"content": "sed.", "stop": False, "tokens_predicted": 2, "tokens_evaluated": 310},
        {"content": "", "stop": True, "tokens_predicted": 3, "tokens_evaluated": 310, "tokens_cached": 312,
         "prompt": "Close it.", "timings": {"cache_n": 300, "prompt_n": 10, "prompt_ms": 2.5, "predicted_n": 3}},
    ) == told(310, 3, cached=300)  # fmt: skip


def test_xai_chat_runs_its_totals_with_reasoning_beside() -> None:
    def piece(text: str, end: str | None, completion: int, reasoning: int) -> dict[str, Any]:
        told_ = counts(52, completion, 52 + completion + reasoning)
        details = {"completion_tokens_details": {"reasoning_tokens": reasoning}}
        return {"choices": [{"delta": {"content": text}, "finish_reason": end}], "usage": told_ | details}

    assert stream(piece("a", None, 1, 290), piece("b", "stop", 9, 300), provider="xai") == told(
        52, 309, reasoning=300
    )


def test_responses_that_end_incomplete_are_ended() -> None:
    counted = {"input_tokens": 40, "output_tokens": 8, "total_tokens": 48,
               "output_tokens_details": {"reasoning_tokens": 8}}  # fmt: skip

    assert stream(
        {"type": "response.created", "response": {"status": "in_progress", "usage": None}},
        {"type": "response.reasoning_summary_text.delta", "delta": "hm"},
        {"type": "response.incomplete", "response": {"status": "incomplete", "usage": counted}},
    ) == told(40, 8, reasoning=8)
