"""A goal with many rounds asks no more of the database per round than a young one."""

from __future__ import annotations

from collections.abc import Callable

from django.db import connection
from django.test.utils import CaptureQueriesContext

from goals import gate
from tests.ralph_runs.reports import governed
from tests.ralph_runs.scene import Scene


def queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def healthy(scene: Scene, number: int) -> None:
    report = governed("continue", f"The file part-{number}.csv is unreadable.", evidence=[f"part {number}"])
    scene.round({**report, "blockers": [] if number % 2 else report["blockers"]})


def test_asking_the_gate_takes_as_many_queries_after_seven_rounds_as_after_two(scene: Scene) -> None:
    for number in (1, 2):
        healthy(scene, number)
    early = queries(lambda: gate.ask(scene.fresh()))
    for number in (3, 4, 5, 6, 7):
        healthy(scene, number)

    assert queries(lambda: gate.ask(scene.fresh())) == early


def test_a_whole_round_takes_as_many_queries_after_six_rounds_as_after_two(scene: Scene) -> None:
    for number in (1, 2):
        healthy(scene, number)
    early = queries(lambda: healthy(scene, 3))
    for number in (4, 5, 6):
        healthy(scene, number)

    assert queries(lambda: healthy(scene, 7)) == early
