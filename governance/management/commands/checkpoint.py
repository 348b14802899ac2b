"""`manage.py checkpoint`: sign where every stream stands now, to be kept where this service cannot write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from governance import canonical
from governance.audit import checkpoints
from governance.errors import CountersignError


class Command(BaseCommand):
    help = "Write a signed list of every stream's end. Keep it elsewhere; verify_audit --against it later."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--out", metavar="FILE", help="write to this new file instead of standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = checkpoints.make()
        except CountersignError as error:
            raise CommandError(str(error)) from error
        text = canonical.text(made)
        if not options["out"]:
            self.stdout.write(text)
            return
        try:
            with Path(options["out"]).open("x") as file:
                file.write(f"{text}\n")
        except OSError as error:
            raise CommandError(f"{options['out']} cannot be written: {error.strerror}.") from error
        self.stdout.write(
            f"Signed {len(made['streams']):,} streams as of {made['at']} with {made['public_key']}: {options['out']}"
        )
