"""The Celery application. Tasks are doors: they take an id, call one verb and return nothing.

Decides also what becomes of database connections around forks and tasks. The signals here are
Celery's own process hooks; nothing of the domain hangs on them.
"""

from __future__ import annotations

import os
from typing import Any

from celery import Celery, signals
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL

from governance import standing

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "governance.config.settings")
# Celery would have Django look through every page before a worker starts; `make static` does that.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")

app = Celery("countersign")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.worker_init.connect(weak=False)
def start_only_on_a_protected_record(**_: Any) -> None:
    """A worker that could write to an unprotected record ends before it takes a message."""
    standing.require_or_exit()


@signals.worker_before_create_process.connect(weak=False)
def leave_nothing_to_inherit(**_: Any) -> None:
    """A pool's threads do not survive a fork: the child must make its own."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        if isinstance(connection, PostgreSQL):
            connection.close_pool()


@signals.task_postrun.connect(weak=False)
def give_connections_back(**_: Any) -> None:
    """Every task takes a checked connection out of the pool and leaves none open behind it."""
    connections.close_all()
