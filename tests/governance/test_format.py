"""Figures and instants read the same wherever they stand: rounding, signs, separators, zero and unknown."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal as D

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.web import format as reads
from governance.web import moments
from governance.web.locales import DE, FR, named

NOW = datetime(2026, 9, 10, 10, 26, 40, tzinfo=UTC)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("0.005", "0.00"), ("0.015", "0.02"), ("0.025", "0.02"), ("-0.015", "−0.02"), ("-0.005", "0.00"),
        ("14.82", "14.82"), ("1204300.5", "1,204,300.50"), ("-655480", "−655,480.00"),
        ("2.675", "2.68"), ("1.0050000001", "1.01"),
    ],
)  # fmt: skip
def test_money_rounds_half_to_even_with_a_true_minus(value: str, shown: str) -> None:
    assert reads.amount(D(value)) == shown


def test_four_decimals_round_half_to_even_too() -> None:
    assert [reads.amount(D(one), places=4) for one in ("0.00005", "0.00015", "1.5")] == [
        "0.0000",
        "0.0002",
        "1.5000",
    ]


def test_money_carries_its_code_and_never_breaks() -> None:
    assert reads.money(D("14.82")) == "USD\u00a014.82"
    assert reads.money(D("-3"), currency="EUR") == "EUR\u00a0−3.00"


def test_a_change_shows_plus_and_minus_and_a_bare_zero() -> None:
    assert [reads.tokens(one, signed=True) for one in (148_280, -400_000, 0)] == ["+148,280", "−400,000", "0"]
    assert [reads.amount(D(one), signed=True) for one in ("1.98", "-5", "0", "0.001")] == [
        "+1.98",
        "−5.00",
        "0.00",
        "0.00",
    ]


def test_unknown_is_a_word_and_never_zero() -> None:
    assert [reads.tokens(None), reads.amount(None), reads.money(None)] == [
        "unknown",
        "unknown",
        "USD\u00a0unknown",
    ]


@pytest.mark.parametrize("wrong", [0.1, True, "3", D("NaN"), D("Infinity")])
def test_what_is_not_an_exact_figure_is_refused(wrong: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        reads.amount(wrong)  # type: ignore[arg-type]


def test_only_an_exact_zero_is_drawn_as_zero() -> None:
    assert [reads.zero_class(one) for one in (0, D("0.00"), D("0.001"), 1, None, "0", False)] == [
        "zero",
        "zero",
        *[""] * 5,
    ]


def test_shares_come_from_sums_and_have_no_space() -> None:
    assert reads.percent(1_204_300, 2_000_000) == "60.2%"
    assert reads.percent(D("14.82"), D("25")) == "59.3%"
    assert reads.percent(1, 3, places=0) == "33%"
    assert reads.percent(1, 0) == ""


def test_a_ratio_is_rounded_once() -> None:
    assert reads.ratio(D("339.60"), 118) == "2.88"
    assert reads.ratio(5, 0) == ""


def test_axis_labels_may_be_short() -> None:
    assert [reads.compact(one) for one in (0, 400, 1_500, 1_200_000, D("2.5"))] == [
        "0",
        "400",
        "1.5k",
        "1.2M",
        "2.50",
    ]


def test_displayed_lines_need_no_rounding_line_when_they_add_up() -> None:
    assert reads.rounding_line([D("4.31"), D("3.97")], D("8.28")) == 0


def test_a_rounding_line_carries_what_two_decimals_lose() -> None:
    assert reads.rounding_line([D("0.004")] * 3, D("0.012")) == D("0.01")
    assert reads.rounding_line([D("0.006")] * 3, D("0.018")) == D("-0.01")


@given(st.lists(st.decimals("-1000", "1000", places=10), max_size=30), st.sampled_from([2, 4]))
def test_displayed_lines_and_the_rounding_line_give_the_displayed_total(lines: list[D], places: int) -> None:
    total = sum(lines, D(0))
    displayed = sum((reads.rounded(one, places=places) for one in lines), D(0))

    assert displayed + reads.rounding_line(lines, total, places=places) == reads.rounded(total, places=places)


@given(st.decimals(-(10**15), 10**15, places=10))
def test_a_figure_reads_back_as_the_number_it_was_rounded_to(value: D) -> None:
    text = reads.amount(value).replace(",", "").replace("−", "-")

    assert D(text) == reads.rounded(value, places=2)


def test_another_language_changes_separators_and_nothing_else() -> None:
    assert reads.amount(D("-1234567.5"), locale=DE) == "−1.234.567,50"
    assert reads.money(D("1234.5"), locale=FR) == "USD\u00a01\u202f234,50"
    assert reads.tokens(None, locale=DE) == "unbekannt"
    assert (named("de-at"), named("xx"), named(None)) == (DE, named("en"), named("en"))


def test_names_digests_and_counts_read_as_words() -> None:
    assert [reads.names(one) for one in ([], ["Ada"], ["Ada", "Ben"], ["Ada", "Ben", "Cy"])] == [
        "nobody", "Ada", "Ada and Ben", "Ada, Ben and Cy",
    ]  # fmt: skip
    assert reads.digest("9f3c41d0" + "0" * 52 + "a71e") == "9f3c\u00a041d0\u00a0…\u00a0a71e"
    assert reads.short_digest("c40b" + "0" * 56 + "19e2") == "c40b…19e2"
    assert [reads.counted(one, "round") for one in (1, 3)] == ["1\u00a0round", "3\u00a0rounds"]
    assert reads.over_by(D("-1.2")) == "over by USD\u00a01.20"
    assert reads.kept("round", 5) == "round\u00a05"


def test_days_and_clock_times_are_utc() -> None:
    oslo = datetime(2026, 9, 3, 11, 14, tzinfo=timezone(timedelta(hours=2)))

    assert moments.full(oslo) == "3\u00a0Sep\u00a02026, 09:14\u00a0UTC"
    assert moments.long_day(date(2026, 9, 10)) == "Thursday 10\u00a0September 2026"
    assert moments.day(date(2026, 9, 3), locale=DE) == "3\u00a0Sep.\u00a02026"


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        moments.clock(datetime(2026, 9, 3))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("when", "shown"),
    [
        ("2026-09-10T12:00", "today, 12:00"),
        ("2026-09-11T12:00", "11\u00a0Sep, 12:00"),
        ("2025-12-31T23:59", "31\u00a0Dec\u00a02025, 23:59"),
    ],
)
def test_lists_say_today(when: str, shown: str) -> None:
    assert moments.near(at(when), now=NOW) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0, "0 s"), (59, "59 s"), (1_320, "22 m"), (6_660, "1 h 51 m"), (7_500, "2 h 05 m"),
        (92_040, "25 h 34 m"), (176_400, "2 d 1 h"),
    ],
)  # fmt: skip
def test_durations_are_whole_units(seconds: int, shown: str) -> None:
    assert moments.duration(timedelta(seconds=seconds)) == shown.replace(" ", "\u00a0")


def test_due_times_count_down_and_then_say_they_are_overdue() -> None:
    due = [NOW + timedelta(hours=4, minutes=44), NOW + timedelta(seconds=20), NOW - timedelta(minutes=12)]

    assert [moments.remaining(one, now=NOW) for one in due] == [
        "in 4\u00a0h\u00a044\u00a0m",
        "in less than 1\u00a0m",
        "overdue by 12\u00a0m",
    ]
    assert moments.waited(NOW + timedelta(hours=1), now=NOW) == "0\u00a0s"


def test_spans_use_to_and_since() -> None:
    start, end = at("2026-09-03T11:37"), at("2026-09-03T12:04")

    assert moments.span(start, end) == "3\u00a0Sep, 11:37\u00a0to\u00a012:04"
    assert moments.span(start, None) == "3\u00a0Sep, since\u00a011:37"
    assert moments.span(start, start, with_day=False) == "11:37"
    assert moments.span(start, at("2026-09-04T00:10")) == "3\u00a0Sep, 11:37 to 4\u00a0Sep, 00:10"
    assert moments.days(date(2026, 6, 1), date(2026, 6, 4)) == "1\u00a0Jun to 4\u00a0Jun\u00a02026"
    assert moments.days(date(2026, 6, 1), date(2026, 6, 1)) == "1\u00a0Jun\u00a02026"
