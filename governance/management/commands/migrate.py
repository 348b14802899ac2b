"""Django's migrate, after which every trigger of the record stands again."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from governance import triggers


class Command(migrate.Command):
    """Adding a constraint on SQLite rebuilds the table and silently drops its triggers; this puts them back."""

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        triggers.install(connections[options["database"]])
