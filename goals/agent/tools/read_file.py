"""read_file: the text of a file of the workspace, in pieces where it is long."""

from __future__ import annotations

from pydantic import Field

from goals.agent.tools.base import Arguments, Context, Result, Tool, said

USUAL_BYTES = 16_384
MOST_BYTES = 65_536


class ReadFile(Arguments):
    path: str
    offset: int = Field(0, ge=0, description="First byte.")
    limit: int = Field(USUAL_BYTES, ge=1, le=MOST_BYTES, description="Most bytes.")


def run(context: Context, given: ReadFile) -> Result:
    content, size = context.workspace.read(given.path, offset=given.offset, most=given.limit)
    end = given.offset + len(content)
    answer = {
        "path": given.path,
        "content": content.decode("utf-8", "replace"),
        "bytes": size,
        "next_offset": end if end < size else None,
    }
    part = "" if given.offset == 0 and end >= size else f" from byte {given.offset:,}"
    return said(answer, f"Read {given.path}{part} ({len(content):,} bytes).")


TOOL = Tool(name="read_file", description="Read a text file of the workspace.", arguments=ReadFile, run=run)
