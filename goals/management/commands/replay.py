"""`manage.py replay`: refold every goal from its events and compare with the rows."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from goals.models import Goal
from goals.proofs import check_all, refold_all


class Command(BaseCommand):
    help = "Refold every goal from its durable events, compare with the stored rows, and check the rules I1 to I9."

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = [f"{found.subject}: {found.sentence}" for found in refold_all()]
        wrong += [f"{found.rule}: {found.sentence}" for found in check_all()]
        for line in wrong:
            self.stderr.write(line)
        if wrong:
            raise CommandError(f"{len(wrong)} mismatches.")
        self.stdout.write(f"OK: {Goal.objects.count()} goals refold to their rows; rules I1 to I9 hold.")
