"""The empty project starts in both worlds."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from tests import worlds


def test_django_finds_nothing_to_complain_about() -> None:
    call_command("check", fail_level="WARNING")


@pytest.mark.django_db
def test_health_answers_from_the_database(client: Client) -> None:
    response = client.get("/health/")

    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_the_database_is_the_one_of_this_world() -> None:
    assert connection.vendor == {"embedded": "sqlite", "postgres": "postgresql"}[worlds.chosen()]
