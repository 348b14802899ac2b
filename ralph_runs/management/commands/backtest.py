"""`manage.py backtest FILE.jsonl`, or `--stored`: where would it have been stopped? Judges, prints; stores nothing."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ralph_runs import hindsight
from ralph_runs.convergence.cases import Case, MalformedCase, answer, parse_case
from ralph_runs.convergence.judging import MIN_THRESHOLD


class Command(BaseCommand):
    """One line of JSON per case on standard output; each malformed line is named on standard error."""

    help = "Judge the reported blockers of each line again: at which round would the run have been stopped, and why?"
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", help='lines {"id": …, "rounds": [[blocker, …], …]}; - reads standard input'
        )
        parser.add_argument(
            "--stored",
            action="store_true",
            help="the rounds in the database, and what a stop would have saved",
        )
        parser.add_argument(
            "--threshold", type=_threshold, default=3, help="consecutive rounds that stop a run"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["stored"] == (options["file"] is not None):
            raise CommandError("give a file of cases, or --stored")
        if options["stored"]:
            for line in hindsight.lines(threshold=options["threshold"]):
                self.stdout.write(line)
        else:
            self._judge_file(options)

    def _judge_file(self, options: dict[str, Any]) -> None:
        malformed = 0
        for number, line in _numbered(options["file"]):
            case = self._case(number, line)
            if case is None:
                malformed += 1
            else:
                self.stdout.write(answer(case, threshold=options["threshold"]))
        if malformed:
            raise CommandError(
                f"{malformed} malformed {'line' if malformed == 1 else 'lines'}; the others are judged"
            )

    def _case(self, number: int, line: bytes) -> Case | None:
        try:
            return parse_case(line.decode("utf-8"))
        except UnicodeDecodeError:
            self.stderr.write(f"line {number}: not UTF-8")
        except MalformedCase as error:
            self.stderr.write(f"line {number}: {error}")
        return None


def _numbered(name: str) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers from 1."""
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"cannot read {name}: {error.strerror}") from error
    lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return ((number, line) for number, line in enumerate(lines, 1) if line.strip())


def _threshold(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < MIN_THRESHOLD:
        raise ArgumentTypeError(f"a whole number of at least {MIN_THRESHOLD}, not {text!r}")
    return int(text)
