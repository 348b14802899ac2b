"""`manage.py driver`: run the driver until it is told to stop."""

from __future__ import annotations

import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from goals.driver import Driver
from governance import standing


class Command(BaseCommand):
    help = "Reserve rounds, send what waits, find what fell silent. A second driver stands by."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="one look, then exit")

    def handle(self, *args: Any, **options: Any) -> None:
        standing.require_or_exit()
        driver = Driver()
        if options["once"]:
            self.stdout.write("driving" if driver.tick() else "standing by")
            return
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: driver.stop())
        driver.run()
