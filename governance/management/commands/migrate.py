"""Django's migrate, after which every trigger of the record stands again."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from governance import triggers


class Command(migrate.Command):
    """Adding a constraint on SQLite rebuilds the table and silently drops its triggers; this puts them back."""

    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        missing, wanted = triggers.missing(connection), triggers.wanted(connection.vendor)
        super().handle(*args, **options)
        triggers.install(connection)
        if 0 < len(missing) < len(wanted):
            self.stderr.write(
                f"{len(missing)} triggers that protect the record were not there and are now: {', '.join(missing)}. "
                "If nothing was upgraded, run `manage.py verify_audit`: the record could be changed meanwhile."
            )
