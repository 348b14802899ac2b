"""`manage.py verify_audit`: prove the record, or say where and how it was changed."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from governance.audit import checkpoints, scopes
from governance.audit.faults import Verdict
from governance.audit.verifying import verify
from governance.errors import CountersignError

SHOWN = 20


class Command(BaseCommand):
    help = "Read the record and prove that nothing was edited, deleted, inserted, reordered or cut off."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--stream", help="one stream, such as account:12 or service:policy")
        what.add_argument("--goal", help="one goal with its requests, such as G-0012")
        parser.add_argument(
            "--against", metavar="FILE", help="also prove that the record extends this checkpoint"
        )
        parser.add_argument("--key", metavar="HEX", help="public key the checkpoint must be signed with")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            streams = scopes.streams_of(stream=options["stream"], goal=options["goal"])
            verdict = verify(streams)
            if options["against"]:
                checkpoints.compare(verdict, options["against"], key=options["key"], streams=streams)
        except CountersignError as error:
            raise CommandError(str(error), returncode=2) from error
        except (DatabaseError, KeyboardInterrupt) as error:
            raise CommandError(
                f"NOT FULLY CHECKED: the reading was cut off ({error}).", returncode=2
            ) from error
        self._tell(verdict)
        if verdict.exit_code:
            sys.exit(verdict.exit_code)

    def _tell(self, verdict: Verdict) -> None:
        rows = ", ".join(f"{count:,} {kind}" for kind, count in verdict.rows.items())
        read = f"{verdict.events:,} events in {verdict.streams:,} streams; vouched for: {rows or 'no rows'}"
        self.stdout.write(f"{verdict.word}: {read}.")
        for stream, (seq, head) in verdict.heads.items():
            self.stdout.write(f"  {stream}: {seq:,} events, head {head}")
        for fault in verdict.faults[:SHOWN]:
            self.stdout.write(f"  BROKEN at {fault}")
        if (left := len(verdict.faults) - SHOWN + verdict.more) > 0:
            self.stdout.write(f"  and {left:,} more.")
        for sentence in verdict.unchecked[:SHOWN]:
            self.stdout.write(f"  not checked: {sentence}")
        for sentence in verdict.notes:
            self.stdout.write(f"  {sentence}")
