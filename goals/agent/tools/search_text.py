"""search_text: lines of the workspace's files that hold a text. Plain text, no patterns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, islice

from pydantic import Field

from goals.agent.tools.base import Arguments, Context, Result, Tool, said
from goals.agent.workspace import MAX_FILE_BYTES, Entry

MOST_MATCHES = 100
MOST_FILES = 1_000
MOST_BYTES = 16 * 1024 * 1024
SHOWN_CHARACTERS = 240


class SearchText(Arguments):
    query: str = Field(min_length=1, max_length=200, description="Plain text; case does not matter.")
    path: str = Field("", description="Folder to search below; empty for the whole workspace.")


def run(context: Context, given: SearchText) -> Result:
    files = [entry for entry in context.workspace.entries(given.path, deep=True) if not entry.is_folder]
    searched = _within_limits(files)
    lines = (line for entry in searched for line in _lines(context, entry.path, given.query.casefold()))
    found = list(islice(lines, MOST_MATCHES + 1))
    truncated = len(found) > MOST_MATCHES or len(searched) < len(files)
    answer = {"matches": found[:MOST_MATCHES], "truncated": truncated}
    return said(answer, f"Searched for “{given.query}”: {len(found[:MOST_MATCHES])} matches.")


def _within_limits(files: list[Entry]) -> list[Entry]:
    """As many files, in order, as one search may read."""
    sums = accumulate(min(entry.bytes, MAX_FILE_BYTES) for entry in files)
    return [entry for entry, total in zip(files[:MOST_FILES], sums, strict=False) if total <= MOST_BYTES]


def _lines(context: Context, path: str, wanted: str) -> Iterator[dict[str, object]]:
    content, _size = context.workspace.read(path, most=MAX_FILE_BYTES)
    for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), start=1):
        if wanted in line.casefold():
            yield {"path": path, "line": number, "text": line[:SHOWN_CHARACTERS]}


TOOL = Tool(
    name="search_text", description="Find a text in the workspace's files.", arguments=SearchText, run=run
)
