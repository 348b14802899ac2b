"""Temporary folders that are removed even when the process that made them was killed.

Each is held by a lock that dies with its process; whoever makes the next one sweeps up those that
nobody holds any more. Decides nothing about what is inside.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from pathlib import Path
from typing import IO

PREFIX = "countersign-scratch-"


class Scratch:
    """A folder of its own until `remove`; others can enter it and read what they are given."""

    def __init__(self, parent: Path | None = None) -> None:
        parent = parent or Path(tempfile.gettempdir())
        _sweep(parent)
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        self._lock = _held(self.folder)
        self.folder.chmod(0o755)

    def remove(self) -> None:
        """Remove it with everything in it; safe to call twice."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._lock is not None:
            self._lock.close()


def _held(folder: Path) -> IO[str] | None:
    """The open lock of a folder, or None where another process holds it."""
    lock = (folder / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock


def _sweep(temporary: Path) -> None:
    for folder in temporary.glob(f"{PREFIX}*"):
        # A folder without its lock file is being made at this moment.
        with contextlib.suppress(OSError):
            if (
                folder.stat().st_uid == os.geteuid()
                and (folder / "lock").exists()
                and (lock := _held(folder))
            ):
                shutil.rmtree(folder, ignore_errors=True)
                lock.close()
