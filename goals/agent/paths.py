"""Which paths a tool may name. Pure; what lies at the path is for `workspace` to check."""

from __future__ import annotations

from goals.values import unreadable

MAX_PATH_BYTES = 1_024
MAX_NAME_BYTES = 200
MAX_DEPTH = 16


class WorkspaceError(Exception):
    """A file operation that is refused: `code` in capitals for the model, `sentence` says what to do."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


def parts_of(path: str) -> list[str]:
    """The names along a relative path; [] for the workspace itself. Raises WorkspaceError BAD_PATH.

    No absolute path, no `..`, no back slash, no control character, nothing too long or too deep.
    """
    if path.startswith("/"):
        raise _bad("is absolute; give one relative to the workspace")
    if fault := unreadable(path) or ("holds a line break or tab" if set(path) & set("\n\t") else None):
        raise _bad(fault)
    if "\\" in path:
        raise _bad("holds a back slash; separate folders with /")
    names = [name for name in path.split("/") if name not in ("", ".")]
    if ".." in names:
        raise _bad("climbs with '..'; stay inside the workspace")
    if len(path.encode()) > MAX_PATH_BYTES or any(len(name.encode()) > MAX_NAME_BYTES for name in names):
        raise _bad(f"is too long; at most {MAX_PATH_BYTES} bytes, {MAX_NAME_BYTES} for one name")
    if len(names) > MAX_DEPTH:
        raise _bad(f"is deeper than {MAX_DEPTH} folders")
    return names


def can_be_named(name: str) -> bool:
    """Whether a name found in a folder is one that a path may hold."""
    try:
        return parts_of(name) == [name]
    except WorkspaceError:
        return False


def _bad(why: str) -> WorkspaceError:
    return WorkspaceError("BAD_PATH", f"The path {why}.")
