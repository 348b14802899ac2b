"""`manage.py seed_demo`: demonstration people, money and goals for a service that has none. Safe to repeat."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from governance.models import Request
from ralph_runs.demonstration import people, wishes
from ralph_runs.demonstration.tour import Tour


class Command(BaseCommand):
    help = "Invented people, cost centres, prices, files; goals signed and waiting to be started, two to be signed."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        people.ensure()
        if Request.objects.filter(kind="goal").exists():
            return
        Tour(say=self.stdout.write).sign_all()
        wishes.ask(wishes.COLLECT, by="ingrid", reason="The portal has them all; nobody has the time.")
        wishes.ask(
            {**wishes.RECONCILE, "budget_tokens": 4_000_000, "budget_money": "40.00"}, by="ingrid",
            reason="The same for the whole quarter.",
        )  # fmt: skip
        wishes.lay_for_all()
