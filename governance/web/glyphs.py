"""The signs that stand beside status words: twelve pixels, one colour, stroke one and a half. Never without a word."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString

_CIRCLE = '<circle cx="6" cy="6" r="4.75"/>'
_DASHED = '<circle cx="6" cy="6" r="4.9" stroke-dasharray="1.9 1.18"/>'
_DIAMOND = '<path d="M6 1.2 10.8 6 6 10.8 1.2 6Z"/>'
_TICK = '<path d="M1.6 6.6 4.4 9.4 10.4 2.6"/>'
_CROSS = '<path d="M2.2 2.2 9.8 9.8M9.8 2.2 2.2 9.8"/>'

SHAPES: dict[str, str] = {
    "running": _CIRCLE + '<path class="solid" d="M6 1.25a4.75 4.75 0 0 1 0 9.5Z"/>',
    "open": _CIRCLE,
    "disarmed": _CIRCLE + '<path d="M2.7 9.3 9.3 2.7"/>',
    "paused": '<path class="solid" d="M2.2 1.5h2.6v9H2.2ZM7.2 1.5h2.6v9H7.2Z"/>',
    "stopped": '<path class="solid" d="M1 1h10v10H1Z"/>',
    "waits": _DIAMOND,
    "claimed": _DASHED + '<path d="M3.7 6.2 5.3 7.8 8.4 4.3"/>',
    "complete": '<path d="M.6 6.9 2.9 9.4 8 3.2"/><path d="M5.6 8.6 6.4 9.4 11.5 3.2"/>',
    "settled": _TICK,
    "refused": _CROSS,
    "uncertain": _CIRCLE
    + '<path stroke-width="1.2" d="M4.5 4.8c0-.9.65-1.5 1.5-1.5s1.5.6 1.5 1.4c0 1.1-1.5 1.1-1.5 2.2"/>'
    + '<path class="solid" d="M5.35 7.9h1.3v1.3h-1.3Z"/>',
    "over": '<path class="solid" d="M6 1.2 11.2 10.6H.8Z"/>',
    "expired": _DASHED,
    "new": '<path d="M6 1.2v9.6M1.2 6h9.6" stroke-width="1.75"/>',
    "notice": '<path d="M1 2.5h10v7.4H1Z"/><path d="M1.2 3 6 6.9 10.8 3"/>',
    "unfolded": '<path d="M2.8 4.4 6 7.6 9.2 4.4"/>',
    "folded": '<path d="M4.4 2.8 7.6 6 4.4 9.2"/>',
}

ALIASES: dict[str, str] = {
    "armed": "open",
    "neutral": "open",
    "note": "open",
    "freeze": "stopped",
    "frozen": "stopped",
    "accepted": "complete",
    "whole": "complete",
    "signed": "settled",
    "approved": "settled",
    "same": "settled",
    "done": "settled",
    "declined": "refused",
    "worth-knowing": "over",
    "disagree": "over",
}


def shape(name: str) -> str:
    """The inside of the sign called `name`; KeyError for a name that nobody drew."""
    return SHAPES[ALIASES.get(name, name)]


def glyph(name: str, *, label: str = "") -> SafeString:
    """The sign as inline SVG, silent beside its word; with `label` it speaks for itself. Nothing for an empty name."""
    if not name:
        return SafeString("")
    spoken = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    inside = SafeString(shape(name))
    return format_html(
        '<svg class="glyph" width="12" height="12" viewBox="0 0 12 12" {}>{}</svg>', spoken, inside
    )
