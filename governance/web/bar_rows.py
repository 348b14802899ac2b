"""Draws the bars of several accounts over one scale, as SVG rows. Never sorts and never leaves one out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.safestring import SafeString

from governance.web.bars import Bar
from governance.web.charts import gridlines
from governance.web.format import compact, percent
from governance.web.locales import EN, Locale
from governance.web.svg import Length, element, pct, percent_of, stripes, text, written

LONGEST_BAR = Decimal(81)
BAR_PX, ROW_PX = 22, 34


@dataclass(frozen=True)
class DrawnRow:
    """One row of bars: its name, its drawing, and the share and its words for a narrow screen."""

    name: str
    svg: SafeString
    share: str
    words: str


@dataclass(frozen=True)
class BarChart:
    """Rows over one scale. `label` is the sentence the whole stands for."""

    label: str
    rows: tuple[DrawnRow, ...]
    axis: SafeString


def _ticks(largest: Decimal) -> list[Decimal]:
    step = gridlines(largest / 2)[0]
    count = int(largest / step) if largest > 0 else 0
    return [step * at for at in range(count + 1)]


def _at(value: Decimal | int, largest: Decimal) -> Decimal:
    return percent_of(value, largest) * LONGEST_BAR / 100


def _row_bar(bar: Bar, *, largest: Decimal, uid: str) -> list[SafeString]:
    edges = [Decimal(0), _at(bar.spent, largest), _at(bar.spent + bar.committed, largest)]
    end = _at(bar.budget, largest)
    solid = element("rect", x=0, y=0, width=pct(edges[1]), height=BAR_PX, class_="fill")
    striped = element(
        "rect", x=pct(edges[1]), y=0, width=pct(edges[2] - edges[1]), height=BAR_PX, fill=f"url(#{uid})"
    )
    across: dict[str, Length] = {"x": 0, "width": pct(end), "height": 1, "class_": "ink"}
    sides = [
        element("rect", x=pct(at), y=0, width=1, height=BAR_PX, class_="ink")
        for at in (Decimal(0), edges[2], end)
    ]
    flat = [element("rect", y=y, **across) for y in (0, BAR_PX - 1)]
    ground = element("rect", x=0, y=0, width=pct(max(end, edges[2])), height=BAR_PX, class_="gap")
    return [stripes(uid), ground, solid, striped, *sides, *flat]


def _said(strong: str, after: str, *, at: Decimal) -> SafeString:
    place: dict[str, Length] = {
        "x": pct(at),
        "dx": 10,
        "y": BAR_PX // 2,
        "dy": "0.36em",
        "class_": "wide-only",
    }
    return element("text", element("tspan", written(strong), class_="strong"), written(f" {after}"), **place)


def _hidden(*children: SafeString, height: int) -> SafeString:
    return element("svg", *children, class_="bar-row", aria_hidden="true", width="100%", height=height)


def bar_rows(
    rows: Sequence[tuple[str, Bar]],
    *,
    label: str,
    uid: str,
    used: str = "used or committed",
    locale: Locale = EN,
) -> BarChart:
    """Bars of several accounts over one scale, each with its share in words; cost centres say "used or encumbered"."""
    largest = max(
        (Decimal(max(bar.budget, bar.spent + bar.committed)) for _, bar in rows), default=Decimal(0)
    )
    ticks = _ticks(largest)
    grid = [
        element("line", x1=pct(_at(t, largest)), x2=pct(_at(t, largest)), y1=0, y2=ROW_PX, class_="grid")
        for t in ticks
    ]
    drawn = []
    for number, (name, bar) in enumerate(rows):
        words = percent(bar.spent + bar.committed, bar.budget, locale=locale)
        after = used if words else "no budget"
        end = _at(max(bar.budget, bar.spent + bar.committed), largest)
        inside = [*_row_bar(bar, largest=largest, uid=f"{uid}-{number}"), _said(words, after, at=end)]
        drawn.append(DrawnRow(name, _hidden(*grid, *inside, height=ROW_PX), words, after))
    marks = [
        text(compact(t, locale=locale), x=pct(_at(t, largest)), y=14, text_anchor="middle", class_="axis")
        for t in ticks
    ]
    return BarChart(label, tuple(drawn), _hidden(*marks, height=20))
