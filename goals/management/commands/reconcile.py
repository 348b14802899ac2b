"""`manage.py reconcile FILE.csv`: a provider's usage export against the ledger. Ends with 1 where they differ."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from goals.reconciliation.export_file import FIELDS, Mapped
from goals.reconciliation.matching import Found
from goals.reconciliation.running import Reconciled, reconcile
from governance.errors import Invalid

SHOWN = 50


class Command(BaseCommand):
    help = "Compare a provider's usage export (CSV) with the ledger, by day and model and by call where it names calls."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        for name in FIELDS:
            parser.add_argument(
                f"--{name}", default="", metavar="COLUMN", help=f"the column that holds the {name}"
            )

    def handle(self, *args: Any, **options: Any) -> None:
        mapped = Mapped(names={name: options[name] for name in FIELDS if options[name]})
        try:
            done = reconcile(options["file"].read_text(encoding="utf-8-sig"), mapped)
        except (Invalid, OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from None
        for line in told(done):
            self.stdout.write(line)
        if not done.found.clean:
            sys.exit(1)


def told(done: Reconciled) -> list[str]:
    """The outcome as lines of text; of each list the first fifty."""
    found = done.found
    head = f"{done.lines} lines from {done.first} to {done.last}, file {done.digest[:12]}."
    days = [
        f"  {day.day} {day.model}: {day.theirs_tokens:,} tokens billed, {day.ours_tokens:,} posted"
        for day in found.days
        if day.differs
    ]
    return [head, _sum(found), *days[:SHOWN], *_calls(found)]


def _sum(found: Found) -> str:
    if found.clean:
        return "The export and the ledger agree."
    calls = (
        f" {len(found.pairs)} calls matched, {len(found.variances)} of them with a variance; "
        f"{len(found.missing)} posted calls are missing from the export, {len(found.extra)} lines name no call of ours."
        if found.by_call
        else " The export names no calls."
    )
    return f"{sum(day.differs for day in found.days)} of {len(found.days)} days and models differ.{calls}"


def _calls(found: Found) -> list[str]:
    variances = [
        f"  {pair.call.ref} {pair.call.where}, {pair.call.attempt}: {pair.more_tokens:+,} tokens, "
        f"{pair.more_money:+.4f}"
        for pair in found.variances
    ]
    missing = [
        f"  missing: {call.ref} {call.where}, {call.attempt}: {call.tokens:,} tokens"
        for call in found.missing
    ]
    extra = [
        f"  extra: line {line.number}, {line.request or 'no id'}: {line.tokens:,} tokens"
        for line in found.extra
    ]
    return [*variances[:SHOWN], *missing[:SHOWN], *extra[:SHOWN]]
