"""What ended is started again, later and later; what runs is ended together, newest first."""

from __future__ import annotations

import signal
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

from governance.config.servers import children, supervisor
from governance.config.servers.supervisor import Supervisor
from tests.config.processes import alive, eventually

Start = Callable[[], subprocess.Popen[bytes]]


def _sleeper() -> subprocess.Popen[bytes]:
    return children.start(["/bin/sleep", "600"])


def _leaves_a_mark(name: str, log: Path) -> Start:
    code = f"trap 'echo {name} >> {log}; exit' TERM; echo up-{name} >> {log}; while :; do sleep 0.02; done"
    return lambda: children.start(["/bin/sh", "-c", code])


def test_a_process_that_was_killed_is_started_again() -> None:
    said: list[str] = []
    guard = Supervisor(say=said.append, grace_seconds=5)
    service = guard.add("worker", _sleeper)
    first = service.process
    assert first is not None
    first.kill()
    stopper = threading.Thread(
        target=lambda: eventually(lambda: service.process is not first) and guard.stopping.set()
    )
    stopper.start()

    guard.run()
    stopper.join()

    assert said == ["worker ended with status -9; next start in 1 s", "worker is started again"]
    assert service.process is not None
    assert not alive(service.process.pid)


def test_waits_double_up_to_half_a_minute() -> None:
    said: list[str] = []
    guard = Supervisor(say=said.append, grace_seconds=5)
    service = guard.add("driver", lambda: children.start(["/bin/false"]))

    for _ in range(7):
        assert service.process is not None
        service.process.wait()
        guard.look_after(service)
        service.due = 1e-9
        guard.look_after(service)

    assert [sentence.split()[-2] for sentence in said[::2]] == ["1", "2", "4", "8", "16", "30", "30"]


def test_a_quiet_minute_is_forgiven() -> None:
    said: list[str] = []
    guard = Supervisor(say=said.append, grace_seconds=5)
    service = guard.add("driver", lambda: children.start(["/bin/false"]))
    assert service.process is not None
    service.process.wait()
    service.wait_seconds = 16
    service.last_started -= supervisor.QUIET_SECONDS + 1

    guard.look_after(service)

    assert said == ["driver ended with status 1; next start in 1 s"]


def test_the_last_started_is_ended_first(tmp_path: Path) -> None:
    log = tmp_path / "log"
    guard = Supervisor(say=lambda sentence: None, grace_seconds=10)
    for count, name in enumerate(["broker", "web", "worker"], start=1):
        guard.add(name, _leaves_a_mark(name, log))
        assert eventually(lambda count=count: log.is_file() and len(log.read_text().split()) == count)

    guard.stop()

    assert log.read_text().split()[3:] == ["worker", "web", "broker"]


def test_nothing_outlives_the_grace() -> None:
    guard = Supervisor(say=lambda sentence: None, grace_seconds=0)
    service = guard.add(
        "worker", lambda: children.start(["/bin/sh", "-c", "trap '' TERM; while :; do sleep 1; done"])
    )
    process = service.process
    assert process is not None

    guard.stop()

    assert process.returncode in (-signal.SIGKILL, -signal.SIGTERM)
