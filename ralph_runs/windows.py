"""Which rounds are counted together. Reads only.

A window begins with a goal's first run, with an approver's answer to a policy stop, and with another
signed objective. A resume after a pause, a disarm or a deploy leaves the window as it is.
"""

from __future__ import annotations

from goals.enums import POLICY_BLOCKS, BlockCode
from goals.models import Goal
from governance import canonical
from governance.enums import EscalationStatus
from governance.models import Escalation
from ralph_runs.models import RalphRun

OPENERS = (POLICY_BLOCKS - {BlockCode.AUTHORISATION_LAPSED}) | {BlockCode.MODEL_REPORTED}
"""Stops whose answer begins a new window. A lapsed authorisation disarms only, so the window goes on."""


def last_run(goal: Goal) -> RalphRun | None:
    """The newest run of a goal, with its last good handoff."""
    return RalphRun.objects.filter(goal=goal).select_related("handoff__execution").order_by("-number").first()


def last_answer(goal: Goal) -> Escalation | None:
    """The newest answered question of a policy stop."""
    answered = Escalation.objects.filter(
        account_id=goal.account_id, status=EscalationStatus.ANSWERED, stops=True, cause__in=OPENERS
    )
    return answered.select_related("answered_by").order_by("-pk").first()


def opens(goal: Goal, run: RalphRun, answer: Escalation | None) -> RalphRun.OpenedFor | None:
    """Why the next round after this run begins a new window; None if it belongs to the same one."""
    if answer is not None and answer.pk > (run.after_escalation_id or 0):
        return RalphRun.OpenedFor.ANSWER
    if run.objective_digest != objective_digest(goal):
        return RalphRun.OpenedFor.OBJECTIVE
    return None


def objective_digest(goal: Goal) -> str:
    """What tells one objective from another."""
    return canonical.digest(goal.objective)


def runs_of(run: RalphRun) -> list[RalphRun]:
    """The runs of this run's window up to it, oldest first: one, unless a run ended and was plainly resumed."""
    if run.opened_for != RalphRun.OpenedFor.RESUME:
        return [run]
    window = []
    for each in RalphRun.objects.filter(goal=run.goal_id, number__lte=run.number).order_by("-number"):
        window.append(each)
        if each.opened_for != RalphRun.OpenedFor.RESUME:
            break
    return window[::-1]
