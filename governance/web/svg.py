"""Writes one SVG element at a time, everything escaped. Decides nothing about what is drawn.

Horizontal places are per cent and vertical ones pixels: a drawing then stretches with its column
while its lines stay one pixel and its words keep their size, without a script and without a style attribute.
"""

from __future__ import annotations

from decimal import Decimal

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

Length = int | float | Decimal | str


def percent_of(part: Decimal | int, whole: Decimal | int) -> Decimal:
    """`part` of `whole` in per cent, between 0 and 100, to four decimals; 0 where there is no whole."""
    if whole <= 0:
        return Decimal(0)
    return min(max(Decimal(part) * 100 / Decimal(whole), Decimal(0)), Decimal(100)).quantize(
        Decimal("0.0001")
    )


def _written(value: Length) -> str:
    if isinstance(value, str):
        return value
    text = f"{Decimal(str(value)):.4f}"
    return text.rstrip("0").rstrip(".")


def pct(value: Decimal) -> str:
    """A per cent as an attribute, "41.3%"."""
    return f"{_written(value)}%"


def element(name: str, *children: SafeString, **attributes: Length) -> SafeString:
    """<name …>children</name>; `class_` becomes class and `_` a hyphen. Values are escaped."""
    pairs = format_html_join(
        "",
        ' {}="{}"',
        ((key.rstrip("_").replace("_", "-"), _written(value)) for key, value in attributes.items()),
    )
    body = mark_safe("".join(children))  # noqa: S308  the children were made here, escaped
    return format_html("<{}{}>{}</{}>", name, pairs, body, name)


def written(content: object) -> SafeString:
    """`content` as escaped text, to stand inside an element."""
    return escape(str(content))


def text(content: object, **attributes: Length) -> SafeString:
    """A <text> element holding `content`, escaped."""
    return element("text", written(content), **attributes)


def stripes(uid: str, *, upright: bool = False) -> SafeString:
    """The pattern of what is committed (135°) or, `upright`, of what is only planned; refer to it as url(#uid).

    Tiles are whole pixels, so that the strokes of neighbouring tiles meet and stay sharp.
    """
    size, strokes = (6, "M.75 0v6") if upright else (8, "M-1 1 1-1M-1 9 9-1M7 9 9 7")
    drawn = element("path", d=strokes, class_="stripe")
    tile: dict[str, Length] = {"width": size, "height": size, "patternUnits": "userSpaceOnUse"}
    return element("defs", element("pattern", drawn, id=uid, **tile))


def drawing(*children: SafeString, label: str, class_: str, **attributes: Length) -> SafeString:
    """A whole drawing that says itself in one sentence to those who cannot see it."""
    return element("svg", *children, class_=class_, role="img", aria_label=label, width="100%", **attributes)
