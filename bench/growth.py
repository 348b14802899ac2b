"""Growth: admission and the goal page with many steps stored and many rounds in the goal, beside a young database.

Young is a goal with one page of rounds, so that both pages show as much. BENCH_STEPS says how many steps.
"""

from __future__ import annotations

import os
import time

from bench.table import Result
from bench.world import start_django, world

STEPS, ROUNDS = int(os.environ.get("BENCH_STEPS", "10000000")), 10_000
YOUNG_ROUNDS = 20


def with_many_steps() -> list[Result]:
    """Queries, buffers and milliseconds of one admission and one goal page, before and after the rows are there."""
    with world("postgres"):
        start_django()
        from bench import filling, scene

        scene.people_and_driver()
        young, full = scene.signed_goals(2)
        client = scene.client()
        filling.fill(young, rounds=YOUNG_ROUNDS, steps=YOUNG_ROUNDS * STEPS // ROUNDS)
        before = _page(client, young), _admission(young)
        filling.fill(full, rounds=ROUNDS, steps=STEPS)
        after = _page(client, full), _admission(full)
    rows = []
    for what, one, other in zip(("goal page", "admission"), before, after, strict=True):
        met = other[0] == one[0] and other[1] <= 1.1 * max(one[1], 1)
        rows.append(
            Result(f"{what} with {STEPS:,} steps, {ROUNDS:,} rounds in the goal",
                   f"{other[0]} queries, {other[1]:,} buffers, {other[2]:.0f} ms",
                   f"young: {one[0]} queries, {one[1]:,} buffers, {one[2]:.0f} ms",
                   f"{other[1] / max(one[1], 1):.2f}", "same queries, buffers ≤ 1.1", met)
        )  # fmt: skip
    return rows


def _admission(goal_id: str) -> tuple[int, int, float]:
    from bench import scene
    from goals.gate import admission

    (reserved,) = scene.reservations_for([goal_id])
    return _measured(lambda: admission.admit(reserved, worker="bench"))


def _page(client, goal_id: str) -> tuple[int, int, float]:
    from goals.models import Goal

    address = f"/goals/{Goal.objects.get(pk=goal_id).ref}/"
    client.get(address)

    def look() -> None:
        assert client.get(address).status_code == 200

    return _measured(look)


def _measured(act) -> tuple[int, int, float]:
    """Queries, shared buffers touched by them (explained afterwards), milliseconds."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    began = time.perf_counter()
    with CaptureQueriesContext(connection) as captured:
        act()
    milliseconds = (time.perf_counter() - began) * 1_000
    reads = [
        q["sql"]
        for q in captured.captured_queries
        if q["sql"].startswith("SELECT") and "FOR UPDATE" not in q["sql"]
    ]
    return len(captured.captured_queries), sum(_buffers(sql) for sql in reads), milliseconds


def _buffers(sql: str) -> int:
    import json

    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql.replace('%', '%%')}")
        plan = cursor.fetchone()[0]
    top = (json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]
    return top["Shared Hit Blocks"] + top["Shared Read Blocks"]
