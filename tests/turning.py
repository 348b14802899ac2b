"""Turns and steps in one line, for stories that stand in for the agent loop."""

from __future__ import annotations

from goals.models import Execution, Step, Turn
from goals.rounds import leases, turns
from goals.rounds.leases import Lease
from governance import rows
from governance.transactions import outermost


def open_turn(lease: Lease) -> Turn:
    """The next turn of an execution that goes on, stored."""
    assert leases.check(lease) is None
    with outermost():
        return rows.insert(turns.new_turn(lease))


def open_step(turn: Turn) -> Step:
    """The next step of a turn. As in a round, its first intent stores it."""
    return turns.new_step(turn, (turn.steps.count() if turn.pk else 0) + 1)


def close_turn(turn: Turn, *, sentence: str = "Done.") -> None:
    """The turn ends as completed."""
    execution = Execution.objects.select_related("goal__session", "session").get(pk=turn.execution_id)
    with outermost():
        turns.close(
            [{"pk": turn.pk, "number": turn.number}], execution, reason="completed", sentence=sentence
        )
    turn.refresh_from_db()
