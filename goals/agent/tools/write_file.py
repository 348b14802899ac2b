"""write_file: a file of the workspace, written as a whole."""

from __future__ import annotations

from goals.agent.tools.base import Arguments, Context, Result, Tool, refused, said


class WriteFile(Arguments):
    path: str
    content: str


def run(context: Context, given: WriteFile) -> Result:
    try:
        content = given.content.encode()
    except UnicodeEncodeError:
        return refused("INVALID_ARGS", "content: holds a lone surrogate; give readable text.")
    new = context.workspace.write(given.path, content)
    answer = {"path": given.path, "bytes": len(content), "created": new}
    return said(answer, f"{'Wrote' if new else 'Replaced'} {given.path} ({len(content):,} bytes).")


TOOL = Tool(
    name="write_file",
    description="Write a whole text file into the workspace; folders are made.",
    arguments=WriteFile,
    run=run,
)
