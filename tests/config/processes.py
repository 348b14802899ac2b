"""What tests ask the kernel about a process."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

SECONDS = 120


def alive(pid: int) -> bool:
    """Is there such a process, other than as a zombie?"""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def eventually(holds: Callable[[], bool]) -> bool:
    """True as soon as it holds; False if it does not within a time no healthy machine needs."""
    deadline = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
