"""The elements of a page and the names of their attributes, without any text: what hostile text must not change."""

from __future__ import annotations

from html.parser import HTMLParser


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, ...]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "wbr":  # a place to break a long word says nothing
            self.elements.append((tag, *(name for name, _ in attrs)))


def skeleton(html: str) -> list[tuple[str, ...]]:
    """Start tags in order, each with the names of its attributes."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.elements
