"""`manage.py export_record`: one goal, or everything, as a file that proves itself without this service."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from governance.audit import bundles, scopes
from governance.errors import CountersignError


class Command(BaseCommand):
    help = "Write events, the rows they vouch for, a signed checkpoint, a manifest and the verifier to a zip file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--goal", help="one goal with its requests, such as G-0012")
        what.add_argument("--all", action="store_true", help="the whole record")
        parser.add_argument("--out", metavar="FILE", required=True, type=Path, help="a new file")

    def handle(self, *args: Any, **options: Any) -> None:
        goal = options["goal"]
        try:
            streams = scopes.streams_of(goal=goal)
            filters = {"goal": goal} if goal else {"all": True}
            manifest = bundles.export(options["out"], streams=streams, filters=filters)
        except CountersignError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{options['out']} cannot be written: {error.strerror}.") from error
        self.stdout.write(
            f"{manifest['events']:,} events and {manifest['rows']:,} rows in {options['out']}, signed with "
            f"{manifest['public_key']}."
        )
