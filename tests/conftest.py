"""What every test may ask for: the running servers, a real worker, the scripted endpoint."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.db import connection

from goals.agent.scripted import ScriptedEndpoint
from governance.config.options import BASE_DIR
from governance.config.servers import children
from tests import flushing
from tests.cast import cast as cast

START_SECONDS = 60

hypothesis.settings.register_profile("test", deadline=None, print_blob=True)
hypothesis.settings.load_profile("test")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Transactional tests empty append-only tables, which nothing else may."""
    flushing.allow(connection)


@pytest.fixture(autouse=True)
def _quick(settings: Any) -> None:
    """Passwords that cost nothing to check, and no look through all static files for every client."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session")
def valkey_url() -> str:
    """The broker of this session: a Valkey database of its own."""
    return str(settings.CELERY_BROKER_URL)


@pytest.fixture
def scripted_endpoint() -> Iterator[ScriptedEndpoint]:
    """A model endpoint on loopback that counts its calls; its address is `scripted_endpoint.base_url`."""
    with ScriptedEndpoint() as endpoint:
        yield endpoint


@pytest.fixture
def test_environment(transactional_db: None) -> dict[str, str]:
    """Environment in which another process sees this test's database, broker and data folder."""
    return {
        **os.environ,
        "DATABASE_URL": _database_url(),
        "REDIS_URL": str(settings.CELERY_BROKER_URL),
        "COUNTERSIGN_DATA_DIR": str(settings.COUNTERSIGN.data_dir),
    }


@pytest.fixture
def start_manage(
    test_environment: dict[str, str], tmp_path: Path
) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start `manage.py …` as a process of its own; ended with its whole group after the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str, **environment: str) -> subprocess.Popen[bytes]:
        argv = [sys.executable, str(BASE_DIR / "manage.py"), *words]
        return _started(argv, {**test_environment, **environment}, tmp_path / f"{words[0]}.log", started)

    yield start
    _end(started)


@pytest.fixture
def start_worker(
    test_environment: dict[str, str], tmp_path: Path
) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start a real Celery worker that is ready to take tasks; its log is tmp_path/"worker.log"."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str, **environment: str) -> subprocess.Popen[bytes]:
        argv = [sys.executable, "-m", "celery", "-A", "governance.config", "worker", "--concurrency=2"]
        argv += ["--loglevel=INFO", "--without-gossip", "--without-mingle", *words]
        log = tmp_path / "worker.log"
        process = _started(argv, {**test_environment, **environment}, log, started)
        _wait_for(lambda: b" ready." in log.read_bytes(), process, log)
        return process

    yield start
    _end(started)


@pytest.fixture
def celery_worker_process(start_worker: Callable[..., subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """A running worker on this test's database and broker; os.killpg(process.pid, …) ends its children."""
    return start_worker()


def _started(
    argv: list[str], environment: dict[str, str], log: Path, started: list[subprocess.Popen[bytes]]
) -> subprocess.Popen[bytes]:
    process = children.start(argv, environment=environment, folder=BASE_DIR, log=log)
    started.append(process)
    return process


def _end(started: list[subprocess.Popen[bytes]]) -> None:
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _wait_for(ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"did not start:\n{log.read_text()[-3000:]}")
        time.sleep(0.05)


def _database_url() -> str:
    given = settings.DATABASES["default"]
    if connection.vendor == "sqlite":
        return f"sqlite://{given['NAME']}"
    return f"postgresql://{given['USER']}:{given['PASSWORD']}@{given['HOST']}:{given['PORT']}/{given['NAME']}"
