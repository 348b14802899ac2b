"""Bars and charts show exactly the figures they were given, and say them to those who cannot see."""

from __future__ import annotations

import re
from decimal import Decimal as D
from xml.etree import ElementTree

import pytest

from governance.web.bar_rows import bar_rows
from governance.web.bars import Bar, Mark, Split, budget_bar
from governance.web.budget import BudgetFigures, RoundSpend
from governance.web.charts import Point, Series, gridlines, line_chart
from governance.web.sheets import Balance, Line, split
from governance.web.words import Run, compare


def drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def series(*values: str, name: str = "", open_from: int = 99) -> tuple[Series, ...]:
    return (
        Series(name, tuple(Point(D(v) if v else None, closed=i < open_from) for i, v in enumerate(values))),
    )


def rects(svg: str, class_: str) -> list[dict[str, str]]:
    return [dict(one.attrib) for one in drawn(svg).iter("rect") if one.get("class") == class_]


def test_the_bar_is_an_image_with_a_sentence() -> None:
    root = drawn(budget_bar(Bar(3, 1, 10), label='3 "spent" & <held>', uid="b"))

    assert (root.get("role"), root.get("aria-label")) == ("img", '3 "spent" & <held>')


def test_spent_and_committed_take_their_share_of_the_width() -> None:
    svg = budget_bar(Bar(300, 100, 1_000), label="", uid="b")
    striped = next(one for one in drawn(svg).iter("rect") if one.get("fill") == "url(#b-c)")

    assert rects(svg, "fill")[0]["width"] == "30%"
    assert (striped.get("x"), striped.get("width")) == ("30%", "10%")


def test_over_budget_the_frame_ends_and_spent_runs_past_it() -> None:
    svg = budget_bar(Bar(1_250, 0, 1_000), label="", uid="b")

    assert rects(svg, "fill")[0]["width"] == "100%"
    assert {one["width"] for one in rects(svg, "ink")} == {"80%", "1"}
    assert [one["x"] for one in rects(svg, "ink end")] == ["80%"]


def test_rounds_split_the_spent_part_and_carry_their_numbers() -> None:
    bar = Bar(900, 0, 1_000, splits=(Split("1", 500), Split("", 100), Split("2", 300)))
    svg = budget_bar(bar, label="", uid="b")

    assert [one["x"] for one in rects(svg, "gap")] == ["50%", "60%"]
    assert [one.text for one in drawn(svg).iter("text")] == ["1", "2"]


def test_more_than_twelve_rounds_are_not_split() -> None:
    bar = Bar(130, 0, 200, splits=tuple(Split(str(n), 10) for n in range(13)))

    assert rects(budget_bar(bar, label="", uid="b"), "gap") == []


@pytest.mark.parametrize(("size", "class_"), [(60, "no"), (40, "no wide-only"), (20, None)])
def test_a_number_shows_only_where_it_has_eighteen_pixels(size: int, class_: str | None) -> None:
    svg = budget_bar(Bar(size, 0, 1_000, splits=(Split("7", size),)), label="", uid="b")

    assert next((one.get("class") for one in drawn(svg).iter("text")), None) == class_


def test_a_signed_cap_is_marked_and_its_words_turn_before_the_edge() -> None:
    left = drawn(budget_bar(Bar(1, 0, 28, mark=Mark(18, "signed cap 18.00")), label="", uid="b"))
    right = drawn(budget_bar(Bar(1, 0, 28, mark=Mark(27, "signed cap 27.00")), label="", uid="b"))

    assert [one.get("text-anchor") for root in (left, right) for one in root.iter("text")] == [None, "end"]


def test_a_budget_of_zero_draws_nothing_and_divides_by_nothing() -> None:
    assert rects(budget_bar(Bar(0, 0, 0), label="", uid="b"), "fill")[0]["width"] == "0%"


@pytest.mark.parametrize(
    ("largest", "lines"),
    [
        ("4.10", ("2", "4")), ("5.90", ("3", "6")), ("16.98", ("8", "16")), ("0", ("1", "2")),
        ("0.0031", ("0.0015", "0.003")),
    ],
)  # fmt: skip
def test_gridlines_are_round_and_near_the_top(largest: str, lines: tuple[str, str]) -> None:
    assert gridlines(D(largest)) == (D(lines[0]), D(lines[1]))


def test_no_two_lines_of_a_chart_read_the_same() -> None:
    root = drawn(line_chart(series("0.0137"), label="Cost per round"))

    assert [one.text for one in root.iter("text") if one.get("class") == "axis"] == [
        "0.000",
        "0.006",
        "0.012",
    ]


def test_a_chart_prints_its_first_and_last_value() -> None:
    root = drawn(line_chart(series("4.10", "3.95", "2.88"), label=""))

    assert [one.text for one in root.iter("text") if one.get("class") == "value"] == ["4.10", "2.88"]


def test_points_stand_over_the_columns_of_the_table() -> None:
    root = drawn(line_chart(series("1", "2", "3"), label=""))

    assert [one.get("cx") for one in root.iter("circle")] == ["48%", "74%", "100%"]


def test_a_period_that_is_not_closed_is_open_and_dashed() -> None:
    root = drawn(line_chart(series("1", "2", "3", open_from=2), label=""))
    strokes = [one.get("stroke-dasharray") for one in root.iter("line") if one.get("class") == "stroke"]

    assert [one.get("class") for one in root.iter("circle")] == ["dot", "dot", "dot open"]
    assert strokes == ["none", "3 3"]


def test_an_unknown_period_leaves_a_gap() -> None:
    root = drawn(line_chart(series("1", "", "3", "4"), label=""))

    assert len([one for one in root.iter("line") if one.get("class") == "stroke"]) == 1
    assert len(list(root.iter("circle"))) == 3


def test_a_chart_of_nothing_still_has_its_axis() -> None:
    root = drawn(line_chart(series(), label="Nothing was spent."))

    assert [one.text for one in root.iter("text")] == ["0.00", "1.00", "2.00"]


def test_two_lines_differ_by_dashes_and_are_named_directly() -> None:
    both = series("1", "2", name="large") + series("2", "1", name="<small>")
    root = drawn(line_chart(both, label="", places=0))
    dashes = [one.get("stroke-dasharray") for one in root.iter("line") if one.get("class") == "stroke"]

    assert dashes == ["none", "7 4"]
    assert [t.text for t in root.iter("text") if t.get("class") == "value"] == [
        "1",
        "large 2",
        "2",
        "<small> 1",
    ]


def test_rows_of_bars_share_one_scale_and_say_their_share() -> None:
    rows = [("4210", Bar(D(148), D(131), D(400))), ("4400", Bar(D(12), D(10), D(100)))]
    chart = bar_rows(rows, label="x", uid="c", used="used or encumbered")
    widths = [rects(row.svg, "ink")[-1]["width"] for row in chart.rows]

    assert widths == ["81%", "20.25%"]
    assert [(row.share, row.words) for row in chart.rows] == [
        ("69.8%", "used or encumbered"),
        ("22.0%", "used or encumbered"),
    ]


def test_an_account_without_a_budget_says_so() -> None:
    assert [row.words for row in bar_rows([("x", Bar(D(5), D(0), D(0)))], label="", uid="c").rows] == [
        "no budget"
    ]


def test_no_drawing_carries_a_style_or_a_script() -> None:
    svg = budget_bar(Bar(1, 1, 3, mark=Mark(1, "<script>")), label="<script>", uid="b") + line_chart(
        series("1"), label=""
    )

    assert re.findall(r"<script|style=|\son\w+=", svg) == []


def figures(**more: object) -> BudgetFigures:
    base: dict[str, object] = {"tokens_spent": 60, "tokens_committed": 0, "tokens_budget": 100}
    base |= {"usd_spent": D("5"), "usd_committed": D(0), "usd_budget": D("10")}
    return BudgetFigures(**(base | more))  # type: ignore[arg-type]


def test_the_bar_is_in_the_unit_that_is_nearer_its_end() -> None:
    assert (figures().in_money, figures().note) == (False, "60.0% of tokens and 50.0% of money spent")
    nearer = figures(usd_spent=D("7"))
    assert (nearer.in_money, nearer.note) == (True, "70.0% of money and 60.0% of tokens spent")
    assert figures(usd_budget=None).note == "60.0% of tokens spent"


def test_a_lowered_budget_is_over_by_the_difference() -> None:
    assert figures(usd_spent=D("11.20")).over == "over by USD\u00a01.20"
    assert figures(tokens_spent=104).over == "over by 4 tokens"
    assert figures().over == ""


def test_the_rounds_of_the_bar_are_in_its_unit() -> None:
    rounds = (RoundSpend("1", 60, D("5")),)

    assert figures(rounds=rounds).bar.splits == (Split("1", 60),)
    assert figures(rounds=rounds, usd_spent=D("7")).bar.splits == (Split("1", D("5")),)


def _lines(count: int) -> list[Line]:
    return [Line(f"{n}", "", tokens_balance=100 - n, usd_balance=D(100 - n)) for n in range(count)]


def test_a_long_account_carries_its_balance_from_sheet_to_sheet() -> None:
    sheets = split(_lines(10), first=4, following=5)

    assert [len(sheet.lines) for sheet in sheets] == [4, 5, 1]
    assert [sheet.brought for sheet in sheets] == [None, Balance(97, D(97)), Balance(92, D(92))]
    assert [sheet.carried for sheet in sheets] == [Balance(97, D(97)), Balance(92, D(92)), None]


def test_a_short_or_empty_account_is_one_sheet() -> None:
    assert [len(split(_lines(count), first=4)) for count in (0, 4)] == [1, 1]


def test_changed_words_are_marked_and_the_rest_is_not() -> None:
    old, new = compare("pay Q1 now", "pay Q2 now")

    assert old == [Run("pay ", False), Run("Q1", True), Run(" now", False)]
    assert new == [Run("pay ", False), Run("Q2", True), Run(" now", False)]


def test_a_text_too_long_to_compare_is_marked_whole() -> None:
    assert compare("a " * 2_000, "b") == ([Run("a " * 2_000, True)], [Run("b", True)])
