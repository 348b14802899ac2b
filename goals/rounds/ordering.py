"""A person orders the next round now instead of waiting for the driver to look. The gate is asked all the same."""

from __future__ import annotations

from goals import gate
from goals.gate.answer import Answer
from goals.models import Goal
from goals.rounds import reservations
from governance import clock
from governance.actors import Acting
from governance.enums import Role
from governance.models import Outbox
from governance.people import requiring

MAY = frozenset({Role.OPERATOR})


def order(*, acting: Acting, goal: Goal, revision: int) -> tuple[Outbox | None, Answer]:
    """Reserve one round of this goal at this revision, by an operator. Outermost.

    A refusal is an answer, not an error. Raises Forbidden for anybody else than a named operator.
    """
    person = requiring.named_person(acting, to="order a round")
    requiring.one_of(person, MAY, clock.now(), to="order a round")
    if goal.revision != revision:
        return None, gate.ask(goal, asked_revision=revision)
    return reservations.reserve(acting=acting, goal_id=goal.pk)
