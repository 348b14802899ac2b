"""The story as a fixture: told once per file, every test in a savepoint of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import override_settings
from pytest_django.plugin import DjangoDbBlocker

from tests.record.story import Told, tell

QUICK = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="module")
def told_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Told]:
    with django_db_blocker.unblock(), override_settings(PASSWORD_HASHERS=QUICK):
        around = transaction.atomic()
        # As Django's own test cases mark theirs: outermost verbs may run inside.
        around._from_testcase = True  # type: ignore[attr-defined]
        with around:
            yield tell()
            transaction.set_rollback(True)


@pytest.fixture
def told(told_once: Told, db: None) -> Told:
    for goal in (told_once.goal, told_once.revoked, told_once.waiting):
        goal.refresh_from_db()
    return told_once
