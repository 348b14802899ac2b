"""create_goal: proposes another goal. Nothing is created, and nothing is spent, before people have signed."""

from __future__ import annotations

from pydantic import Field

from goals import lifecycle, store, values
from goals.agent.proposals import propose
from goals.agent.tools.authority import caller, require
from goals.agent.tools.base import Arguments, Context, Result, Tool, said


class CreateGoal(Arguments):
    objective: str
    max_goal_rounds: int | None = Field(None, description="Round cap.")


def run(context: Context, given: CreateGoal) -> Result:
    found = caller(context, "create_goal")
    require(found, "create")
    cap = values.DEFAULT_MAX_ROUNDS if given.max_goal_rounds is None else given.max_goal_rounds
    lifecycle.create(
        found.current, goal_id=values.new_goal_id(), objective=given.objective, max_rounds=cap, live=True,
        now_ms=store.now_ms(),
    )  # fmt: skip
    data = {"objective": values.objective(given.objective), "max_goal_rounds": cap}
    proposal = propose(found, "create", data)
    answer = {
        "proposal": proposal.pk,
        "status": f"waits for {found.acting.name} to confirm and for a signature",
    }
    return said(answer, f"Proposed another goal; it waits for {found.acting.name}.")


TOOL = Tool(
    name="create_goal",
    description="Propose a new goal a person asked for; it becomes a request that people sign.",
    arguments=CreateGoal,
    run=run,
)
