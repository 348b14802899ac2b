"""Draws line charts as SVG in one ink. Never averages, never interpolates: a gap stays a gap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from django.utils.safestring import SafeString

from governance.web.format import compact, figure
from governance.web.locales import EN, Locale
from governance.web.svg import drawing, element, pct, text

HEIGHT, TOP, ZERO = 188, 36, 172
LABEL_SHARE = Decimal(22)
HALF_FIGURE_PX = 20
DASHES = ("", "7 4", "2 3", "10 3 2 3")
_STEPS = tuple(Decimal(step) for step in ("1", "1.5", "2", "2.5", "3", "4", "5", "6", "8", "10"))


@dataclass(frozen=True)
class Point:
    """One period. `value` None is unknown and leaves a gap; a period not `closed` is open and dashed."""

    value: Decimal | None
    closed: bool = True


@dataclass(frozen=True)
class Series:
    """A line and the word that stands at its end (empty where the chart has only one)."""

    name: str
    points: tuple[Point, ...]


def gridlines(largest: Decimal) -> tuple[Decimal, Decimal]:
    """Two round values, the second as near to `largest` as a round value can be; (1, 2) where all is zero."""
    if largest <= 0:
        return Decimal(1), Decimal(2)
    power = Decimal(1).scaleb((largest / 2).adjusted())
    step = min((factor * power for factor in _STEPS), key=lambda one: abs(2 * one - largest))
    return step, 2 * step


def _largest(series: Sequence[Series]) -> Decimal:
    return max(
        (point.value for line in series for point in line.points if point.value is not None),
        default=Decimal(0),
    )


def _column(index: int, count: int) -> Decimal:
    """The right edge of a column of the table below, in per cent of the width."""
    return LABEL_SHARE + (100 - LABEL_SHARE) * (index + 1) / count


def _height(value: Decimal, top: Decimal) -> Decimal:
    return (ZERO - (ZERO - TOP) * max(value, Decimal(0)) / top).quantize(Decimal("0.01"))


def _grid(values: Sequence[Decimal], *, top: Decimal, places: int, locale: Locale) -> list[SafeString]:
    """Lines at round values; each says its value in full, so that no two lines read the same."""
    places = max(places, *(-int(value.normalize().as_tuple().exponent) for value in values))
    drawn: list[SafeString] = []
    for value in values:
        y = _height(value, top)
        kind = "grid" if value else "zero-line"
        drawn.append(element("line", x1=pct(LABEL_SHARE), x2="100%", y1=y, y2=y, class_=kind))
        words = (
            figure(value, places=places, locale=locale) if value < 10000 else compact(value, locale=locale)
        )
        drawn.append(text(words, x=pct(LABEL_SHARE), dx=-8, y=y, dy=4, text_anchor="end", class_="axis"))
    return drawn


def _strokes(line: Series, *, top: Decimal, dash: str) -> list[SafeString]:
    drawn: list[SafeString] = []
    for index, (before, after) in enumerate(pairwise(line.points)):
        if before.value is None or after.value is None:
            continue
        pattern = dash if after.closed else "3 3"
        ends = {"y1": _height(before.value, top), "y2": _height(after.value, top)}
        x1, x2 = (pct(_column(at, len(line.points))) for at in (index, index + 1))
        drawn.append(
            element("line", x1=x1, x2=x2, class_="stroke", stroke_dasharray=pattern or "none", **ends)
        )
    return drawn


def _dots(line: Series, *, top: Decimal) -> list[SafeString]:
    return [
        element(
            "circle",
            cx=pct(_column(index, len(line.points))),
            cy=_height(point.value, top),
            r=4,
            class_="dot" if point.closed else "dot open",
        )
        for index, point in enumerate(line.points)
        if point.value is not None
    ]


def _ends(line: Series, *, top: Decimal, places: int, locale: Locale) -> list[SafeString]:
    known = [(at, point.value) for at, point in enumerate(line.points) if point.value is not None]
    drawn: list[SafeString] = []
    for at, value in dict.fromkeys([*known[:1], *known[-1:]]):
        name = f"{line.name} " if line.name and at == known[-1][0] else ""
        words = name + figure(value, places=places, locale=locale)
        edge: dict[str, int | str] = {"text_anchor": "middle"}
        if at == len(line.points) - 1:
            edge = {"text_anchor": "end", "dx": HALF_FIGURE_PX}
        x = pct(_column(at, len(line.points)))
        drawn.append(text(words, x=x, y=_height(value, top) - 12, class_="value", **edge))
    return drawn


def line_chart(series: Sequence[Series], *, label: str, places: int = 2, locale: Locale = EN) -> SafeString:
    """Lines over periods, in the columns of the `fixed` table under them; `label` is the chart's sentence."""
    largest = _largest(series)
    top = max(largest, gridlines(largest)[1])
    lines: list[SafeString] = []
    for number, line in enumerate(series):
        lines += _strokes(line, top=top, dash=DASHES[number % len(DASHES)])
        lines += _dots(line, top=top)
        lines += _ends(line, top=top, places=places, locale=locale)
    shifted = element("g", *lines, transform=f"translate(-{HALF_FIGURE_PX} 0)")
    grid = _grid((Decimal(0), *gridlines(largest)), top=top, places=places, locale=locale)
    return drawing(*grid, shifted, label=label, class_="chart", height=HEIGHT)
