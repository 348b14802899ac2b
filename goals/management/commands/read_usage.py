"""``manage.py read_usage FILE.jsonl``: how the service reads each recorded response. Touches no database."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from goals.agent.usage.lines import Answer, Malformed, answers


class Command(BaseCommand):
    help = (
        "Read the provider usage of recorded responses. Takes JSON lines with id, provider, mode "
        "(plain or stream) and raw; prints one JSON line each with the five counts, state and flags."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help='the JSON lines to read, or "-" for standard input')

    def handle(self, *args: Any, **options: Any) -> None:
        with ExitStack() as stack:
            lines = sys.stdin.buffer if options["file"] == "-" else _opened(options["file"], stack)
            faults = sum(not self._said(result) for result in answers(lines))
        if faults:
            raise CommandError(
                f"{faults} malformed {'line' if faults == 1 else 'lines'}; the others were read."
            )

    def _said(self, result: Answer | Malformed) -> bool:
        if isinstance(result, Malformed):
            self.stderr.write(str(result))
            return False
        self.stdout.write(result.as_json())
        return True


def _opened(name: str, stack: ExitStack) -> BinaryIO:
    try:
        return stack.enter_context(Path(name).open("rb"))
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
