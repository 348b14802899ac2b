"""`manage.py demo`: the main job without a browser. Signs, runs, stops, answers, prints the trail.

In a fresh data folder with SQLite and a bundled Valkey; with `--here` in the configured one. Exits
non-zero if a rule is broken or something that must happen does not.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from governance.config.options import BASE_DIR
from ralph_runs.demonstration import people, stage
from ralph_runs.demonstration.fresh_agents import FreshAgents
from ralph_runs.demonstration.receiver import Receiver
from ralph_runs.demonstration.tour import Tour
from ralph_runs.demonstration.waiting import NothingHappened


class Command(BaseCommand):
    help = "Signed goals on real files, end to end, and the trail of what happened."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--here", action="store_true", help="in the configured data folder and database")
        parser.add_argument("--model", default="", help="use this model instead of the scripted ones")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["here"]:
            self._tour(options["model"])
        else:
            self._in_a_fresh_folder(options["model"])

    def _in_a_fresh_folder(self, model: str) -> None:
        with tempfile.TemporaryDirectory(prefix="countersign-demo-") as folder:
            environment = {**os.environ, "COUNTERSIGN_DATA_DIR": folder}
            for name in ("DATABASE_URL", "REDIS_URL"):
                environment.pop(name, None)
            argv = [sys.executable, str(BASE_DIR / "manage.py"), "demo", "--here"]
            done = subprocess.run([*argv, "--model", model], env=environment, check=False)
        if done.returncode:
            raise CommandError("the demonstration failed", returncode=done.returncode)

    def _tour(self, model: str) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        people.ensure()
        tour = Tour(say=self._say, model=model)
        try:
            with stage.running(self._say) as start_driver, Receiver() as receiver:
                fresh = FreshAgents(tour, receiver)
                self._play(tour, fresh, start_driver)
        except NothingHappened as stuck:
            raise CommandError(str(stuck)) from None
        if not tour.tell():
            raise CommandError("not everything agrees")

    def _play(self, tour: Tour, fresh: FreshAgents, start_driver: Callable[[], None]) -> None:
        tour.sign_all()
        fresh.sign()
        start_driver()
        tour.run_all()
        fresh.until_stopped()
        fresh.told()
        fresh.answer()
        tour.answer()
        tour.accept()
        fresh.until_complete()
        fresh.accept()

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()
