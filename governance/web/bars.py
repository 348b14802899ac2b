"""Draws the budget bar: spent solid, committed striped, available empty. Never decides what is spent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.safestring import SafeString

from governance.web.svg import Length, drawing, element, pct, percent_of, stripes, text

Size = int | Decimal
MOST_SPLITS = 12
LEAST_NUMBER_PX = 18
WIDE_PX, SIDE_PX, PHONE_PX = 744, 336, 328


@dataclass(frozen=True)
class Split:
    """What one settled round (or, without a number, one human turn) took of the spent part."""

    number: str
    size: Size


@dataclass(frozen=True)
class Mark:
    """A cap that a person signed, drawn in pen across the bar."""

    at: Size
    words: str


@dataclass(frozen=True)
class Bar:
    """Sizes in one unit. `planned` is upright stripes: what rounds that nobody admitted yet would take."""

    spent: Size
    committed: Size
    budget: Size
    planned: Size = 0
    splits: tuple[Split, ...] = ()
    mark: Mark | None = None

    @property
    def scale(self) -> Size:
        """What the whole width stands for: the budget, or all that was used where that is more."""
        return max(self.budget, self.spent + self.committed + self.planned, 1)


def _edge(at: Decimal, **attributes: str) -> SafeString:
    return element("rect", x=pct(at), y=0, width=1, height="100%", **attributes)


def _number_class(width: Decimal, *, narrow: bool) -> str | None:
    """Whether a split of `width` per cent has room for its number: always, on wide screens only, or never."""
    if width * PHONE_PX / 100 >= LEAST_NUMBER_PX:
        return "no"
    if width * (SIDE_PX if narrow else WIDE_PX) / 100 >= LEAST_NUMBER_PX:
        return "no wide-only"
    return None


def _splits(bar: Bar, *, narrow: bool) -> list[SafeString]:
    if len(bar.splits) > MOST_SPLITS:
        return []
    drawn: list[SafeString] = []
    start: Size = 0
    for split in bar.splits:
        at, width = percent_of(start, bar.scale), percent_of(split.size, bar.scale)
        if start:
            drawn.append(_edge(at, class_="gap"))
        class_ = _number_class(width, narrow=narrow)
        if split.number and class_:
            drawn.append(text(split.number, x=pct(at), dx=7, y="50%", dy="0.36em", class_=class_))
        start += split.size
    return drawn


def _striped(start: Size, size: Size, scale: Size, *, uid: str) -> list[SafeString]:
    if size <= 0:
        return []
    at, end = percent_of(start, scale), percent_of(start + size, scale)
    area = element("rect", x=pct(at), y=0, width=pct(end - at), height="100%", fill=f"url(#{uid})")
    return [area, _edge(at, class_="ink"), _edge(end, class_="ink", transform="translate(-1 0)")]


def _frame(width: Decimal) -> list[SafeString]:
    across: dict[str, Length] = {"x": 0, "width": pct(width), "height": 1, "class_": "ink"}
    return [
        element("rect", y=0, **across),
        element("rect", y="100%", transform="translate(0 -1)", **across),
        _edge(Decimal(0), class_="ink"),
        _edge(width, class_="ink", transform="translate(-1 0)"),
    ]


def _past_the_end(bar: Bar) -> list[SafeString]:
    """Where the budget ends inside what was used: a tall stroke between two gaps."""
    if bar.spent + bar.committed <= bar.budget:
        return []
    end = pct(percent_of(bar.budget, bar.scale))
    gaps = [
        element("rect", x=end, y=0, width=1, height="100%", class_="gap", transform=f"translate({shift} 0)")
        for shift in (-2, 2)
    ]
    return [*gaps, element("rect", x=end, y=-5, width=2, height=38, class_="ink end")]


def _mark(mark: Mark, scale: Size) -> list[SafeString]:
    at = percent_of(mark.at, scale)
    flip = at > 70
    words = {"text_anchor": "end", "dx": -6} if flip else {"dx": 7}
    line = element("rect", x=pct(at), y=-20, width=2, height=56, transform="translate(-1 0)", class_="pen")
    return [line, text(mark.words, x=pct(at), y=-9, class_="mark-words", **words)]


def budget_bar(bar: Bar, *, label: str, uid: str, narrow: bool = False) -> SafeString:
    """The bar as SVG. `label` is its sentence, `uid` is unique on the page, `narrow` is for a side column."""
    spent = element(
        "rect", x=0, y=0, width=pct(percent_of(bar.spent, bar.scale)), height="100%", class_="fill"
    )
    used = bar.spent + bar.committed
    parts: Sequence[SafeString] = [
        stripes(f"{uid}-c"),
        stripes(f"{uid}-p", upright=True),
        spent,
        *_splits(bar, narrow=narrow),
        *_striped(bar.spent, bar.committed, bar.scale, uid=f"{uid}-c"),
        *_striped(used, bar.planned, bar.scale, uid=f"{uid}-p"),
        *_frame(percent_of(bar.budget, bar.scale)),
        *_past_the_end(bar),
        *(_mark(bar.mark, bar.scale) if bar.mark else []),
    ]
    return drawing(*parts, label=label, class_="bar marked" if bar.mark else "bar")
