"""Text that nobody should have written, and a way to put it into every place of a page."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass, replace
from typing import Any

from django.utils.safestring import SafeString

HOSTILE = {
    "markup": "</td></table><script>alert(1)</script><img src=x onerror=alert(1)><style>*{display:none}</style>",
    "attributes": "\" onfocus=alert(1) autofocus x=\"' style='position:fixed",
    "template": "{{ 7|add:7 }}{% include 'base.html' %}<!-- {# -->",
    "formula": '=HYPERLINK("https://evil.example","USD 0.00")',
    "right-to-left": "\u202egpj.exe\u2066\u2069 \u05d0\u05d1\u05d2 “\u05d3\u05d4” 400 ; \u0627\u0644\u0645 12",
    "one long word": "A" * 100_000,
    "one long line": "no money moved " * 7_000,
    "emoji": "\U0001f9d1\U0001f3fd\u200d\U0001f680\U0001f1f3\U0001f1f4" * 300,
    "piled marks": "Z" + "\u0301\u0489" * 4_000,
    "controls": "\x00\x07\x1b[31m\u200b\ufeff\u2028" * 50,
}

# What these hold is a name that the page knows, or an address that a view made; nobody writes into them.
OURS = {"glyph", "kind", "level", "style", "key", "on", "href", "action", "current", "theme", "uid", "tags"}

# What people and models write, in the words of the parts; the rest is written by the pages themselves.
WRITTEN = {
    "title",
    "text",
    "name",
    "objective",
    "sentence",
    "reason",
    "did",
    "actor",
    "person",
    "answer",
    "before",
}


def poisoned(value: Any, text: str, *, only: Set[str] | None = None, here: bool = True) -> Any:
    """A copy of `value` with `text` for every string that a person or a model could have written.

    With `only`, just what stands under one of those keys; without it, everything that is not ours.
    """
    if isinstance(value, SafeString) or not value:
        return value
    if isinstance(value, str):
        return text if here else value
    if isinstance(value, Mapping):
        ours = {"name", "value"} if "label" in value else set()  # a form's field is named by the page
        return {key: one if key in ours else _inside(key, one, text, only=only) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(poisoned(one, text, only=only, here=here) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        inside = {
            one.name: _inside(one.name, getattr(value, one.name), text, only=only) for one in fields(value)
        }
        return replace(value, **inside)
    return value


def _inside(key: str, value: Any, text: str, *, only: Set[str] | None) -> Any:
    if key in OURS or key.endswith("href"):
        return value
    return poisoned(value, text, only=only, here=only is None or key in only)
