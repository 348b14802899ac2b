"""What one contender for a round does: reserve, deliver, and if it was not admitted, ask why not."""

from __future__ import annotations

from goals import gate
from goals.gate import admission
from goals.models import Goal
from goals.rounds import reservations
from goals.rounds.claiming import worker_name
from governance.actors import COUNTERSIGN


def contend(goal_id: str) -> list[object]:
    """["admitted", {}] for the one that got the round; otherwise the rule's code and its numbers."""
    row, answer = reservations.reserve(acting=COUNTERSIGN, goal_id=goal_id)
    if row is not None:
        admitted = admission.admit(row.pk, worker=worker_name())
        if admitted.lease is not None:
            return ["admitted", {}]
        answer = admitted.answer or gate.ask(Goal(pk=goal_id))
    return [answer.code, {name: str(value) for name, value in answer.numbers.items()}]
