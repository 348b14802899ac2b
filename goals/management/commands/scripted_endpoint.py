"""Serves the scripted model endpoint on loopback until it is told to stop. Never reads the database."""

import signal
from argparse import ArgumentParser
from pathlib import Path
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from goals.agent.scripted import NotLoopback, ScriptedEndpoint
from goals.agent.scripted.agents import AGENTS


class Command(BaseCommand):
    help = "Serve the scripted model endpoint (OpenAI protocol) on loopback."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="a loopback address; any other is refused")
        parser.add_argument("--port", type=int, default=0, help="0 takes a free port")
        parser.add_argument(
            "--script",
            default="demo",
            choices=[*AGENTS, "none"],
            help="who answers model names that do not begin with scripted-; none refuses them",
        )
        parser.add_argument("--port-file", type=Path, help="the port is written here once it is served")

    def handle(self, *args: Any, **options: Any) -> None:
        script = None if options["script"] == "none" else options["script"]
        try:
            endpoint = ScriptedEndpoint(host=options["host"], port=options["port"], script=script)
            endpoint.start()
        except (NotLoopback, OSError, OverflowError) as error:
            raise CommandError(f"not served: {error}") from error
        self.stdout.write(f"Scripted endpoint on {endpoint.base_url}; stop it with Ctrl-C.")
        self.stdout.flush()
        if options["port_file"]:
            write_whole(options["port_file"], f"{endpoint.port}\n")
        wait_for_stop()
        endpoint.stop()


def write_whole(path: Path, text: str) -> None:
    """Writes so that a reader finds either nothing or the whole text."""
    draft = path.with_name(path.name + ".draft")
    draft.write_text(text)
    draft.replace(path)


def wait_for_stop() -> None:
    stop = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    stop.wait()
