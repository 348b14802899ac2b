"""The empty project starts in both worlds."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from governance.config.options import BASE_DIR
from tests import worlds


def test_django_finds_nothing_to_complain_about() -> None:
    call_command("check", fail_level="WARNING")


@pytest.mark.django_db
def test_health_answers_from_the_database(client: Client) -> None:
    response = client.get("/health/")

    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_the_database_is_the_one_of_this_world() -> None:
    assert connection.vendor == {"embedded": "sqlite", "postgres": "postgresql"}[worlds.chosen()]


def test_production_finds_nothing_to_complain_about_either(tmp_path: Path) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "COUNTERSIGN_MODE": "production",
        "COUNTERSIGN_SECRET_KEY": secrets.token_urlsafe(48),
        "COUNTERSIGN_DATA_DIR": str(tmp_path),
    }
    argv = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]

    done = subprocess.run(argv, cwd=BASE_DIR, env=environment, capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (0, "System check identified no issues (2 silenced).\n"), (
        done.stderr
    )


def test_a_command_on_a_database_without_tables_says_the_way_out(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "COUNTERSIGN_DATA_DIR": str(tmp_path)}
    argv = [sys.executable, "manage.py", "replay"]

    done = subprocess.run(argv, cwd=BASE_DIR, env=environment, capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (
        1,
        "Countersign does not start: nothing in this database protects the record. "
        "Run `manage.py migrate` first.\n",
    )
