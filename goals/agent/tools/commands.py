"""Runs one command below the workspace: no shell, no input, an empty environment, limits on all it uses.

Ends the whole process group when its time or its output is used up. This is no sandbox: a command that
is allowed can do what it can do, which is why the list of allowed ones is empty unless somebody fills it.
"""

from __future__ import annotations

import json
import os
import select
import selectors
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from goals.agent.workspace import MAX_FILE_BYTES

SEARCHED = "/usr/local/bin:/usr/bin:/bin"
MOST_OUTPUT_BYTES = 1024 * 1024
MEMORY_BYTES = 1024 * 1024 * 1024
PIECE = 65_536
LAUNCHER = str(Path(__file__).with_name("confined.py"))


@dataclass(frozen=True, slots=True)
class Finished:
    """What became of a command; `ended_for` is "" or time, output."""

    exit_code: int
    stdout: bytes
    stderr: bytes
    ended_for: str


def executable(name: str) -> str | None:
    """The file that a bare name stands for in the fixed folders, or None."""
    return None if "/" in name else shutil.which(name, path=SEARCHED)


def run(path: str, arguments: Sequence[str], *, folder: Path, seconds: float) -> Finished:
    """Run the file with these arguments in `folder`, for at most `seconds`."""
    limits = {"cpu_seconds": int(seconds) + 1, "file_bytes": MAX_FILE_BYTES, "memory_bytes": MEMORY_BYTES}
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", LAUNCHER, json.dumps(limits), path, *arguments],
        cwd=folder, env={"PATH": SEARCHED, "HOME": str(folder), "LANG": "C.UTF-8"}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        output, ended_for = _collect(process, time.monotonic() + seconds)
    finally:
        _end_group(process)
    return Finished(process.returncode, output["stdout"], output["stderr"], ended_for)


def _collect(process: subprocess.Popen[bytes], until: float) -> tuple[dict[str, bytes], str]:
    """Both outputs until both are closed, the time is up, or there is too much of them."""
    output = {"stdout": b"", "stderr": b""}
    with selectors.DefaultSelector() as waiting:
        for name in output:
            waiting.register(getattr(process, name), selectors.EVENT_READ, name)
        while waiting.get_map():
            ready = waiting.select(max(0.0, until - time.monotonic()))
            if not ready:
                return output, "time"
            for key, _events in ready:
                piece = os.read(key.fd, PIECE)
                output[key.data] += piece
                if not piece:
                    waiting.unregister(key.fileobj)
            if sum(map(len, output.values())) > MOST_OUTPUT_BYTES:
                return output, "output"
    return output, _outlived(process, until)


def _outlived(process: subprocess.Popen[bytes], until: float) -> str:
    """Wait for the end without collecting it: until the group is killed its number must stay taken."""
    handle = os.pidfd_open(process.pid)
    try:
        ended, _, _ = select.select([handle], [], [], max(0.0, until - time.monotonic()))
    finally:
        os.close(handle)
    return "" if ended else "time"


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill whatever the command left running in its group, also after it ended itself."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
