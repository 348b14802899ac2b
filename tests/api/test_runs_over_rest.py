"""Fresh-agent runs over REST: what each round reported, as it came, and why the rule stopped or went on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.api.speaking import Speaker
from tests.cast import Cast
from tests.ralph_runs.reports import governed
from tests.ralph_runs.scene import Scene, ralph_goal

MISSING = ("DATABASE_URL is not set.", "Still missing: DATABASE_URL.", "DATABASE_URL is missing at 10:42.")


@pytest.fixture
def scene(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[Scene]:
    with ralph_goal(cast, settings, tmp_path) as scene:
        yield scene


def test_a_stop_is_told_with_its_run_its_reports_and_its_decision(scene: Scene) -> None:
    for text in MISSING:
        scene.round(governed("continue", text))
    ben, name = Speaker(scene.cast.ben), scene.goal.ref

    (run,) = ben.get(f"goals/{name}/runs")["items"]
    reports = ben.get(f"goals/{name}/reports")["items"]
    decision, *_earlier = ben.get(f"goals/{name}/decisions")["items"]

    assert (run["number"], run["outcome"], run["opened_for"]) == (1, "stopped-by-convergence", "start")
    assert [report["round"] for report in reports] == [3, 2, 1]
    assert [report["report"]["blockers"][0]["text"] for report in reports] == list(reversed(MISSING))
    assert (decision["stops"], decision["round"], decision["threshold"], decision["overrule"]) == (
        True,
        3,
        3,
        None,
    )
    assert decision["sentence"].startswith("Stopped after round 3")
    assert ben.get(f"goals/{name}")["blocked_code"] == "repeated-blocker"
    refused = Speaker(scene.cast.olu).post(f"goals/{name}/rounds", {"revision": scene.fresh().revision})
    assert (refused.status, refused["numbers"]["blocked_code"]) == (409, "repeated-blocker")


def test_nobody_else_sees_the_reports(scene: Scene) -> None:
    scene.round(governed("continue", MISSING[0]))
    eve = Speaker(scene.cast.eve)

    assert [
        eve.get(f"goals/{scene.goal.ref}/{what}").status for what in ("runs", "reports", "decisions")
    ] == [404] * 3
