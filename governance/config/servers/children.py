"""Starting a process that cannot outlive its parent, and ending it by its process id.

Decides how children are tied to the parent; knows nothing of what they do. Nothing is ever looked
up by name.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pwd
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def start(
    argv: Sequence[str],
    *,
    log: Path | None = None,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    user: str | None = None,
    farewell: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start `argv` in a session of its own; the kernel sends it `farewell` when the parent is gone.

    Call it from a thread that lives as long as the process: the kernel watches the thread. Output
    goes to `log` (appended), else where the parent's goes.
    """
    with contextlib.ExitStack() as stack:
        output = stack.enter_context(log.open("ab")) if log else None
        return subprocess.Popen(
            list(argv),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT if output else None,
            env=dict(environment) if environment is not None else None,
            cwd=folder,
            user=user,
            group=pwd.getpwnam(user).pw_gid if user else None,
            extra_groups=[] if user else None,
            start_new_session=True,
            preexec_fn=_tie(os.getpid(), farewell),
        )


def stop(
    process: subprocess.Popen[bytes], *, farewell: signal.Signals = signal.SIGTERM, seconds: float = 10
) -> int:
    """Ask, wait, then insist. Returns the exit status."""
    if process.poll() is None:
        process.send_signal(farewell)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.wait()


def free_port(host: str = "127.0.0.1", *, first: int = 0) -> int:
    """A port nobody listens on: `first` or the next free one after it; any if 0."""
    for port in range(first, min(first + 100, 65_536)) if first else [0]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            return int(probe.getsockname()[1])
    raise OSError(f"no free port on {host} from {first} on")


def _tie(parent: int, farewell: signal.Signals) -> Callable[[], None]:
    def tie() -> None:
        if _LIBC is not None:
            _LIBC.prctl(PR_SET_PDEATHSIG, int(farewell), 0, 0, 0)
            if os.getppid() != parent:  # the parent died before the kernel was told to watch it
                os._exit(1)

    return tie
