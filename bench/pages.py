"""Pages under load beside the same pages of a young database: queries, and milliseconds as one person waits."""

from __future__ import annotations

import statistics
import time

from bench.table import Result
from bench.world import start_django, world

GOALS, EVENTS, ROUNDS, LOOKS = 5_000, 1_000_000, 10_000, 7
MOST_QUERIES = 30
REPORTS = ("", "spend/", "forecast/", "refusals/", "duties/", "month-end/")


def under_load() -> list[Result]:
    """The goal page with many rounds, the audit page with many events, every report over many goals."""
    with world("postgres"):
        start_django()
        from bench import crowding, filling, scene
        from goals.models import Goal
        from governance.models import Event

        scene.people_and_driver()
        young, full = scene.signed_goals(2)
        client = scene.client()
        page = {"goal": f"/goals/{Goal.objects.get(pk=young).ref}/", "audit": "/audit/"}
        page |= {name: f"/reports/{name}" for name in REPORTS}
        before = {name: _looked(client, address) for name, address in page.items()}
        filling.fill(full, rounds=ROUNDS, steps=ROUNDS)
        crowding.goals(young, GOALS)
        crowding.events(Event.objects.latest("pk"), EVENTS)
        page["goal"] = f"/goals/{Goal.objects.get(pk=full).ref}/"
        after = {name: _looked(client, address) for name, address in page.items()}
    said = {"goal": f"goal page, {ROUNDS:,} rounds", "audit": f"audit page, {EVENTS:,} events"}
    said |= {name: f"/reports/{name} over {GOALS:,} goals" for name in REPORTS}
    return [_result(said[name], before[name], after[name]) for name in page]


def _looked(client, address: str) -> tuple[int, float]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    assert client.get(address).status_code == 200
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    queries = len(captured)  # the next request empties the log
    taken = []
    for _ in range(LOOKS):
        began = time.perf_counter()
        client.get(address)
        taken.append(time.perf_counter() - began)
    return queries, statistics.median(taken) * 1_000


def _result(what: str, young: tuple[int, float], full: tuple[int, float]) -> Result:
    met = full[0] <= MOST_QUERIES
    return Result(what, f"{full[0]} queries, {full[1]:.0f} ms", f"young: {young[0]} queries, {young[1]:.0f} ms",
                  f"{full[1] / young[1]:.1f}", f"≤ {MOST_QUERIES} queries, times stated", met)  # fmt: skip
