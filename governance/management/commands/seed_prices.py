"""Fill an empty price book from published list prices. Leaves every model alone that has a row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from governance.actors import COUNTERSIGN
from governance.prices import seeding


class Command(BaseCommand):
    help = "Add list prices for models that have none yet; one event."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        acting = replace(COUNTERSIGN, method="command-line")
        added = seeding.seed(acting=acting, currency=settings.COUNTERSIGN.currency)
        for price in added:
            self.stdout.write(
                f"{price.model}: {price.currency} {price.input_per_million.normalize():f} in, "
                f"{price.output_per_million.normalize():f} out per million, from {price.effective_from:%d %b %Y}"
            )
        self.stdout.write(f"{len(added)} price rows added.")
