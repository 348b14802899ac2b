"""Turns one database address into Django's DATABASES.

Decides how both databases are opened so that a commit survives power loss and writers wait for
each other instead of failing. Knows nothing of tables.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from governance.config.options import Options

SQLITE_OPENING = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"


def databases(options: Options) -> dict[str, dict[str, Any]]:
    """DATABASES for these options: PostgreSQL where its address is given, else one SQLite file."""
    return {"default": _postgresql(options) if options.uses_postgresql else _sqlite(options)}


def _sqlite(options: Options) -> dict[str, Any]:
    given = urlsplit(options.database_url).path
    name = unquote(given) if given else str(options.data_dir / "countersign.sqlite3")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": name,
        "OPTIONS": {
            # A deferred transaction that reads, then writes, fails at once if another writer got in between.
            "transaction_mode": "IMMEDIATE",
            "timeout": options.database_wait_seconds,
            "init_command": SQLITE_OPENING,
        },
        # A file, not memory: workers and drivers started by tests open the same database.
        "TEST": {"NAME": f"{name}.test"},
    }


def _postgresql(options: Options) -> dict[str, Any]:
    parts = urlsplit(options.database_url)
    pool = {
        "min_size": 1,
        "max_size": options.database_pool_connections,
        "timeout": options.database_wait_seconds,
    }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "OPTIONS": {
            **dict(parse_qsl(parts.query)),
            "pool": pool,
            # Seen once before, a statement of fixed text is prepared; None never prepares. The ORM's own never are.
            "prepare_threshold": 1 if options.database_prepared_statements else None,
        },
        # A connection from the pool is tried before use: the server may have been restarted.
        "CONN_HEALTH_CHECKS": True,
        # Behind PgBouncer in transaction mode a cursor does not outlive its transaction.
        "DISABLE_SERVER_SIDE_CURSORS": True,
    }
