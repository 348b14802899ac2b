"""The total as judge: which reading it picks, and what is said where it picks none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.goals.usage_stories import counts, told, usage


def thought(tokens: int) -> dict[str, Any]:
    return {"completion_tokens_details": {"reasoning_tokens": tokens}}


def cache(read: int, written: int | None = None) -> dict[str, Any]:
    return {"prompt_tokens_details": {"cached_tokens": read, "cache_write_tokens": written}}


@pytest.mark.parametrize("provider", ["openai-compatible", "xai", "portkey", "litellm"])
def test_the_total_tells_inside_from_beside_for_every_vendor(provider: str) -> None:
    assert usage(provider, **counts(52, 309, 361), **thought(300)) == told(52, 309, reasoning=300)
    assert usage(provider, **counts(52, 9, 361), **thought(300)) == told(52, 309, reasoning=300)
    assert usage(provider, **counts(50, 9, 99), **cache(40)) == told(90, 9, cached=40)
    assert usage(provider, **counts(50, 9, 59), **cache(40)) == told(50, 9, cached=40)


def test_both_cache_and_reasoning_can_be_beside() -> None:
    assert usage("xai", **counts(52, 9, 761), **cache(400), **thought(300)) == told(
        452, 309, cached=400, reasoning=300
    )


def test_a_gateway_that_includes_the_cache_is_told_from_one_that_does_not() -> None:
    names = {"cache_read_input_tokens": 5000, "cache_creation_input_tokens": 1200}

    assert usage(**counts(12, 300, 6512), **names) == told(6212, 300, cached=5000, written=1200)
    assert usage(**counts(6212, 300, 6512), **names) == told(6212, 300, cached=5000, written=1200)


def test_without_a_total_the_convention_decides() -> None:
    body = {"prompt_tokens": 52, "completion_tokens": 309, **thought(300), **cache(40)}

    assert usage(**body) == told(52, 309, cached=40, reasoning=300)
    assert usage("xai", **body) == told(52, 609, cached=40, reasoning=300)


def test_inside_wins_where_both_readings_add_up() -> None:
    assert usage(**counts(52, 9), **cache(0, 0), **thought(0)) == told(
        52, 9, cached=0, written=0, reasoning=0
    )


def test_a_cache_that_cannot_be_inside_lies_beside_flagged() -> None:
    body = {"prompt_tokens": 8, "completion_tokens": 862, **cache(18901, 1367)}
    read = {"cached": 18901, "written": 1367}

    assert usage(**body) == told(20276, 862, "cached-above-input", **read)
    assert usage(**body, total_tokens=870) == told(
        20276, 862, "cached-above-input", "total-below-parts", **read
    )
    assert usage(**body, total_tokens=21138) == told(20276, 862, **read)


def test_reads_and_writes_must_fit_inside_together() -> None:
    assert usage(prompt_tokens=1000, completion_tokens=5, **cache(800, 500)) == told(
        2300, 5, "cached-above-input", cached=800, written=500
    )


def test_reasoning_that_cannot_be_inside_lies_beside_flagged() -> None:
    body = {"prompt_tokens": 100, "completion_tokens": 20, **thought(150)}

    assert usage(**body) == told(100, 170, "reasoning-above-output", reasoning=150)
    assert usage(**body, total_tokens=270) == told(100, 170, reasoning=150)
    assert usage(**body, total_tokens=300) == told(
        100, 200, "reasoning-above-output", "total-above-parts", reasoning=150
    )


def test_reasoning_may_be_the_whole_output_if_the_total_says_so() -> None:
    body = {"prompt_tokens": 100, "completion_tokens": 20, **thought(150)}

    assert usage(**body, total_tokens=250) == told(100, 150, "reasoning-above-output", reasoning=150)


def test_a_surplus_of_the_total_is_output() -> None:
    assert usage(**counts(40, 15, 130)) == told(40, 90, "total-above-parts")


def test_hidden_thinking_is_found_beside_a_reported_cache() -> None:
    assert usage("google", **counts(3600, 20, 3770), **cache(3512)) == told(
        3600, 170, "total-above-parts", cached=3512
    )


def test_a_total_below_its_parts_changes_nothing() -> None:
    assert usage(**counts(900, 300, 1000)) == told(900, 300, "total-below-parts")
    assert usage("bedrock", inputTokens=12, outputTokens=3, totalTokens=15, cacheReadInputTokens=100) == told(
        112, 3, "total-below-parts", cached=100
    )


@pytest.mark.parametrize(
    ("told_side", "missing"), [("prompt_tokens", "output"), ("completion_tokens", "input")]
)
def test_a_missing_side_follows_from_the_total(told_side: str, missing: str) -> None:
    reading = usage(total_tokens=150, **{told_side: 100})

    assert reading == (
        told(100, 50, "part-from-total") if missing == "output" else told(50, 100, "part-from-total")
    )


def test_a_missing_side_follows_from_the_total_by_the_vendors_convention() -> None:
    beside = {"cache_read_input_tokens": 5000, "cache_creation_input_tokens": 1200}

    assert usage(inputTokens=12, totalTokens=6512, cacheReadInputTokens=6200) == told(
        6212, 300, "part-from-total", cached=6200
    )
    assert usage(completion_tokens=300, total_tokens=6512, **beside) == told(
        6212, 300, "part-from-total", cached=5000, written=1200
    )
    assert usage("xai", completion_tokens=9, total_tokens=361, **thought(300)) == told(
        52, 309, "part-from-total", reasoning=300
    )


def test_only_a_total_is_booked_as_output() -> None:
    assert usage(total_tokens=500) == told(None, 500, "split-unknown", state="estimated")
    assert usage("minimax", total_tokens=500, total_characters=0) == told(
        None, 500, "split-unknown", state="estimated"
    )


def test_a_side_that_nothing_tells_is_missing_and_the_other_is_kept() -> None:
    assert usage(prompt_tokens=100) == told(100, None, "side-missing", state="unknown")
    assert usage(output_tokens=42) == told(None, 42, "side-missing", state="unknown")
    assert usage(prompt_tokens=900, total_tokens=800) == told(
        900, None, "side-missing", "total-below-parts", state="unknown"
    )
