"""list_files: what lies in a folder of the workspace."""

from __future__ import annotations

from itertools import islice

from pydantic import Field

from goals.agent.tools.base import Arguments, Context, Result, Tool, said

MOST = 500


class ListFiles(Arguments):
    path: str = Field("", description="Folder; empty for the whole workspace.")


def run(context: Context, given: ListFiles) -> Result:
    found = list(islice(context.workspace.entries(given.path), MOST + 1))
    entries = [
        {"path": f"{entry.path}/", "kind": "folder"}
        if entry.is_folder
        else {"path": entry.path, "kind": "file", "bytes": entry.bytes}
        for entry in found[:MOST]
    ]
    where = given.path or "the workspace"
    return said(
        {"entries": entries, "truncated": len(found) > MOST},
        f"Listed {where}: {len(entries)} files and folders.",
    )


TOOL = Tool(name="list_files", description="List a folder of the workspace.", arguments=ListFiles, run=run)
