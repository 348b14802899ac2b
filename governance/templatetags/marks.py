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
from governance.web.plain_text import sentence, shown
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


def _with_links(text: str, links: Mapping[str, str]) -> SafeString:
    known = {key: url for key, url in links.items() if key and url}
    if not known:
        return escape(text)
    longest_first = sorted(known, key=len, reverse=True)
    pieces = re.split(f"({'|'.join(re.escape(key) for key in longest_first)})", text)
    written = (
        element("a", escape(one), href=known[one], class_="id") if one in known else escape(one)
        for one in pieces
    )
    return mark_safe("".join(written))  # noqa: S308  each piece was escaped above


@register.simple_tag
def linked(text: object, links: Mapping[str, str] | None = None, limit: int = 1200) -> SafeString:
    """A sentence, safe to look at, with each id that `links` knows as an ink link to its address.

    What stands between quotation marks came from a person and may run right to left: it is kept apart, so
    that the figures after it stay where they belong.
    """
    before, opened, rest = sentence(text, limit=limit).partition("“")
    quoted, closed, after = rest.rpartition("”")
    if not (opened and closed):
        return _with_links(f"{before}{opened}{rest}", links or {})
    parts = (_with_links(part, links or {}) for part in (before, quoted, after))
    return format_html("{}“<bdi>{}</bdi>”{}", *parts)


@register.filter
def whole(text: object, limit: int = 9000) -> SafeString:
    """A long text as it was written, with places to break inside words of more than 64 characters.

    Without them a browser takes minutes to lay out one word of 100,000.
    """
    pieces = re.findall(r"\S{64}|\S{1,63}|\s+", shown(text, limit=limit))
    broken = (escape(one) + ("<wbr>" if len(one) == 64 and not one.isspace() else "") for one in pieces)
    return mark_safe("".join(broken))  # noqa: S308  each piece was escaped above


@register.simple_tag
def cell(column: Column, value: Any, names_row: bool = False) -> SafeString:
    """One cell of a table: `value` written as the column says."""
    return cell_html(column, value, names_row=names_row)


@register.filter
def beside(cells: Sequence[Any], columns: Sequence[Column]) -> Iterator[tuple[Column, Any]]:
    """Each column with its cell; a row that is short or long is a mistake and raises."""
    return zip(columns, cells, strict=True)
