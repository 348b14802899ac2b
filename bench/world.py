"""Starts what a benchmark needs, then Django: a durable PostgreSQL or SQLite, Valkey, the scripted endpoint."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from governance.config.servers.postgres import Postgres
from governance.config.servers.valkey import Valkey

ENDPOINT = "COUNTERSIGN_MODEL_BASE_URL"


@contextmanager
def world(database: str, *, endpoint: str = "") -> Iterator[Path]:
    """Environment for Django on this database ("postgres" or "sqlite"), durable; yields the data folder.

    Call before Django is set up: one world per process.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="countersign-bench-")))
        os.environ["COUNTERSIGN_DATA_DIR"] = str(folder)
        os.environ["COUNTERSIGN_LOG_LEVEL"] = "ERROR"
        os.environ["REDIS_URL"] = stack.enter_context(Valkey(folder / "valkey")).url
        os.environ.pop("DATABASE_URL", None)
        if database == "postgres":
            server = stack.enter_context(Postgres(durable=True))
            os.environ["DATABASE_URL"] = server.create_database("bench")
        if endpoint:
            os.environ[ENDPOINT] = endpoint
        yield folder


def start_django() -> None:
    """Set Django up and bring the database to the newest schema."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "governance.config.settings")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
