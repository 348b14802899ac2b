"""How the reports of a stream become one: the largest of each count, never a sum, and conflicts said aloud."""

from __future__ import annotations

from typing import Any

import pytest

from tests.goals.usage_stories import chunk, counts, plain, stream, told, usage


def start(**usage_: Any) -> dict[str, Any]:
    return {"type": "message_start", "message": {"content": [], "usage": usage_}}


def delta(**usage_: Any) -> dict[str, Any]:
    return {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": usage_}


def test_running_totals_are_never_added() -> None:
    assert stream(
        chunk("a", usage=counts(21, 1)), chunk("b", usage=counts(21, 180)), chunk(end="stop", usage=counts(21, 184)),
        chunk(end="stop", usage=counts(21, 184)),
    ) == told(21, 184)  # fmt: skip


def test_a_later_chunk_without_usage_erases_nothing() -> None:
    assert stream(
        chunk("a", end="stop", usage=counts(90, 33)), chunk(usage=None), {"choices": [], "usage": {}}, {}
    ) == told(90, 33)  # fmt: skip


def test_a_late_delta_keeps_the_cache_the_start_told() -> None:
    first = start(
        input_tokens=25, cache_read_input_tokens=3000, cache_creation_input_tokens=0, output_tokens=3
    )
    read = {"cached": 3000, "written": 0}

    assert stream(first, delta(output_tokens=88)) == told(3025, 88, **read)
    assert stream(first, delta(input_tokens=25, output_tokens=88)) == told(3025, 88, **read)
    assert stream(first, delta(input_tokens=25, cache_read_input_tokens=3000, output_tokens=88)) == told(
        3025, 88, **read
    )


def test_a_late_delta_may_tell_the_input_first() -> None:
    assert stream(
        start(input_tokens=0, output_tokens=0),
        delta(input_tokens=25, cache_read_input_tokens=3000, output_tokens=88),
    ) == told(3025, 88, cached=3000)
    assert stream(start(input_tokens=43, output_tokens=1), delta(input_tokens=61, output_tokens=2)) == told(
        61, 2
    )


def test_a_shrinking_count_is_a_conflict_and_the_larger_stands() -> None:
    assert stream(
        chunk("a", usage=counts(40, 50)), chunk("b", end="stop", usage=counts(40, 30))
    ) == told(40, 50, "conflicting-usage")  # fmt: skip
    assert stream(
        start(input_tokens=40, cache_read_input_tokens=9, output_tokens=5),
        delta(input_tokens=40, cache_read_input_tokens=4, output_tokens=8),
    ) == told(49, 8, "conflicting-usage", cached=9)


def test_the_same_usage_in_two_places_of_a_chunk_is_one() -> None:
    both = {"usage": counts(17, 400), "x_groq": {"usage": counts(17, 400)}}

    assert stream(chunk("a", end="stop", **both)) == told(17, 400)


def test_usage_of_the_choice_and_again_on_a_trailing_chunk_is_one() -> None:
    finish = {"choices": [{"delta": {}, "finish_reason": "stop", "usage": counts(90, 33, cached_tokens=64)}]}

    assert stream(chunk("a"), finish, {"choices": [], "usage": counts(90, 33, cached_tokens=64)}) == told(
        90, 33, cached=64
    )


@pytest.mark.parametrize(("other", "reading"), [(counts(17, 420), (17, 420)), (counts(15, 400), (17, 400))])
def test_two_places_of_one_chunk_that_differ_are_a_conflict(
    other: dict[str, Any], reading: tuple[int, int]
) -> None:
    assert plain({"usage": counts(17, 400), "x_groq": {"usage": other}}) == told(
        *reading, "conflicting-usage"
    )


def test_a_place_that_tells_less_is_no_conflict() -> None:
    full = counts(17, 400, prompt_tokens_details={"cached_tokens": 9})
    bare = {"prompt_tokens": 17, "completion_tokens": 400}

    assert plain({"usage": full, "x_groq": {"usage": bare}}) == told(17, 400, cached=9)
    hidden, parts = counts(40, 15, 130), {"prompt_tokens": 40, "completion_tokens": 15}
    assert plain({"usage": hidden, "x_groq": {"usage": parts}}) == told(40, 90, "total-above-parts")


def test_a_split_by_lifetime_against_its_sum_is_a_conflict() -> None:
    split = {"ephemeral_5m_input_tokens": 900, "ephemeral_1h_input_tokens": 300}

    for whole, written in ((1000, 1200), (1500, 1500)):
        reading = usage(
            input_tokens=14, output_tokens=8, cache_creation_input_tokens=whole, cache_creation=split
        )
        assert reading == told(14 + written, 8, "conflicting-usage", written=written)


def test_hit_and_miss_against_the_prompt_are_a_conflict() -> None:
    def deepseek(prompt: int, total: int) -> object:
        return usage(**counts(prompt, 95, total), prompt_cache_hit_tokens=640, prompt_cache_miss_tokens=60)

    assert deepseek(700, 795) == told(700, 95, cached=640)
    assert deepseek(720, 815) == told(720, 95, "conflicting-usage", cached=640)
    assert deepseek(690, 795) == told(700, 95, "conflicting-usage", cached=640)


def test_a_cache_above_the_input_of_other_chunks_lies_beside() -> None:
    assert stream(
        start(cache_read_input_tokens=3000, output_tokens=3), delta(input_tokens=25, output_tokens=88)
    ) == told(3025, 88, "cached-above-input", cached=3000)


def test_doubts_about_an_overtaken_report_are_dropped() -> None:
    assert stream(
        chunk("a", usage=counts(40, 10, 45)), chunk("b", end="stop", usage=counts(40, 30))
    ) == told(40, 30)  # fmt: skip
    assert stream({"usage": {"total_tokens": 60}}, chunk("b", end="stop", usage=counts(40, 30))) == told(
        40, 30
    )


def test_sides_told_by_different_chunks_belong_together() -> None:
    assert stream(
        chunk("a", usage={"prompt_tokens": 40}), chunk(end="stop", usage={"total_tokens": 70})
    ) == told(40, 30, "part-from-total")  # fmt: skip
