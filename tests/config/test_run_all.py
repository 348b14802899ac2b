"""`manage.py run_all` brings everything up, mends what breaks, and takes everything down again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from governance.config.options import BASE_DIR
from governance.config.servers import children
from tests.config.processes import alive, eventually

pytestmark = [
    pytest.mark.long,
    pytest.mark.world("embedded"),
    pytest.mark.skipif(sys.platform != "linux", reason="asks /proc which children there are"),
]
UP = "Countersign is at "


class Running:
    """A `run_all` of its own in an empty data folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.output = folder / "output"
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.environment = {
            **kept,
            "COUNTERSIGN_DATA_DIR": str(folder / "var"),
            "COUNTERSIGN_BIND_PORT": str(children.free_port()),
            "COUNTERSIGN_SHUTDOWN_SECONDS": "10",
        }
        self.process = self.start(self.output)

    def start(self, output: Path) -> subprocess.Popen[bytes]:
        argv = [sys.executable, str(BASE_DIR / "manage.py"), "run_all"]
        return children.start(argv, log=output, environment=self.environment, folder=BASE_DIR)

    @property
    def said(self) -> str:
        return self.output.read_text()

    @property
    def url(self) -> str:
        return self.said.partition(UP)[2].split()[0]

    def children(self) -> dict[int, str]:
        """Process id → command line of everything it started itself."""
        pids = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return {int(pid): Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ") for pid in pids}

    def child(self, words: str) -> int | None:
        """Its process id; None while it is down."""
        return next((pid for pid, line in self.children().items() if words in line), None)

    def kill(self, words: str) -> int:
        pid = self.child(words)
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        return pid


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("run-all"))
    assert eventually(lambda: UP in running.said), running.said
    yield running
    children.stop(running.process, seconds=30)


def test_the_page_is_up_at_the_printed_address(running: Running) -> None:
    with urllib.request.urlopen(f"{running.url}health/") as answer:
        assert answer.status == 200


def test_a_killed_worker_is_started_again(running: Running) -> None:
    first = running.kill("celery")

    assert eventually(lambda: "worker is started again" in running.said)
    assert eventually(lambda: running.child("celery") not in (None, first))


def test_the_broker_comes_back_at_the_same_address(running: Running) -> None:
    address = (running.folder / "var" / "valkey" / "address").read_text()
    running.kill("valkey-server")

    assert eventually(lambda: "valkey is started again" in running.said)
    assert eventually(lambda: address.removeprefix("redis://").removesuffix("/0") in str(running.children()))


def test_a_second_one_on_the_same_folder_is_refused(running: Running) -> None:
    output = running.folder / "second"
    second = running.start(output)

    assert second.wait(60) == 1
    assert output.read_text() == f"CommandError: already running from {running.folder / 'var'}\n"


def test_a_polite_end_leaves_nothing_running(running: Running) -> None:
    pids = [running.process.pid, *running.children()]
    running.process.send_signal(signal.SIGTERM)

    assert running.process.wait(60) == 0
    assert [pid for pid in pids if alive(pid)] == []
    assert running.said.endswith("stopped\n")
