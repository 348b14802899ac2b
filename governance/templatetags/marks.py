"""Tags that write small pieces of markup: glyphs, key swatches, bars, linked ids, cells. All is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from governance.web import bars, glyphs
from governance.web.cells import Column, cell_html
from governance.web.plain_text import sentence
from governance.web.svg import element

register = template.Library()


register.simple_tag(glyphs.glyph, name="glyph")

_KEY = SafeString('<path class="frame" d="M.5.5h17v9H.5Z"/>')
_KEYS = {
    "spent": SafeString('<path class="fill" d="M0 0h18v10H0Z"/>'),
    "committed": _KEY
    + SafeString('<path class="stripe" d="M1 7.5 7.5 1M3.5 9.5 12 1M8 9.5 16.5 1M12.5 9.5 17 5"/>'),
    "planned": _KEY + SafeString('<path class="stripe" d="M4.5 1v8M9 1v8M13.5 1v8"/>'),
    "available": _KEY,
}


@register.simple_tag
def swatch(kind: str) -> SafeString:
    """The key of one part of a bar: spent, committed, planned or available."""
    return format_html(
        '<svg class="swatch" width="18" height="10" viewBox="0 0 18 10" aria-hidden="true">{}</svg>',
        _KEYS[kind],
    )


@register.simple_tag
def budget_bar(bar: bars.Bar, label: str, uid: str, narrow: bool = False) -> SafeString:
    return bars.budget_bar(bar, label=label, uid=uid, narrow=narrow)


@register.simple_tag
def linked(text: object, links: Mapping[str, str] | None = None, limit: int = 1200) -> SafeString:
    """`text`, safe to look at, with each id that `links` knows turned into an ink link to its address."""
    visible = sentence(text, limit=limit)
    known = {key: url for key, url in (links or {}).items() if key and url}
    if not known:
        return escape(visible)
    found = re.split(f"({'|'.join(re.escape(key) for key in sorted(known, key=len, reverse=True))})", visible)
    pieces = [
        element("a", escape(piece), href=known[piece], class_="id") if piece in known else escape(piece)
        for piece in found
    ]
    return mark_safe("".join(pieces))  # noqa: S308  each piece was escaped above


@register.simple_tag
def cell(column: Column, value: Any, names_row: bool = False) -> SafeString:
    """One cell of a table: `value` written as the column says."""
    return cell_html(column, value, names_row=names_row)


@register.filter
def beside(cells: Sequence[Any], columns: Sequence[Column]) -> Iterator[tuple[Column, Any]]:
    """Each column with its cell; a row that is short or long is a mistake and raises."""
    return zip(columns, cells, strict=True)
