"""Sizes as the harness counts them: compact JSON, in UTF-16 code units, the limit itself allowed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ralph_runs import bounds
from ralph_runs.faults import ReportFault
from ralph_runs.report import validate
from tests.ralph_runs.reports import governed, harness

KEY = "🔑"


def filled(units: int) -> dict[str, object]:
    """A valid report of exactly this size."""
    report = harness(summary="x")
    return harness(summary="x" * (1 + units - bounds.size(report)))


@pytest.mark.parametrize(
    ("text", "units"),
    [("", 0), ("abc", 3), ("é", 1), ("缺", 1), (KEY, 2), (KEY * 3 + "a", 7), ("\ud83d", 6), ("e\u0301", 2)],
)
def test_a_text_is_counted_in_code_units(text: str, units: int) -> None:
    assert bounds.units(text) == units


@given(st.text())
def test_a_value_is_as_large_as_its_compact_json_in_utf_16(text: str) -> None:
    compact = json.dumps({"text": text}, ensure_ascii=False, separators=(",", ":"))

    assert bounds.size({"text": text}) == len(compact.encode("utf-16-le")) // 2


def test_equal_to_the_limit_passes_and_one_more_does_not() -> None:
    assert validate(filled(16_384), profile="harness", limit=16_384).units == 16_384
    with pytest.raises(ReportFault) as caught:
        validate(filled(16_385), profile="harness", limit=16_384)
    assert str(caught.value) == (
        "oversized: The report has 16,385 code units of compact JSON, which exceeds the limit of 16,384."
    )


def test_a_character_outside_the_basic_plane_counts_two() -> None:
    report = governed(summary=KEY * 10)
    exact = bounds.size(report)

    assert exact == bounds.size(governed(summary="x" * 20))
    assert validate(report, profile="governed", limit=exact).units == exact
    with pytest.raises(ReportFault, match="oversized"):
        validate(report, profile="governed", limit=exact - 1)


def test_bytes_are_not_what_is_counted() -> None:
    report = governed(summary="缺" * 10_000)

    assert len(bounds.compact(report).encode()) > 16_384
    assert validate(report, profile="governed", limit=16_384).units < 16_384


def test_a4_03_a_result_is_cut_to_the_exact_limit_with_its_marker() -> None:
    cut = bounds.cut("y" * 100, 40)

    assert bounds.units(cut) == 40
    assert cut == "y" * (40 - len(bounds.MARKER)) + bounds.MARKER
    assert bounds.cut("y" * 40, 40) == "y" * 40


def test_a4_04_a_limit_shorter_than_the_marker_is_still_kept() -> None:
    assert bounds.cut("y" * 100, 3) == bounds.MARKER[:3]
    assert bounds.cut("y" * 100, 1) == bounds.MARKER[:1]


@given(st.text(), st.integers(1, 80))
def test_a_cut_text_never_exceeds_its_limit_and_splits_no_character(text: str, limit: int) -> None:
    cut = bounds.cut(text, limit)

    assert bounds.units(cut) <= limit
    assert cut == text or bounds.units(text) > limit
    assert cut.removesuffix(bounds.MARKER) in text or bounds.MARKER.startswith(cut)
