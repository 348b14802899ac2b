"""`manage.py run_all`: everything on this machine, for a first look or a small installation.

A door: prepares the database, then hands over to the supervisor until Ctrl-C or SIGTERM.
"""

from __future__ import annotations

import signal
import time
import urllib.request
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connections

from governance import standing
from governance.config.servers.stack import Stack, only_one
from governance.config.servers.supervisor import Supervisor

START_SECONDS = 60


class Command(BaseCommand):
    help = "Start web, worker, driver, broker and scripted endpoint together; Ctrl-C stops them all."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def handle(self, *args: Any, **options: Any) -> None:
        supervisor = Supervisor(say=self._say, grace_seconds=settings.COUNTERSIGN.shutdown_seconds)
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: supervisor.stopping.set())
        try:
            with only_one(settings.COUNTERSIGN.data_dir):
                self._run(supervisor)
        except BlockingIOError:
            raise CommandError(f"already running from {settings.COUNTERSIGN.data_dir}") from None

    def _run(self, supervisor: Supervisor) -> None:
        self._prepare()
        stack = Stack(settings.COUNTERSIGN)
        try:
            stack.start(supervisor)
            self._announce(stack, supervisor)
            supervisor.run()
        finally:
            supervisor.stop()
        self._say("stopped")

    def _prepare(self) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        if settings.COUNTERSIGN.mode == "production":
            call_command("collectstatic", interactive=False, verbosity=0)
        else:
            call_command("seed_demo")
        standing.require_or_exit()
        connections.close_all()

    def _announce(self, stack: Stack, supervisor: Supervisor) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not supervisor.stopping.wait(0.1):
            try:
                with urllib.request.urlopen(f"{stack.url}health/", timeout=2):  # noqa: S310 - our own address
                    break
            except OSError:
                if time.monotonic() > deadline:
                    raise CommandError(f"the web process does not answer; see {stack.logs}/web.log") from None
        self._say(f"Countersign is at {stack.url}  (logs in {stack.logs}; Ctrl-C stops everything)")

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()
