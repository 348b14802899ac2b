"""Responses that a server worked out in several steps: whose tokens count, and at whose rate."""

from __future__ import annotations

from typing import Any

from tests.goals.usage_stories import chunk, counts, stream, told, usage


def step(kind: str, input_: int, output: int, **more: Any) -> dict[str, Any]:
    return {"type": kind, "input_tokens": input_, "output_tokens": output, **more}


def test_compaction_is_summed_though_the_top_level_leaves_it_out() -> None:
    steps = [
        step("compaction", 60385, 522, cache_read_input_tokens=100, cache_creation_input_tokens=10),
        step("message", 612, 2819, cache_read_input_tokens=200, cache_creation_input_tokens=0),
    ]
    top = {"cache_read_input_tokens": 200, "cache_creation_input_tokens": 0}

    assert usage(input_tokens=612, output_tokens=2819, iterations=steps, **top) == told(
        61307, 3341, cached=300, written=10
    )


def test_a_compaction_that_shrinks_the_streamed_top_level_is_no_conflict() -> None:
    steps = [step("compaction", 60385, 522), step("message", 612, 2819)]

    assert stream(
        {"type": "message_start", "message": {"usage": {"input_tokens": 60385, "output_tokens": 5}}},
        {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "a"}},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"},
         "usage": {"input_tokens": 612, "output_tokens": 2819, "iterations": steps}},
        {"type": "message_stop"},
    ) == told(60997, 3341)  # fmt: skip


def test_an_advisor_is_summed_and_flagged() -> None:
    steps = [
        step("message", 1051, 35),
        step("advisor_message", 2728, 3880, model="dearer"),
        step("message", 3676, 3356),
    ]

    assert usage(input_tokens=4727, output_tokens=3391, iterations=steps) == told(
        7455, 7271, "other-model-tokens"
    )


def test_an_advisor_that_used_nothing_raises_no_doubt() -> None:
    steps = [step("message", 40, 8), step("advisor_message", 0, 0, model="dearer")]

    assert usage(input_tokens=40, output_tokens=8, iterations=steps) == told(40, 8)


def test_with_a_fallback_the_top_level_stands() -> None:
    steps = [step("message", 408, 0, model="first"), step("fallback_message", 412, 264, model="second")]

    assert usage(input_tokens=412, output_tokens=264, iterations=steps) == told(412, 264)


def test_without_steps_the_top_level_stands() -> None:
    for steps in ([], None, "none", [{"type": "message"}]):
        assert usage(input_tokens=412, output_tokens=264, iterations=steps) == told(412, 264)


def test_a_top_level_above_its_steps_is_a_conflict() -> None:
    steps = [step("message", 400, 264)]

    assert usage(input_tokens=412, output_tokens=264, iterations=steps) == told(412, 264, "conflicting-usage")


def test_a_breakdown_over_several_models_is_flagged() -> None:
    models = [{"model": "small", "usage": counts(10, 2)}, {"model": "large", "usage": counts(30, 6)}]

    assert stream(
        chunk("a", end="stop", usage=counts(40, 8), usage_breakdown={"models": models})
    ) == told(40, 8, "other-model-tokens")  # fmt: skip
    assert stream(chunk("a", end="stop", usage=counts(40, 8), usage_breakdown=None)) == told(40, 8)
