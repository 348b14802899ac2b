"""Labelled sequences of blockers, and how many of them the rule judges as the label says."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ralph_runs.convergence import judge

DATA = Path(__file__).parent / "data"
EXAMPLES, DEVELOPED, HELD_OUT = "blocker_examples.jsonl", "own_dev.jsonl", "own_heldout.jsonl"
Labelled = dict[str, Any]


@dataclass(frozen=True)
class Score:
    """Repeats found at exactly the right round and under the right text; healthy sequences that were stopped."""

    found: int
    repeats: int
    stopped: int
    healthy: int

    @property
    def recall(self) -> float:
        return self.found / self.repeats

    @property
    def false_stops(self) -> float:
        return self.stopped / self.healthy


def load(name: str, *, tiers: str = "ABC") -> list[Labelled]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["tier"] in tiers]


def wanted(case: Labelled) -> int | None:
    return case["expect"]["escalate_at_round"]


def is_right(case: Labelled) -> bool:
    return _is_right(json.dumps(case))


@cache
def _is_right(text: str) -> bool:
    """By the text of the case, so that several tests judge it once."""
    case = json.loads(text)
    verdict, expect = judge(case["rounds"]), case["expect"]
    return verdict.stop_round == wanted(case) and (
        verdict.which in (expect["which"], *expect.get("which_also", ()))
    )


def score(cases: Iterable[Labelled]) -> Score:
    cases = list(cases)
    repeats = [case for case in cases if wanted(case) is not None]
    healthy = [case for case in cases if wanted(case) is None]
    found = sum(is_right(case) for case in repeats)
    return Score(found, len(repeats), sum(not is_right(case) for case in healthy), len(healthy))


def wrong(cases: Iterable[Labelled]) -> list[str]:
    return [case["id"] for case in cases if not is_right(case)]
