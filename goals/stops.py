"""Stopping a goal by policy or by report: the block, its question to a person, its event."""

from __future__ import annotations

from typing import Any

from goals import lifecycle, store
from goals.enums import POLICY_BLOCKS
from goals.models import Goal
from governance import audit, escalations
from governance.actors import Acting
from governance.models import Escalation, Event
from governance.transactions import require_transaction


def block(
    *,
    acting: Acting,
    goal: Goal,
    code: str,
    message: str,
    numbers: dict[str, Any] | None = None,
    subject: str = "",
    earlier: Escalation | None = None,
) -> Event:
    """Block a locked, active goal with this code; every policy block opens a question to a named person.

    `earlier` is an answered question that this one asks again: it is cited, and begins a level above.

    Raises the domain's GOAL_INVALID_TRANSITION from any phase but active.
    """
    require_transaction()
    change = lifecycle.block(
        store.state_of(goal), reason={"code": code, "message": message}, ref=store.ref_of(goal),
        live=True, now_ms=store.now_ms(),
    )  # fmt: skip
    store.apply(acting=acting, goal=goal, change=change)
    event = audit.record(
        acting=acting,
        on=goal.account,
        action="goal.stopped",
        sentence=f"{acting.name} stopped the goal: {_closed(message)} No money moved.",
        facts={"goal": goal.id, "revision": goal.revision, "code": code, "numbers": numbers or {}},
        named=True,
    )
    if code in POLICY_BLOCKS or code == "model-reported":
        escalations.open_question(
            acting=acting, account=goal.account, cause=code, subject=subject, sentence=message,
            evidence=numbers or {}, earlier=earlier,
        )  # fmt: skip
    return event


def _closed(message: str) -> str:
    return message if message[-1:] in ".!?。" else f"{message}."
