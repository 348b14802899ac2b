"""The two worlds the suite runs in: real servers started before Django reads its settings.

`embedded` is SQLite in a file with Valkey, `postgres` is PostgreSQL with Valkey. DATABASE_URL and
REDIS_URL, where given, are used instead. Only the session that starts a server ends it.
"""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest

from governance.config.servers.postgres import Postgres
from governance.config.servers.scratch import Scratch
from governance.config.servers.valkey import Valkey

WORLDS = ("embedded", "postgres")
CHOSEN = "TEST_WORLD"
MEMORY_BYTES = 2**31
DATABASE_FIXTURES = {"db", "transactional_db"}
_servers = ExitStack()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--world", choices=WORLDS, default=None, help="embedded (SQLite) or postgres; both have Valkey"
    )
    parser.addoption(
        "--database-only",
        action="store_true",
        help="leave out what the other world ran and no database changes: pure code, and what a browser draws",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(parser: pytest.Parser, args: list[str]) -> None:
    options = parser.parse_known_args(args)
    if "PYTEST_XDIST_WORKER" in os.environ:
        _own_share(os.environ["PYTEST_XDIST_WORKER"])
    elif not options.help and not options.version:
        _start(options.world or ("postgres" if os.environ.get("DATABASE_URL") else "embedded"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "world(name): only makes sense in this world")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here: list[pytest.Item] = []
    elsewhere: list[pytest.Item] = []
    for item in items:
        (here if _belongs(item, config.getoption("--database-only")) else elsewhere).append(item)
    if elsewhere:
        config.hook.pytest_deselected(items=elsewhere)
    items[:] = sorted(here, key=lambda item: item.get_closest_marker("long") is None)


def _belongs(item: pytest.Item, database_only: bool) -> bool:
    if any(mark.args[0] != chosen() for mark in item.iter_markers("world")):
        return False
    if not database_only:
        return True
    fixtures = set(getattr(item, "fixturenames", ()))
    if "live_server" in fixtures or item.get_closest_marker("once"):
        return False
    return bool(DATABASE_FIXTURES & fixtures) or item.get_closest_marker("django_db") is not None


def pytest_report_header() -> str:
    return f"world: {chosen()}"


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    _servers.close()


def chosen() -> str:
    """The world of this session."""
    return os.environ.get(CHOSEN, WORLDS[0])


def _start(world: str) -> None:
    scratch = Scratch(_quick_disk())
    _servers.callback(scratch.remove)
    folder = scratch.folder / "data"
    os.environ[CHOSEN] = world
    os.environ["COUNTERSIGN_DATA_DIR"] = str(folder)
    if not os.environ.get("REDIS_URL"):
        os.environ["REDIS_URL"] = _servers.enter_context(Valkey(folder / "valkey")).url
    if world == "postgres" and not os.environ.get("DATABASE_URL"):
        os.environ["DATABASE_URL"] = _servers.enter_context(Postgres()).url()


def _quick_disk() -> Path | None:
    """Memory, where there is plenty: every commit waits for the disk otherwise, as it should elsewhere."""
    memory = Path("/dev/shm")
    if not memory.is_dir() or shutil.disk_usage(memory).free < MEMORY_BYTES:
        return None
    return memory


def _own_share(worker: str) -> None:
    """Each parallel session has a data folder and a broker database of its own."""
    os.environ["COUNTERSIGN_DATA_DIR"] = str(Path(os.environ["COUNTERSIGN_DATA_DIR"]) / worker)
    address, _, number = os.environ["REDIS_URL"].rpartition("/")
    os.environ["REDIS_URL"] = f"{address}/{int(number) + 1 + int(worker.removeprefix('gw'))}"
