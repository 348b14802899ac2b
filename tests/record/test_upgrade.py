"""An older database upgrades in place: no row is lost or changed, and every rule stands as in a new one.

`data/first_day.sql` is a whole database that this program wrote with seven migrations still to come. Two goals
ran: one is stopped by its round cap after wider terms, its question open; one was stopped as stuck, then claimed
complete and accepted. A request waits for a signature. Left out: log-ins, passwords, and Django's permissions,
which `migrate` makes again. Earlier still, terms, endings and sessions were digested in another way; nothing
here says that such a record proves.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.db import connection

from governance import triggers
from governance.config.options import BASE_DIR

pytestmark = [pytest.mark.world("embedded"), pytest.mark.django_db]

FIRST_DAY = Path(__file__).parent / "data" / "first_day.sql"
FILLED = {
    ("goals_claim", "claimed_by_id"): {None},
    ("governance_account", "closed_through"): {""},
    ("governance_envelope", "brought_money"): {0},
    ("governance_envelope", "carried_money"): {0},
}

LEFT = {
    "governance_person": 7,
    "governance_signature": 5,
    "governance_ledgerentry": 44,
    "governance_event": 75,
    "goals_execution": 5,
    "goals_attempt": 32,
    "goals_claim": 1,
    "ralph_runs_runround": 3,
    "ralph_runs_decision": 3,
}

Rows = dict[tuple, dict[str, object]]


@dataclass(frozen=True, slots=True)
class Upgraded:
    """The rows by table as they stood before, and the file after `migrate`."""

    before: dict[str, Rows]
    file: sqlite3.Connection
    environment: dict[str, str]

    def manage(self, word: str) -> tuple[int, str]:
        """Exit code of `manage.py word` on the upgraded file, and what it said."""
        return _manage(word, environment=self.environment)


@pytest.fixture
def upgraded(tmp_path: Path) -> Iterator[Upgraded]:
    path = tmp_path / "countersign.sqlite3"
    environment = {**os.environ, "DATABASE_URL": f"sqlite://{path}", "COUNTERSIGN_DATA_DIR": str(tmp_path)}
    with closing(sqlite3.connect(path)) as file:
        file.executescript(FIRST_DAY.read_text(encoding="utf-8"))
        before = {table: _rows(file, table) for table in _tables(file)}
        code, said = _manage("migrate", environment=environment)
        assert code == 0, said
        yield Upgraded(before, file, environment)


def _manage(word: str, *, environment: dict[str, str]) -> tuple[int, str]:
    argv = [sys.executable, str(BASE_DIR / "manage.py"), word]
    done = subprocess.run(argv, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def _tables(file: sqlite3.Connection) -> list[str]:
    found = file.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return sorted(name for (name,) in found)


def _rows(file: sqlite3.Connection, table: str) -> Rows:
    """Every row with its columns by name, by primary key."""
    columns = file.execute(f'PRAGMA table_info("{table}")').fetchall()
    names = [column[1] for column in columns]
    keys = [column[1] for column in columns if column[5]]
    rows = [dict(zip(names, row, strict=True)) for row in file.execute(f'SELECT * FROM "{table}"')]
    return {tuple(row[key] for key in keys): row for row in rows}


def test_an_older_database_arrives_whole(upgraded: Upgraded) -> None:
    """One story, because an upgrade takes a while."""
    _the_first_day_left_rows_to_lose(upgraded)
    _every_row_stands_with_every_value_it_had(upgraded)
    _what_was_added_to_old_rows_claims_nothing(upgraded)
    _every_goal_refolds(upgraded)
    _the_record_proves_but_for_what_nothing_vouched_for_then(upgraded)
    _a_run_of_before_keeps_its_last_good_report(upgraded)
    _every_trigger_stands(upgraded)
    _the_schema_is_that_of_a_new_database(upgraded)


def _the_first_day_left_rows_to_lose(upgraded: Upgraded) -> None:
    before = upgraded.before
    stopped = [row for row in before["governance_escalation"].values() if row["status"] == "open"]

    assert {table: len(before[table]) for table in LEFT} == LEFT
    assert [row["cause"] for row in stopped] == ["repeated-blocker", "round-limit"]
    waiting = [row for row in before["governance_request"].values() if row["status"] == "pending"]
    assert [row["kind"] for row in waiting] == ["goal"]


def _every_row_stands_with_every_value_it_had(upgraded: Upgraded) -> None:
    after = {table: _rows(upgraded.file, table) for table in upgraded.before}

    standing = {
        table: {
            key: {name: after[table].get(key, {}).get(name, "gone") for name in row}
            for key, row in rows.items()
        }
        for table, rows in upgraded.before.items()
    }
    assert standing == upgraded.before


def _what_was_added_to_old_rows_claims_nothing(upgraded: Upgraded) -> None:
    found: dict[tuple[str, str], set[object]] = {}
    for table, rows in upgraded.before.items():
        for key, row in _rows(upgraded.file, table).items():
            for name in row.keys() - rows.get(key, row).keys():
                found.setdefault((table, name), set()).add(row[name])

    found.pop(("ralph_runs_ralphrun", "handoff_id"))
    assert found == FILLED


def _every_goal_refolds(upgraded: Upgraded) -> None:
    assert upgraded.manage("replay") == (0, "OK: 2 goals refold to their rows; rules I1 to I9 hold.\n")


def _the_record_proves_but_for_what_nothing_vouched_for_then(upgraded: Upgraded) -> None:
    """Reports and decisions of runs got their events later; an upgrade does not vouch for them afterwards."""
    code, said = upgraded.manage("verify_audit")

    assert code == 1
    never = [("decision", "ralph_runs_decision"), ("report", "ralph_runs_runround")]
    assert [line for line in said.splitlines() if "BROKEN at" in line] == [
        f"  BROKEN at {kind} {key}, inserted: No event vouches for {kind} {key} as it stands."
        for kind, table in never
        for (key,) in sorted(upgraded.before[table])
    ]


def _a_run_of_before_keeps_its_last_good_report(upgraded: Upgraded) -> None:
    kept = upgraded.file.execute("SELECT id, handoff_id FROM ralph_runs_ralphrun").fetchall()

    assert kept == [(1, max(key for (key,) in upgraded.before["ralph_runs_runround"]))]


def _every_trigger_stands(upgraded: Upgraded) -> None:
    standing = dict(upgraded.file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))

    assert standing == {trigger.name: trigger.sql for trigger in triggers.wanted("sqlite")}


def _the_schema_is_that_of_a_new_database(upgraded: Upgraded) -> None:
    sql = "SELECT type, name, sql FROM sqlite_master WHERE type != 'trigger' AND name NOT LIKE 'sqlite_%'"
    with connection.cursor() as cursor:
        cursor.execute(sql)
        fresh = cursor.fetchall()

    assert _shapes(upgraded.file.execute(sql).fetchall()) == _shapes(fresh)


def _shapes(objects: list[tuple[str, str, str]]) -> dict[tuple[str, str], list[str]]:
    return {(kind, name): sorted(_parts(text)) if kind == "table" else [text] for kind, name, text in objects}


def _parts(text: str) -> Iterator[str]:
    """Columns and constraints of a CREATE TABLE, whatever their order."""
    depth, part = 0, ""
    for token in re.findall(
        r"'[^']*'|\"[^\"]*\"|[(),]|[^'\"(),]+", text[text.index("(") + 1 : text.rindex(")")]
    ):
        depth += {"(": 1, ")": -1}.get(token, 0)
        if token == "," and not depth:
            yield " ".join(part.split())
            part = ""
        else:
            part += token
    yield " ".join(part.split())
