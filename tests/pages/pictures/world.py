"""A service of its own in a fresh folder, served on loopback, whose clock stands where the story is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from governance.config.servers.scratch import Scratch
from governance.config.servers.valkey import Valkey

NOW = datetime(2026, 9, 10, 10, 26, tzinfo=UTC)


@contextmanager
def world(keep: Path | None = None) -> Iterator[None]:
    """Django, set up on SQLite in a scratch folder, or in one that is kept. Once per process."""
    scratch = Scratch()
    folder = keep or scratch.folder / "data"
    for name in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE"):
        os.environ.pop(name, None)
    os.environ.update(
        COUNTERSIGN_DATA_DIR=str(folder), COUNTERSIGN_LOG_LEVEL="ERROR", COUNTERSIGN_NOTICE_ATTEMPTS="1",
        COUNTERSIGN_ROUND_WALL_CLOCK_SECONDS="3600",
        DJANGO_SETTINGS_MODULE="governance.config.settings", DJANGO_ALLOW_ASYNC_UNSAFE="true",
    )  # fmt: skip
    try:
        with Valkey(folder / "valkey") as broker:
            os.environ["REDIS_URL"] = broker.url
            yield
    finally:
        scratch.remove()


def start_django() -> None:
    """Set Django up; SQLite asks this process what time it is."""
    import django  # noqa: PLC0415

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.db.backends.signals import connection_created  # noqa: PLC0415

    connection_created.connect(_tell_the_time, weak=False)
    call_command("migrate", verbosity=0, interactive=False)


def _tell_the_time(connection: Any, **_more: Any) -> None:
    connection.connection.create_function("strftime", 2, _strftime)


def _strftime(form: str, when: str) -> str:
    if when.lower() != "now":
        raise ValueError("only the present is asked for")
    return datetime.now(UTC).strftime(form.replace("%f", "%S.%f"))
