"""A goal that was worked on, with everything around it that the API can show: so that no address is empty."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.db import transaction

from goals import human_turns
from goals.agent.proposals import propose
from goals.agent.tools.authority import Caller
from goals.models import Claim, Execution, Goal, HumanInput, Proposal, ToolCall
from goals.rounds import attempts, claiming, reaping, reservations
from goals.rounds.attempts import Bound
from governance import clock, freezes
from governance.config.options import BASE_DIR
from governance.models import Authorisation, CostCentre, Envelope, Escalation, Event, Freeze, Request
from governance.money import ZERO
from tests import turning
from tests.cast import Cast
from tests.goals.agent_stories import Story, price, signed_goal
from tests.goals.approvals import asked

LEDGERS = BASE_DIR / "goals" / "agent" / "scripted" / "files" / "reconcile"


@dataclass(slots=True)
class World:
    """Rows by what addresses call them."""

    cast: Cast
    story: Story
    pending: Request
    freeze: Freeze
    proposal: Proposal

    @property
    def goal(self) -> Goal:
        return self.story.goal

    @property
    def names(self) -> dict[str, str]:
        """A value for every name in an address."""
        latest = Execution.objects.filter(goal=self.goal).latest("pk")
        return {
            "goal": self.goal.ref, "request_ref": self.pending.ref, "session": self.goal.session.ref,
            "escalation": Escalation.objects.filter(account=self.goal.account).latest("pk").ref,
            "authorisation": str(Authorisation.objects.get(account=self.goal.account).pk),
            "execution": str(latest.pk), "round": "1",
            "event": str(Event.objects.filter(account=self.goal.account).latest("pk").pk),
            "tool_call": str(ToolCall.objects.filter(step__turn__execution__goal=self.goal).latest("pk").pk),
            "message": str(HumanInput.objects.filter(goal=self.goal).latest("pk").pk),
            "claim": str(Claim.objects.filter(goal=self.goal).latest("pk").pk),
            "freeze": str(self.freeze.pk), "proposal": str(self.proposal.pk), "cost_centre": "4999",
        }  # fmt: skip


@contextmanager
def worked(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[World]:
    """Ben's goal after a message of his and three rounds, the last of which claims completion."""
    with signed_goal(cast, settings, tmp_path) as story:
        for file in LEDGERS.iterdir():
            story.workspace.write(file.name, file.read_bytes())
        spoken = story.says("Mind the entries above 1,000.")
        proposal = propose(Caller(spoken, story.fresh()), "edit", {"revision": 1, "max_goal_rounds": 9})
        story.rounds(3)
        with transaction.atomic():
            travel = CostCentre.objects.create(code="4999", name="Travel")
            Envelope.objects.create(cost_centre=travel, period="2020-01", budget_money=ZERO)
        price("priced-1")
        placed = freezes.freeze(acting=cast.acting(cast.olu), reason="A look at the prices.")
        freezes.lift(acting=cast.acting(cast.olu), freeze_id=placed.pk, reason="Looked.")
        yield World(cast, story, asked(cast), placed, proposal)


def lose_a_call(cast: Cast, goal: Goal) -> Execution:
    """The next round, whose worker vanished during a call of at most 600 tokens: nobody knows what it cost."""
    row, answer = reservations.reserve(acting=cast.acting(cast.olu), goal_id=goal.pk)
    assert row is not None, answer
    lease = claiming.claim(row.pk)
    assert lease is not None
    step = turning.open_step(turning.open_turn(lease))
    bound = Bound(input_tokens=500, output_tokens=100, money=ZERO)
    attempts.intend(lease, step=step, number=1, model="gpt-test", price=None, bound=bound, request_text="…")
    Execution.objects.filter(pk=lease.execution_id).update(lease_until=clock.db_now() - timedelta(seconds=1))
    reaping.reap()
    return Execution.objects.get(pk=lease.execution_id, state="uncertain")


def waiting_message(cast: Cast, goal: Goal) -> HumanInput:
    """Something Ben wrote that nobody has taken up yet."""
    return human_turns.write(acting=cast.acting(cast.ben), goal_id=goal.pk, text="Hello?")
