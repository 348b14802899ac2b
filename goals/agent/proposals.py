"""What a model asks for in a person's turn and may not do itself: a row that waits for that person."""

from __future__ import annotations

from typing import Any

from goals import store
from goals.agent.tools.authority import Caller
from goals.models import Proposal
from governance import audit, canonical, clock
from governance.actors import COUNTERSIGN
from governance.transactions import outermost

WORDS = {"create": "create another goal", "edit": "edit the goal", "resume": "resume the goal"}


def propose(found: Caller, action: str, data: dict[str, Any]) -> Proposal:
    """Write an open proposal (create, edit or resume) with its event. Changes nothing else."""
    with outermost():
        goal = store.lock(found.goal.pk)
        proposal = Proposal.objects.create(
            goal=goal, execution=found.execution, action=action, data=canonical.text(data), at=clock.now()
        )
        audit.record(
            acting=COUNTERSIGN, on=goal.account, action="goal.proposed",
            sentence=f"The agent proposed to {WORDS[action]} in a turn of {found.acting.name}; nothing changes unless "
            "a person confirms. No money moved.",
            facts={"goal": goal.pk, "proposal": proposal.pk, "execution": found.execution.pk, "action": action, **data},
        )  # fmt: skip
        return proposal
