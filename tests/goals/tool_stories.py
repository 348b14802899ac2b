"""Executions with an open turn, from which a story calls the goal tools as a model would."""

from __future__ import annotations

import json
from typing import Any

from goals.agent.endings import Ending
from goals.agent.tools import registry
from goals.agent.tools.base import Context, Result
from goals.agent.tools.calling import call
from goals.models import Execution, Turn
from goals.rounds import claiming, settlement
from goals.rounds.leases import Lease
from tests import turning
from tests.goals.agent_stories import Story

DONE = Ending(state="settled", outcome="completed", sentence="Done.")


class Running:
    """An execution with an open turn, from which tools are called."""

    def __init__(self, story: Story, lease: Lease) -> None:
        self.story, self.lease = story, lease
        self.execution = Execution.objects.get(pk=lease.execution_id)
        self.turn: Turn | None = turning.open_turn(lease)

    def use(self, name: str, **arguments: Any) -> Result:
        (tool,) = registry.offered([name])
        return call(tool, json.dumps(arguments), self.context())

    def update(self, action: str, /, **fields: Any) -> Result:
        goal = self.story.fresh()
        given = {"goal_id": goal.pk, "revision": goal.revision, "action": action, **fields}
        return self.use("update_goal", **given)

    def context(self, **changes: Any) -> Context:
        given = {
            "execution": self.execution, "fence": self.lease.fence, "turn": self.turn, "terms": self.story.terms,
            "workspace": self.story.workspace, **changes,
        }  # fmt: skip
        return Context(**given)

    def settle(self) -> None:
        assert self.turn is not None
        turning.close_turn(self.turn)
        settlement.settle(self.lease, DONE)


def a_round(story: Story) -> Running:
    return Running(story, story.admit())


def a_person(story: Story, text: str = "Please.") -> Running:
    lease = claiming.claim(story.write(text).outbox_id)
    assert lease is not None
    return Running(story, lease)
