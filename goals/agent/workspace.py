"""The folder of one goal, and the only way to its files.

Every name along a path is opened below the folder before it, without following a link, so that nothing
the agent writes or unpacks can lead outside: no link, no hard link, no device, no other file system.
Never decides who may read or write.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from goals.agent.paths import MAX_DEPTH, WorkspaceError, can_be_named, parts_of

MAX_FILE_BYTES = 2 * 1024 * 1024
MAX_TOTAL_BYTES = 64 * 1024 * 1024
MAX_ENTRIES = 5_000
TEMPORARY = ".countersign-"

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or a folder, by its path inside the workspace."""

    path: str
    is_folder: bool
    bytes: int


class Workspace:
    """Paths are relative to the root, with `/` between names. Raises WorkspaceError with a code."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True, mode=0o700)

    def read(self, path: str, *, offset: int = 0, most: int = MAX_FILE_BYTES) -> tuple[bytes, int]:
        """At most `most` bytes from `offset`, and the size of the file."""
        with self._opened(path) as file:
            return os.pread(file, most, min(offset, MAX_TOTAL_BYTES)), os.fstat(file).st_size

    def write(self, path: str, content: bytes) -> bool:
        """Replace or create a file as a whole, with the folders it needs. True if it is new."""
        names = parts_of(path)
        if not names or path.endswith("/"):
            raise WorkspaceError("BAD_PATH", "The path names a folder; give the path of a file.")
        if names[-1].startswith(TEMPORARY):
            raise WorkspaceError("BAD_PATH", f"Names that begin with {TEMPORARY} are kept for the service.")
        if len(content) > MAX_FILE_BYTES:
            raise WorkspaceError("TOO_LARGE", f"A file may have at most {MAX_FILE_BYTES} bytes.")
        with self._folder(names[:-1], create=True) as folder:
            replaced = _size_of_replaced(folder, names[-1])
            self._require_room(len(content) - (replaced or 0), new=replaced is None)
            _put(folder, names[-1], content)
        return replaced is None

    def entries(self, path: str = "", *, deep: bool = False) -> Iterator[Entry]:
        """What lies in a folder, in the order of its names; `deep` also what lies below.

        Left out: what `read` would refuse, such as links, and names that no path may hold.
        """
        names = parts_of(path)
        with self._folder(names) as folder:
            for entry in _walk(folder, "/".join(names), MAX_DEPTH if deep else 0):
                if can_be_named(entry.path.rsplit("/", 1)[-1]):
                    yield entry

    def _require_room(self, more: int, *, new: bool) -> None:
        with self._folder([]) as folder:
            sizes = [entry.bytes for entry in _walk(folder, "", MAX_DEPTH)]
        if new and len(sizes) >= MAX_ENTRIES:
            raise WorkspaceError(
                "WORKSPACE_FULL", f"The workspace already has {MAX_ENTRIES} files and folders."
            )
        if sum(sizes) + more > MAX_TOTAL_BYTES:
            raise WorkspaceError("WORKSPACE_FULL", f"The workspace may have at most {MAX_TOTAL_BYTES} bytes.")

    @contextmanager
    def _opened(self, path: str) -> Iterator[int]:
        names = parts_of(path)
        if not names:
            raise WorkspaceError("NOT_A_FILE", "The path names the workspace itself.")
        with self._folder(names[:-1]) as folder, _closing(_open(names[-1], _FILE, folder)) as file:
            _require_own_file(file, folder)
            yield file

    @contextmanager
    def _folder(self, names: list[str], *, create: bool = False) -> Iterator[int]:
        current = os.open(self.root, _FOLDER)
        device = os.fstat(current).st_dev
        try:
            for name in names:
                if create:
                    _make_folder(name, current)
                below = _open(name, _FOLDER, current)
                os.close(current)
                current = below
                if os.fstat(current).st_dev != device:
                    raise WorkspaceError("NOT_ALLOWED", "The folder is on another file system.")
            yield current
        finally:
            os.close(current)


def _open(name: str, flags: int, folder: int) -> int:
    try:
        return os.open(name, flags, dir_fd=folder)
    except FileNotFoundError:
        raise WorkspaceError("NOT_FOUND", f"There is no {name} at this path.") from None
    except NotADirectoryError:
        raise WorkspaceError("NOT_A_FOLDER", f"{name} is not a folder of the workspace.") from None
    except OSError:
        raise WorkspaceError(
            "NOT_ALLOWED", f"{name} is a link or something else that is not opened."
        ) from None


def _make_folder(name: str, folder: int) -> None:
    try:
        os.mkdir(name, 0o700, dir_fd=folder)
    except FileExistsError:
        return
    except OSError as error:
        raise WorkspaceError("NOT_ALLOWED", f"The folder {name} cannot be made: {error.strerror}.") from None


def _require_own_file(file: int, folder: int) -> None:
    """An ordinary file with one name, on the workspace's file system: a second name may lie outside."""
    found = os.fstat(file)
    if stat.S_ISDIR(found.st_mode):
        raise WorkspaceError("NOT_A_FILE", "The path names a folder; list it instead.")
    if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1 or found.st_dev != os.fstat(folder).st_dev:
        raise WorkspaceError(
            "NOT_ALLOWED", "The path names something that is not an ordinary file of the workspace."
        )


def _size_of_replaced(folder: int, name: str) -> int | None:
    """Size of the file that a write would replace, None if there is none."""
    try:
        with _closing(_open(name, _FILE, folder)) as file:
            _require_own_file(file, folder)
            return os.fstat(file).st_size
    except WorkspaceError as refused:
        if refused.code == "NOT_FOUND":
            return None
        raise


def _put(folder: int, name: str, content: bytes) -> None:
    """Write beside and rename: a reader sees the old file or the new one, and a link is never written through."""
    temporary = TEMPORARY + secrets.token_hex(8)
    try:
        with os.fdopen(os.open(temporary, _NEW, 0o600, dir_fd=folder), "wb") as file:
            file.write(content)
        os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError as error:
        _remove(folder, temporary)
        raise WorkspaceError("NOT_ALLOWED", f"{name} cannot be written: {error.strerror}.") from None


def _remove(folder: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        return


def _walk(folder: int, below: str, depth: int) -> Iterator[Entry]:
    for name in sorted(os.listdir(folder)):
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        path = f"{below}/{name}" if below else name
        if stat.S_ISREG(found.st_mode) and found.st_nlink == 1 and not name.startswith(TEMPORARY):
            yield Entry(path, False, found.st_size)
        elif stat.S_ISDIR(found.st_mode):
            yield Entry(path, True, 0)
            if depth:
                with _closing(_open(name, _FOLDER, folder)) as inner:
                    yield from _walk(inner, path, depth - 1)


@contextmanager
def _closing(descriptor: int) -> Iterator[int]:
    try:
        yield descriptor
    finally:
        os.close(descriptor)
