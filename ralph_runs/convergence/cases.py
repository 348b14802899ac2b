"""Reads one case to judge again from a line of JSON, and writes the answer as one. Opens no file, asks no database."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from ralph_runs.convergence.items import Item, MalformedBlocker, parse_item
from ralph_runs.convergence.judging import judge


class MalformedCase(ValueError):
    """The line is no case: no JSON object, no id, or rounds of another shape."""


@dataclass(frozen=True, slots=True)
class Case:
    """An id and the rounds of one window: the blockers of each settled round, None for a failed one."""

    id: str | int
    rounds: tuple[tuple[Item, ...] | None, ...]


def parse_case(line: str) -> Case:
    """The case of one line. Keys other than `id` and `rounds` are ignored. Raises MalformedCase, saying where."""
    try:
        given = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise MalformedCase(f"no JSON: {error}") from error
    if not isinstance(given, Mapping):
        raise MalformedCase("a case is an object with id and rounds")
    name, rounds = given.get("id"), given.get("rounds")
    if not isinstance(name, str | int) or isinstance(name, bool):
        raise MalformedCase("id is missing, or neither text nor a whole number")
    if not isinstance(rounds, list):
        raise MalformedCase("rounds is missing or not a list")
    return Case(name, tuple(_round(number, one) for number, one in enumerate(rounds, 1)))


def _round(number: int, given: object) -> tuple[Item, ...] | None:
    if given is None:
        return None
    if not isinstance(given, list):
        raise MalformedCase(f"round {number} is neither a list of blockers nor null")
    try:
        return tuple(parse_item(item) for item in given)
    except MalformedBlocker as error:
        raise MalformedCase(f"round {number}: {error}") from error


def answer(case: Case, *, threshold: int) -> str:
    """The judgement as one line of JSON: id, stop_round, which, rule, sentence; null where nothing stops."""
    verdict = judge(case.rounds, threshold=threshold)
    told = {
        "id": case.id,
        "stop_round": verdict.stop_round,
        "which": verdict.which,
        "rule": verdict.rule,
        "sentence": verdict.sentence,
    }
    return json.dumps(told, ensure_ascii=False)
