"""The whole of Countersign on one machine: which processes there are and what each is told.

Decides addresses and environment; starting and restarting is the supervisor's. Not for production on
several machines: there the same processes are started by whatever runs services there.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from governance.config.broker import embedded_address_file
from governance.config.options import BASE_DIR, Options
from governance.config.servers import children
from governance.config.servers.supervisor import Supervisor
from governance.config.servers.valkey import Valkey

WORKER = ["--without-gossip", "--without-mingle", "--without-heartbeat"]


class Stack:
    """Addresses are fixed when it is made; `start` adds its processes to a supervisor."""

    def __init__(self, options: Options):
        self.options = options
        self.port = children.free_port(options.bind_host, first=options.bind_port)
        self.logs = options.data_dir / "logs"
        self.environment = dict(os.environ)
        self.environment["COUNTERSIGN_BIND_PORT"] = str(self.port)
        if (
            options.mode == "development"
            and options.on_loopback
            and "demo_login" not in options.model_fields_set
        ):
            self.environment["COUNTERSIGN_DEMO_LOGIN"] = "true"

    @property
    def url(self) -> str:
        """Where a browser finds it."""
        host = f"[{self.options.bind_host}]" if ":" in self.options.bind_host else self.options.bind_host
        return f"http://{host}:{self.port}/"

    def start(self, supervisor: Supervisor) -> None:
        """Broker and scripted endpoint where none is given, then web, worker and driver."""
        self.start_worker(supervisor, web=True)
        self.start_driver(supervisor)

    def start_worker(self, supervisor: Supervisor, *, web: bool = False) -> None:
        """What a round needs, without anything that would start one."""
        self.logs.mkdir(parents=True, exist_ok=True)
        if not self.options.redis_url:
            self._start_broker(supervisor)
        if not self.options.model_base_url:
            self._start_endpoint(supervisor)
        if web:
            supervisor.add("web", self._process("web", self._web()))
        worker = [sys.executable, "-m", "celery", "-A", "governance.config", "worker", *WORKER]
        supervisor.add("worker", self._process("worker", [*worker, "--loglevel", self.options.log_level]))

    def start_driver(self, supervisor: Supervisor) -> None:
        """What starts rounds, as a new epoch."""
        supervisor.add("driver", self._process("driver", self._manage("driver")))

    def _start_broker(self, supervisor: Supervisor) -> None:
        valkey = Valkey(self.options.data_dir / "valkey")
        supervisor.add("valkey", valkey.launch)
        embedded_address_file(self.options.data_dir).write_text(valkey.url)
        self.environment["REDIS_URL"] = valkey.url

    def _start_endpoint(self, supervisor: Supervisor) -> None:
        port = str(children.free_port())
        argv = self._manage("scripted_endpoint", "--port", port)
        supervisor.add("scripted_endpoint", self._process("scripted_endpoint", argv))
        self.environment["COUNTERSIGN_MODEL_BASE_URL"] = f"http://127.0.0.1:{port}/v1"

    def _manage(self, *words: str) -> list[str]:
        return [sys.executable, str(BASE_DIR / "manage.py"), *words]

    def _web(self) -> list[str]:
        argv = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws", "--http", "1"]
        argv += ["--host", self.options.bind_host, "--port", str(self.port), "--blocking-threads", "8"]
        return [*argv, "governance.config.wsgi:application"]

    def _process(self, name: str, argv: list[str]) -> Callable[[], subprocess.Popen[bytes]]:
        log = self.logs / f"{name}.log"
        return lambda: children.start(argv, log=log, environment=self.environment, folder=BASE_DIR)


@contextmanager
def only_one(data_dir: Path) -> Iterator[None]:
    """Refuse, with BlockingIOError, a second stack on the same data folder."""
    data_dir.mkdir(parents=True, exist_ok=True)
    with (data_dir / "run.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
