"""Arming many goals again after a restart: one reason, and for each goal its own transaction and its own event.

What one goal's state refuses holds up none of the others. Policy stops are not resumed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goals import operations
from goals.models import Goal
from governance import strict
from governance.actors import Acting
from governance.errors import CountersignError, Invalid
from governance.people import requiring

MOST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Rearmed:
    """What became of one goal; `refused` is "" for one that is armed now."""

    ref: str
    refused: str


def rearm(*, acting: Acting, goals: Sequence[tuple[str, int]], reason: str) -> list[Rearmed]:
    """Resume each goal at the revision that was shown, by its owner or an approver. Not atomic as a whole.

    `goals` are pairs of id and revision, at most 200. Raises Invalid without a reason or a goal, Forbidden for
    anything but a named person.
    """
    requiring.named_person(acting, to="arm goals")
    why = strict.reason(reason)
    if not 0 < len(goals) <= MOST:
        raise Invalid(f"Choose from 1 to {MOST} goals.", field="goal")
    refs = dict(Goal.objects.filter(pk__in=[one for one, _ in goals]).values_list("pk", "account_id"))
    return [_one(acting, goal_id, revision, why, refs) for goal_id, revision in goals]


def _one(acting: Acting, goal_id: str, revision: int, why: str, refs: dict[str, int]) -> Rearmed:
    ref = f"G-{refs[goal_id]:04d}" if goal_id in refs else goal_id
    try:
        operations.resume(acting=acting, goal_id=goal_id, revision=revision, reason=why)
    except CountersignError as refused:
        return Rearmed(ref=ref, refused=refused.message)
    return Rearmed(ref=ref, refused="")
