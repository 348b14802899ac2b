"""Triggers are there after every migration, and nothing starts while one of them is not."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import OperationalError, connection, migrations, models
from django.db.migrations.state import ProjectState
from psycopg_pool import PoolTimeout

from governance import standing, triggers
from governance.config.options import BASE_DIR
from governance.management.commands.migrate import Command as Migrate
from tests.record.breaking import sql

TRIGGER = "record_u_governance_event"
SECONDS = 60


@pytest.fixture
def unprotected(transactional_db: None) -> Iterator[None]:
    """A database from which somebody took one trigger; all are back afterwards."""
    _drop(TRIGGER, "governance_event")
    yield
    triggers.install(connection)


def _drop(name: str, table: str) -> None:
    sql(f'DROP TRIGGER {name} ON "{table}"' if connection.vendor == "postgresql" else f"DROP TRIGGER {name}")


@pytest.mark.django_db
def test_a_migrated_database_has_them_all() -> None:
    assert triggers.missing(connection) == []
    assert len(triggers.wanted(connection.vendor)) >= 30
    standing.require()


def test_one_that_is_missing_is_named(unprotected: None) -> None:
    assert triggers.missing(connection) == [TRIGGER]
    with pytest.raises(standing.RecordUnprotected, match=f"because {TRIGGER} is missing or switched off"):
        standing.require()


@pytest.mark.world("postgres")
@pytest.mark.parametrize("how", ["DISABLE TRIGGER", "ENABLE REPLICA TRIGGER"])
def test_one_that_is_switched_off_is_missing(transactional_db: None, how: str) -> None:
    sql(f"ALTER TABLE governance_event {how} {TRIGGER}")
    missing = triggers.missing(connection)
    triggers.install(connection)

    assert (missing, triggers.missing(connection)) == ([TRIGGER], [])


@pytest.mark.world("postgres")
def test_a_function_that_no_longer_refuses_is_missing_everywhere(transactional_db: None) -> None:
    sql(
        "CREATE OR REPLACE FUNCTION record_refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$"
    )
    missing = triggers.missing(connection)
    triggers.install(connection)

    assert (len(missing), triggers.missing(connection)) == (len(triggers.wanted("postgresql")), [])


@pytest.mark.world("embedded")
def test_one_that_was_rewritten_is_missing(transactional_db: None) -> None:
    _drop(TRIGGER, "governance_event")
    sql(f"CREATE TRIGGER {TRIGGER} BEFORE UPDATE ON governance_event WHEN 0 BEGIN SELECT 1; END")
    missing = triggers.missing(connection)
    triggers.install(connection)

    assert (missing, triggers.missing(connection)) == ([TRIGGER], [])


class Throwaway(migrations.Migration):
    """Adds a constraint to the table of events, for which SQLite builds the table anew."""

    dependencies = [("governance", "0001_initial")]
    operations = [
        migrations.AddConstraint(
            "event", models.CheckConstraint(condition=models.Q(seq__gte=1), name="event_numbers_from_one")
        )
    ]


def _state(*, changed: bool) -> ProjectState:
    state = ProjectState.from_apps(apps)
    return Throwaway("throwaway", "governance").mutate_state(state) if changed else state


def _move(*, backwards: bool) -> None:
    (operation,) = Throwaway.operations
    move = operation.database_backwards if backwards else operation.database_forwards
    with connection.schema_editor() as editor:
        move("governance", editor, _state(changed=backwards), _state(changed=not backwards))


def test_a_constraint_added_to_a_table_leaves_every_trigger_standing(transactional_db: None) -> None:
    _move(backwards=False)
    lost = triggers.missing(connection)
    call_command(Migrate(), verbosity=0)
    after = triggers.missing(connection)
    _move(backwards=True)
    triggers.install(connection)

    assert after == []
    assert (lost == []) == (connection.vendor == "postgresql"), (
        "SQLite drops triggers with the table they are on"
    )


def test_a_database_that_does_not_answer_ends_a_command_with_the_way_out(
    capsys: pytest.CaptureFixture,
) -> None:
    silent = OperationalError("couldn't get a connection after 30.00 sec")
    silent.__cause__ = PoolTimeout(str(silent))

    with pytest.raises(SystemExit, match=str(standing.EXIT_CODE)):
        standing.exit_if_unusable(silent)

    assert capsys.readouterr().err == (
        "The database does not answer: couldn't get a connection after 30.00 sec. "
        "Is it running, and is DATABASE_URL right?\n"
    )


@pytest.mark.django_db
def test_an_error_on_a_database_that_can_be_used_is_not_explained_away(capsys: pytest.CaptureFixture) -> None:
    standing.exit_if_unusable(OperationalError("near SELEC: syntax error"))

    assert capsys.readouterr().err == ""


def test_migrate_tells_what_it_had_to_put_back(unprotected: None, capsys: pytest.CaptureFixture) -> None:
    call_command(Migrate(), verbosity=0)
    first = capsys.readouterr().err
    call_command(Migrate(), verbosity=0)

    assert first.startswith(f"1 triggers that protect the record were not there and are now: {TRIGGER}.")
    assert capsys.readouterr().err == ""


def _ended(process: subprocess.Popen[bytes], log: Path) -> tuple[int, str]:
    deadline = time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert process.poll() is not None, log.read_text()
    return process.returncode, log.read_text()


def test_the_driver_does_not_start(
    unprotected: None, start_manage: Callable[..., Any], tmp_path: Path
) -> None:
    code, said = _ended(start_manage("driver"), tmp_path / "driver.log")

    assert code == standing.EXIT_CODE
    assert said.startswith(
        f"Countersign does not start: this database lets the record be changed, because {TRIGGER}"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["-m", "celery", "-A", "governance.config", "worker", "--without-gossip", "--without-mingle"],
        ["-c", "import governance.config.wsgi"],
        ["-c", "import governance.config.asgi"],
    ],
    ids=["worker", "web", "web, asynchronous"],
)
def test_neither_worker_nor_web_starts(
    unprotected: None, test_environment: dict[str, str], words: list[str]
) -> None:
    done = subprocess.run(
        [sys.executable, *words],
        env=test_environment,
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )

    assert done.returncode == standing.EXIT_CODE
    assert f"because {TRIGGER} is missing or switched off. Run `manage.py migrate`" in done.stderr


def test_web_starts_on_a_protected_record(test_environment: dict[str, str]) -> None:
    argv = [sys.executable, "-c", "import governance.config.wsgi, governance.config.asgi"]
    done = subprocess.run(
        argv, env=test_environment, cwd=BASE_DIR, capture_output=True, text=True, timeout=SECONDS
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_an_empty_database_says_what_to_do(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "COUNTERSIGN_DATA_DIR": str(tmp_path)}
    argv = [sys.executable, "manage.py", "driver", "--once"]
    done = subprocess.run(
        argv, env=environment, cwd=BASE_DIR, capture_output=True, text=True, timeout=SECONDS
    )

    assert (done.returncode, done.stderr) == (
        1,
        "Countersign does not start: nothing in this database protects the record. Run `manage.py migrate` first.\n",
    )
