"""`manage.py export_cases`: the decisions that people overruled, as labelled lines of JSON."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand

from ralph_runs import cases


class Command(BaseCommand):
    help = "Print every decision that a person overruled as one labelled line of JSON, for `backtest` and review."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        for case in cases.overruled():
            self.stdout.write(json.dumps(case, ensure_ascii=False, sort_keys=True))
