"""What people and agents may do to a goal: pause, resume, complete, block, clear. Five doors, these verbs.

Every verb locks the account, checks who may, asks the pure domain, writes one change and one event.
A goal stopped by policy is not resumed here: its escalation is answered (`answers`).
"""

from __future__ import annotations

from goals import activation, claims, lifecycle, stops, store, strategies
from goals.authority import RESUMERS, STOPPERS, require
from goals.closing import release_encumbrance
from goals.enums import POLICY_BLOCKS, Activation, Phase
from goals.models import Execution, Goal
from goals.values import GoalRef
from governance import audit, clock, escalations
from governance.actors import Acting
from governance.enums import Role
from governance.errors import Conflict, Forbidden
from governance.escalations import asked
from governance.transactions import outermost


def pause(*, acting: Acting, goal_id: str, revision: int, reason: str = "") -> Goal:
    """Pause and disarm; the running round ends before its next step. Owner, operator, approver, controller."""
    with outermost():
        goal = store.lock(goal_id)
        require(acting, goal, STOPPERS, "pause")
        change = lifecycle.pause(
            store.state_of(goal), ref=GoalRef(goal_id, revision), live=True, now_ms=store.now_ms()
        )
        store.apply(acting=acting, goal=goal, change=change)
        _record(
            acting,
            goal,
            "goal.paused",
            f"{acting.name} paused the goal{_because(reason)}; no money moved.",
            reason,
        )
        return goal


def resume(*, acting: Acting, goal_id: str, revision: int, reason: str = "") -> Goal:
    """Active and armed again after a pause or a disarm. Owner or approver; a person only.

    Raises Conflict `answer-escalation` where policy stopped the goal, `no-driver` where nothing drives.
    """
    with outermost():
        goal = store.lock(goal_id)
        require(acting, goal, RESUMERS, "resume")
        refuse_policy_block(goal, acting=acting)
        return resume_locked(acting=acting, goal=goal, revision=revision, reason=reason)


def resume_locked(*, acting: Acting, goal: Goal, revision: int, reason: str) -> Goal:
    """As `resume` on a locked goal, once the caller has settled who may."""
    live = Activation.ARMED if activation.is_armed(goal) else Activation.DISARMED
    change = lifecycle.resume(
        store.state_of(goal),
        activation=live,
        ref=GoalRef(goal.pk, revision),
        live=True,
        now_ms=store.now_ms(),
    )
    store.apply(acting=acting, goal=goal, change=change)
    _record(
        acting,
        goal,
        "goal.resumed",
        f"{acting.name} resumed the goal{_because(reason)}; no money moved.",
        reason,
    )
    return goal


def refuse_policy_block(goal: Goal, *, acting: Acting | None = None) -> None:
    """Raises Conflict `answer-escalation` while the stop's question stands open; once nobody is asked any more,
    an approver whose limit holds the budget, never the owner, may resume (`acting`)."""
    if goal.phase != Phase.BLOCKED or goal.blocked_code not in POLICY_BLOCKS:
        return
    question = escalations.open_of(goal.account, cause=goal.blocked_code)
    if question is None and acting is not None:
        _require_another_approver(acting, goal)
        return
    where = f" ({question.ref})" if question else ""
    raise Conflict(
        f"The goal was stopped by policy ({goal.blocked_code}). An approver answers its escalation{where}.",
        code="answer-escalation", blocked_code=goal.blocked_code, escalation=question.ref if question else None,
    )  # fmt: skip


def _require_another_approver(acting: Acting, goal: Goal) -> None:
    able = asked.approvers(goal.account, clock.now())
    if acting.person not in able:
        names = " or ".join(str(person) for person in able) or "nobody with the authority at present"
        raise Forbidden(
            f"The goal was stopped by policy ({goal.blocked_code}) and nobody is asked about it any more. An approver "
            f"who did not ask for it may resume it: {names}.",
            code="wrong-person", verb="resume",
        )  # fmt: skip


def complete(
    *, acting: Acting, goal_id: str, revision: int, evidence: str, execution: Execution | None = None
) -> Goal:
    """Claim completion. By a running round on its own authority, or by owner or approver."""
    with outermost():
        goal = store.lock(goal_id)
        if execution is None:
            require(acting, goal, RESUMERS, "complete")
        ref = GoalRef(goal_id, revision)
        lifecycle.complete(store.state_of(goal), ref=ref, live=True, now_ms=store.now_ms())
        claimant = _claimant(acting, execution)
        claims.make(goal=goal, claimant=claimant, evidence=evidence, execution=execution, acting=acting)
        return goal


def block(
    *, acting: Acting, goal_id: str, revision: int, message: str, execution: Execution | None = None
) -> Goal:
    """Report the goal as blocked, code `model-reported`: by a round (the tool checks its threshold) or a person."""
    with outermost():
        goal = store.lock(goal_id)
        if execution is None:
            require(acting, goal, STOPPERS, "block")
        ref = GoalRef(goal_id, revision)
        lifecycle.block(
            store.state_of(goal), reason={"code": "model-reported", "message": message}, ref=ref, live=True,
            now_ms=store.now_ms(),
        )  # fmt: skip
        stops.block(acting=acting, goal=goal, code="model-reported", message=message)
        return goal


def clear(*, acting: Acting, goal_id: str, revision: int, reason: str = "") -> Goal:
    """Close the goal for good: a tombstone, the history kept, what is unspent back to the cost centre."""
    with outermost():
        goal = store.lock_with_envelope(goal_id)
        require(acting, goal, (Role.APPROVER, Role.CONTROLLER), "close")
        clear_locked(acting=acting, goal=goal, revision=revision, reason=reason)
        return goal


def clear_locked(*, acting: Acting, goal: Goal, revision: int, reason: str) -> None:
    """As `clear` on a locked goal."""
    change = lifecycle.clear(
        store.state_of(goal), ref=GoalRef(goal.pk, revision), live=True, now_ms=store.now_ms()
    )
    store.apply(acting=acting, goal=goal, change=change)
    release_encumbrance(acting=acting, goal=goal)
    escalations.make_moot(acting=acting, account=goal.account)
    strategies.get(goal.strategy).closed(acting=acting, goal=goal)
    _record(
        acting, goal, "goal.closed",
        f"{acting.name} closed the goal{_because(reason)}; what was not spent goes back to the cost centre.", reason,
    )  # fmt: skip


def _claimant(acting: Acting, execution: Execution | None) -> str:
    if execution is None:
        return acting.name
    return f"The agent in round {execution.number}" if execution.number else f"The agent, for {acting.name}"


def _record(acting: Acting, goal: Goal, action: str, sentence: str, reason: str) -> None:
    audit.record(
        acting=acting, on=goal.account, action=action, sentence=sentence,
        facts={"goal": goal.pk, "revision": goal.revision, "phase": goal.phase, "reason": reason},
    )  # fmt: skip


def _because(reason: str) -> str:
    return f" because “{reason.strip()}”" if reason.strip() else ""
