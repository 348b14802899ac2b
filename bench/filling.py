"""Many rows at once by plain SQL, where making each by its verb would take hours. Figures, not proofs."""

from __future__ import annotations

from django.db import connection

from goals.models import Execution, Goal


def fill(goal_id: str, *, rounds: int, steps: int) -> None:
    """A goal with so many settled rounds, whose turns share so many steps; statistics are fresh afterwards."""
    goal = Goal.objects.select_related("account").get(pk=goal_id)
    with connection.cursor() as cursor:
        cursor.execute(_OUTBOX, {"goal": goal_id, "account": goal.account_id, "rounds": rounds})
        cursor.execute(_HOLDS, {"account": goal.account_id, "rounds": rounds})
        cursor.execute(
            _ROUNDS,
            {"goal": goal_id, "account": goal.account_id, "authorisation": goal.account.authorisation_id},
        )
        cursor.execute(_TURNS, {"goal": goal_id})
        cursor.execute(_STEPS, {"goal": goal_id, "each": max(1, steps // rounds)})
        cursor.execute("UPDATE goals_goal SET rounds_started = %s WHERE id = %s", [rounds, goal_id])
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    assert Execution.objects.filter(goal=goal_id).count() == rounds


_OUTBOX = """
INSERT INTO governance_outbox (topic, account_id, subject, revision, number, status, created_at, sends, dropped_for)
SELECT 'round', %(account)s, %(goal)s, 1, n, 'claimed', now(), 1, 'bench' FROM generate_series(1, %(rounds)s) n
"""
_HOLDS = """
INSERT INTO governance_hold (account_id, purpose, tokens, money, posted_tokens, posted_money, released_tokens,
                             released_money, status, opened_at, closed_at)
SELECT %(account)s, 'bench ' || n, 1000, 0, 1000, 0, 0, 0, 'closed', now(), now()
FROM generate_series(1, %(rounds)s) n
"""
_COUNTERS = (
    "input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens, tokens, money"
)
_ROUNDS = f"""
INSERT INTO goals_execution ({_COUNTERS}, goal_id, kind, number, revision, terms_version, authorisation_id,
    outbox_id, hold_id, epoch, state, outcome, sentence, fence, claims, lease_owner, lease_until, deadline, steps,
    started_at, ended_at)
SELECT 800, 0, 0, 200, 0, 1000, 0, %(goal)s, 'round', o.number, 1, 1, %(authorisation)s, o.id, h.id, 1, 'settled',
    'completed', 'Bench.', 1, 1, '', now(), now(), 1, now(), now()
FROM governance_outbox o
JOIN governance_hold h ON h.account_id = %(account)s AND h.purpose = 'bench ' || o.number
WHERE o.account_id = %(account)s AND o.dropped_for = 'bench'
"""
_TURNS = f"""
INSERT INTO goals_turn ({_COUNTERS}, execution_id, number, sentence, end_reason, started_at, ended_at)
SELECT 800, 0, 0, 200, 0, 1000, 0, id, 1, 'Bench.', 'completed', now(), now()
FROM goals_execution WHERE goal_id = %(goal)s
"""
_STEPS = f"""
INSERT INTO goals_step ({_COUNTERS}, turn_id, number, sentence, started_at, ended_at)
SELECT 8, 0, 0, 2, 0, 10, 0, t.id, n, 'Bench.', now(), now()
FROM goals_turn t JOIN goals_execution e ON e.id = t.execution_id, generate_series(1, %(each)s) n
WHERE e.goal_id = %(goal)s ORDER BY t.id, n
"""
