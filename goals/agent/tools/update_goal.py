"""update_goal: reports and requests about the goal, each under the authority its caller really has.

Order of checks: agent, live turn, id and revision, authority, fields of the action, block threshold, domain.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pydantic import Field

from goals import activation, lifecycle, operations, store, values
from goals.agent.proposals import propose
from goals.agent.tools.authority import Caller, caller, require
from goals.agent.tools.base import Arguments, Context, Result, Tool, said
from goals.agent.tools.get_goal import told
from goals.enums import Activation
from goals.models import Goal
from goals.tool_errors import ToolBlockThreshold, ToolInvalidUpdate
from goals.values import GoalRef

MOST_EVIDENCE = 20
MOST_CHARACTERS = 2_000


class UpdateGoal(Arguments):
    goal_id: str
    revision: int
    action: Literal["complete", "blocked", "pause", "resume", "edit"]
    evidence: list[str] | None = Field(None, description="For complete: what shows that it is done.")
    summary: str | None = Field(None, description="For complete: one sentence.")
    blocked_reason: str | None = Field(None, description="For blocked: what only a person can clear.")
    objective: str | None = Field(None, description="For edit.")
    max_goal_rounds: int | None = Field(None, description="For edit.")

    @property
    def shown_evidence(self) -> list[str]:
        return [text for item in self.evidence or () if (text := values.trim(item))]


def run(context: Context, given: UpdateGoal) -> Result:
    found = caller(context, "update_goal")
    _check_reference(given)
    require(found, given.action)
    _check_fields(given)
    if given.action == "blocked" and not found.is_human:
        _check_threshold(found, context.terms.blocked_after_rounds)
    return ACTIONS[given.action](found, given)


def _check_reference(given: UpdateGoal) -> None:
    if not given.goal_id.strip():
        raise ToolInvalidUpdate.in_field(
            "goal_id", value=given.goal_id, why="name the goal, as get_goal tells it"
        )
    if not values.is_safe_integer(given.revision):
        raise ToolInvalidUpdate.in_field("revision", value=given.revision, why="give the revision, 1 or more")


def _check_fields(given: UpdateGoal) -> None:
    """Fields that belong to another action, and fields that an action needs. Empty fillers count as absent."""
    for name, action in FIELDS.items():
        value = getattr(given, name)
        if value and given.action != action:
            raise ToolInvalidUpdate.in_field(name, value=value, why=f"it belongs to the action {action} only")
    reason = values.trim(given.blocked_reason or "")
    if given.action == "blocked" and not reason:
        raise ToolInvalidUpdate.in_field(
            "blocked_reason", value=given.blocked_reason, why="say what blocks the goal"
        )
    if given.action == "complete":
        _check_evidence(given)


def _check_evidence(given: UpdateGoal) -> None:
    if not given.shown_evidence:
        raise ToolInvalidUpdate.in_field(
            "evidence", value=given.evidence, why="give what shows that the goal is complete"
        )
    whole = [*given.shown_evidence, given.summary or ""]
    if len(whole) > MOST_EVIDENCE + 1 or any(len(text) > MOST_CHARACTERS for text in whole):
        raise ToolInvalidUpdate.in_field(
            "evidence",
            value=len(whole),
            why=f"give at most {MOST_EVIDENCE} items of {MOST_CHARACTERS} characters",
        )
    if fault := values.unreadable("".join(whole).replace("\r", "")):
        raise ToolInvalidUpdate.in_field("evidence", value=given.evidence, why=f"the text {fault}")


def _check_threshold(found: Caller, threshold: int) -> None:
    if found.goal.rounds_started < threshold:
        raise ToolBlockThreshold.before(rounds_started=found.goal.rounds_started, threshold=threshold)


def _complete(found: Caller, given: UpdateGoal) -> Result:
    evidence = "\n".join(
        [*filter(None, [values.trim(given.summary or "")]), *(f"- {e}" for e in given.shown_evidence)]
    )
    goal = operations.complete(
        acting=found.acting, goal_id=given.goal_id, revision=given.revision, evidence=evidence,
        execution=found.execution,
    )  # fmt: skip
    return _done(found, goal, "Reported the goal complete.", report="complete")


def _blocked(found: Caller, given: UpdateGoal) -> Result:
    reason = values.trim(given.blocked_reason or "")
    goal = operations.block(
        acting=found.acting,
        goal_id=given.goal_id,
        revision=given.revision,
        message=reason,
        execution=found.execution,
    )
    return _done(found, goal, f"Reported the goal blocked: {reason}", report="blocked")


def _pause(found: Caller, given: UpdateGoal) -> Result:
    goal = operations.pause(
        acting=found.acting, goal_id=given.goal_id, revision=given.revision, reason="asked in the session"
    )
    return _done(found, goal, f"Paused the goal for {found.acting.name}.")


def _edit(found: Caller, given: UpdateGoal) -> Result:
    lifecycle.edit(
        found.current, ref=GoalRef(given.goal_id, given.revision), live=True, now_ms=store.now_ms(),
        objective=given.objective or None, max_rounds=given.max_goal_rounds or None,
    )  # fmt: skip
    wanted = {"objective": given.objective, "max_goal_rounds": given.max_goal_rounds}
    return _proposed(found, "edit", {"revision": given.revision, **{k: v for k, v in wanted.items() if v}})


def _resume(found: Caller, given: UpdateGoal) -> Result:
    armed = Activation.ARMED if activation.is_armed(found.goal) else Activation.DISARMED
    lifecycle.resume(
        found.current,
        activation=armed,
        ref=GoalRef(given.goal_id, given.revision),
        live=True,
        now_ms=store.now_ms(),
    )
    return _proposed(found, "resume", {"revision": given.revision})


def _proposed(found: Caller, action: str, data: dict[str, object]) -> Result:
    proposal = propose(found, action, data)
    waits = f"waits for {found.acting.name} to confirm"
    return said(
        {"proposal": proposal.pk, "status": waits, **told(found.goal)},
        f"Proposed to {action} the goal; it {waits}.",
    )


def _done(found: Caller, goal: Goal, sentence: str, *, report: str = "") -> Result:
    return said(told(goal), sentence, report="" if found.is_human else report)


ACTIONS: dict[str, Callable[[Caller, UpdateGoal], Result]] = {
    "complete": _complete, "blocked": _blocked, "pause": _pause, "resume": _resume, "edit": _edit,
}  # fmt: skip
FIELDS = {
    "objective": "edit", "max_goal_rounds": "edit", "blocked_reason": "blocked", "evidence": "complete",
    "summary": "complete",
}  # fmt: skip

TOOL = Tool(
    name="update_goal",
    description="Report the goal complete or blocked, or, when a person asked for it in this turn, pause, "
    "resume or edit it.",
    arguments=UpdateGoal,
    run=run,
)
