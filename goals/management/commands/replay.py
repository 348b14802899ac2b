"""`manage.py replay`: refold every goal from its events and compare with the rows. Other proofs by option."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from goals.models import Goal
from goals.proofs import check_all, refold_all
from goals.proofs.more import PROOFS, Proof


class Command(BaseCommand):
    help = "Refold every goal from its durable events, compare with the stored rows, and check the rules I1 to I9."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        for proof in PROOFS.values():
            parser.add_argument(f"--{proof.name}", action="store_true", help=proof.help)

    def handle(self, *args: Any, **options: Any) -> None:
        asked = [proof for proof in PROOFS.values() if options.get(proof.name)]
        for proof in asked:
            self._prove(proof)
        if not asked:
            self._refold()

    def _prove(self, proof: Proof) -> None:
        proved = broken = 0
        for finding in proof.prove():
            if finding.fault:
                broken += 1
                self.stderr.write(f"{finding.subject}: {finding.fault}")
            else:
                proved += 1
                self.stdout.write(f"{finding.subject}: {finding.sentence}")
        if broken:
            raise CommandError(f"{broken} of {proved + broken} {proof.noun} do not replay.")
        self.stdout.write(f"OK: {proved} {proof.noun} replay to the same.")

    def _refold(self) -> None:
        wrong = [f"{found.subject}: {found.sentence}" for found in refold_all()]
        wrong += [f"{found.rule}: {found.sentence}" for found in check_all()]
        for line in wrong:
            self.stderr.write(line)
        if wrong:
            raise CommandError(f"{len(wrong)} mismatches.")
        self.stdout.write(f"OK: {Goal.objects.count()} goals refold to their rows; rules I1 to I9 hold.")
