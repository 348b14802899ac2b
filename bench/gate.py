"""The whole gate transaction: judge, hold, round, first message, event, chained audit. Beside pgbench."""

from __future__ import annotations

from bench.table import Result, ratio
from bench.world import start_django, world

CLIENTS, SECONDS = 8, 8


def many_goals(goals: int) -> list[Result]:
    """Eight clients, each admission on a goal of its own, on PostgreSQL."""
    with world("postgres"):
        start_django()
        from bench import clients, pgbench, scene

        scene.people_and_driver()
        reserved = scene.reservations_for(scene.signed_goals(goals))
        admitted, seconds = clients.admit_together(reserved, CLIENTS)
        beside = pgbench.transactions_per_second(clients=CLIENTS, rows=goals, seconds=SECONDS)
        hot = pgbench.transactions_per_second(clients=CLIENTS, rows=1, seconds=SECONDS)
        ours = admitted / seconds
        one = _one_hot_goal()
    many, met = ratio(ours, beside, 0.35)
    single, hot_met = ratio(one, hot, 0.35)
    return [
        Result(f"gate, PostgreSQL, 8 clients, {goals:,} goals", f"{ours:,.0f}/s", f"pgbench {beside:,.0f}/s", many,
               "0.35, aim 0.5", met),
        Result("gate, PostgreSQL, one hot goal, one round after the other", f"{one:,.0f}/s",
               f"pgbench one row {hot:,.0f}/s", single, "0.35", hot_met),
    ]  # fmt: skip


def sqlite(goals: int) -> list[Result]:
    """The same on SQLite with full synchronisation, one process and eight."""
    with world("sqlite"):
        start_django()
        from bench import clients, scene

        scene.people_and_driver()
        reserved = scene.reservations_for(scene.signed_goals(goals))
        half = len(reserved) // 2
        alone, alone_seconds = clients.admit_together(reserved[:half], 1)
        together, seconds = clients.admit_together(reserved[half:], CLIENTS)
    return [
        Result(f"gate, SQLite, {goals:,} goals", f"{alone / alone_seconds:,.0f}/s alone, {together / seconds:,.0f}/s "
               "with 8 writers", "", "", "stated", None),
    ]  # fmt: skip


def _one_hot_goal(rounds: int = 60) -> float:
    """Admissions per second of one goal whose rounds end at once; the settling is not counted."""
    import time

    from bench import scene
    from goals.agent.endings import Ending
    from goals.gate import admission
    from goals.rounds import settlement

    # Its conversation grows with every round, and with it what the next one needs.
    (goal_id,) = scene.signed_goals(1, per_round_tokens=None, per_round_money=None)
    spent = 0.0
    for _ in range(rounds):
        (reserved,) = scene.reservations_for([goal_id])
        began = time.perf_counter()
        lease = admission.admit(reserved, worker="bench").lease
        spent += time.perf_counter() - began
        settlement.settle(lease, Ending(state="settled", outcome="completed", sentence="Done."))
    return rounds / spent
