"""Goal rows and their durable events: load, and append with compare-and-set on the revision.

The only writer of goals. Decides nothing about moves (`lifecycle`) or who may make them (`operations`).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from goals import activation, lifecycle, sessions, values
from goals.enums import ActivationEffect, Phase
from goals.errors import GoalNotFound, StaleRevision
from goals.models import Execution, Goal, Session
from goals.state import Current, GoalState, Tombstone
from goals.values import BlockReason, GoalRef
from governance import envelopes, ledger, rows
from governance.actors import Acting
from governance.joined import Joined
from governance.models import Account, Authorisation
from governance.transactions import require_transaction

if TYPE_CHECKING:
    from goals.terms import Terms


def now_ms() -> int:
    """Present time in epoch milliseconds."""
    return time.time_ns() // 1_000_000


def lock(goal_id: str, *, account_id: int | None = None) -> Goal:
    """The goal with its account locked; `goal.account` is that locked row. Raises GOAL_NOT_FOUND.

    A goal never changes its account, so a caller who knows it may name it.
    """
    require_transaction()
    if account_id is None:
        found = rows.fetch(Goal, id=goal_id)
        if found is None:
            raise GoalNotFound.cannot("find")
        account_id = found.account_id
    account = ledger.lock(account_id)
    goal = _GOAL.by_id(goal_id)
    if goal is None:
        raise GoalNotFound.cannot("find")
    goal.account = account
    return goal


def read(goal_id: str) -> Goal:
    """The goal with its account and session as they stand now, unlocked. Raises GOAL_NOT_FOUND."""
    found = _GOAL_AND_ACCOUNT.by_id(goal_id)
    if found is None:
        raise GoalNotFound.cannot("find")
    return found


_GOAL = Joined(Goal, "session")
_GOAL_AND_ACCOUNT = Joined(Goal, "session", "account")


def lock_with_envelope(goal_id: str) -> Goal:
    """As `lock`, with the cost centre's envelope locked first, for verbs that give money back to it."""
    require_transaction()
    account_id = Goal.objects.filter(pk=goal_id).values_list("account_id", flat=True).first()
    if account_id is None:
        raise GoalNotFound.cannot("find")
    envelopes.lock_account(account_id)
    return lock(goal_id)


def state_of(goal: Goal) -> Current:
    """The row as the value the pure domain works on."""
    if goal.cleared:
        return Tombstone(id=goal.id, revision=goal.revision, cleared_at_ms=goal.updated_at_ms)
    reason = BlockReason(goal.blocked_code, goal.blocked_message) if goal.blocked_code else None
    return GoalState(
        id=goal.id, revision=goal.revision, objective=goal.objective, phase=Phase(goal.phase),
        max_rounds=goal.max_rounds, blocked_reason=reason, rounds_started=goal.rounds_started,
        created_at_ms=goal.created_at_ms, updated_at_ms=goal.updated_at_ms,
    )  # fmt: skip


def ref_of(goal: Goal) -> GoalRef:
    return GoalRef(goal.id, goal.revision)


def current_of(session: Session) -> Current:
    """The goal in hand in a session, what a clear left of it, or None."""
    goal = session.goals.order_by("-created_at_ms", "-account_id").first()
    return state_of(goal) if goal else None


def create(
    *, acting: Acting, account: Account, session: Session, terms: Terms, authorisation: Authorisation
) -> Goal:
    """A goal at revision 1, armed if a driver is live, with its first durable event."""
    change = lifecycle.create(
        current_of(session), goal_id=values.new_goal_id(), objective=terms.objective,
        max_rounds=terms.max_rounds, live=True, now_ms=now_ms(),
    )  # fmt: skip
    after = change.after
    assert isinstance(after, GoalState)
    goal = Goal.objects.create(
        id=after.id, account=account, session=session, strategy=terms.strategy, revision=after.revision,
        objective=after.objective, phase=after.phase, max_rounds=after.max_rounds,
        created_at_ms=after.created_at_ms, updated_at_ms=after.updated_at_ms,
    )  # fmt: skip
    _write_change(acting, goal, change, authorisation)
    if activation.live_epoch() is not None:
        activation.arm(acting=acting, goal=goal)
    return goal


def apply(
    *, acting: Acting, goal: Goal, change: lifecycle.Change, authorisation: Authorisation | None = None
) -> Goal:
    """Write one change of a locked goal: event, row, activation. Raises GOAL_STALE_REVISION if it moved."""
    require_transaction()
    seen, after = goal.revision, change.after
    _take(goal, after)
    columns = {name: getattr(goal, name) for name in _COLUMNS}
    stale = StaleRevision.between(
        expected_id=goal.id, expected_revision=seen, current_id=goal.id, current_revision=goal.revision
    )
    rows.change(Goal, goal.pk, columns, where={"revision": seen}, lost=stale)
    _write_change(acting, goal, change, authorisation)
    if change.effect is ActivationEffect.ARMED:
        activation.arm(acting=acting, goal=goal)
    elif change.effect is ActivationEffect.DISARMED:
        activation.disarm(goal)
    return goal


def admit_round(*, goal: Goal, number: int, execution: Execution, content: str) -> None:
    """Count a round as started: its goal-sourced message, then the row. Raises as `lifecycle.admit_round`."""
    require_transaction()
    admitted = lifecycle.admit_round(state_of(goal), ref=ref_of(goal), round_number=number)
    sessions.append(
        goal.session, type="user/message", data={"source": admitted.source}, body=content,
        goal=goal, execution=execution,
    )  # fmt: skip
    seen = {"revision": goal.revision, "phase": Phase.ACTIVE, "rounds_started": number - 1}
    stale = StaleRevision.between(
        expected_id=goal.id,
        expected_revision=goal.revision,
        current_id=goal.id,
        current_revision=goal.revision,
    )
    rows.change(Goal, goal.pk, {"rounds_started": number}, where=seen, lost=stale)
    goal.rounds_started = number


_COLUMNS = (
    "revision", "objective", "phase", "blocked_code", "blocked_message", "max_rounds", "updated_at_ms", "cleared",
)  # fmt: skip


def _take(goal: Goal, after: GoalState | Tombstone) -> None:
    goal.revision = after.revision
    if isinstance(after, Tombstone):
        goal.cleared, goal.updated_at_ms = True, after.cleared_at_ms
        return
    goal.objective, goal.phase, goal.max_rounds = after.objective, after.phase, after.max_rounds
    goal.blocked_code = after.blocked_reason.code if after.blocked_reason else ""
    goal.blocked_message = after.blocked_reason.message if after.blocked_reason else ""
    goal.updated_at_ms = after.updated_at_ms


def _write_change(acting: Acting, goal: Goal, change: lifecycle.Change, signed: Authorisation | None) -> None:
    sessions.append(
        goal.session, type="goal/change", data=change.payload, goal=goal, actor=acting.person,
        authorisation=signed,
    )  # fmt: skip
