"""What a refusal does: wait, block and escalate, or disarm and escalate; and how it is recorded once."""

from __future__ import annotations

from django.db.models import F

from goals import activation, stops
from goals.enums import Phase
from goals.gate.answer import BLOCKING, DISARMING, Answer
from goals.models import Goal
from governance import audit, clock, escalations
from governance.actors import COUNTERSIGN, Acting
from governance.models import Event, Refusal
from governance.transactions import require_transaction


def refuse(*, acting: Acting, goal: Goal, answer: Answer) -> None:
    """Record a refusal of a locked goal and do what its reason demands. Holds nothing, uses no number."""
    require_transaction()
    if answer.code in BLOCKING and goal.phase == Phase.ACTIVE:
        stopped = stops.block(
            acting=COUNTERSIGN, goal=goal, code=answer.code, message=answer.sentence, numbers=answer.numbers
        )
        _count(acting, goal, answer, stopped)
        return
    if answer.code in DISARMING and activation.disarm(goal):
        escalations.open_question(
            acting=COUNTERSIGN, account=goal.account, cause=answer.code, sentence=answer.sentence,
            evidence=answer.numbers,
        )  # fmt: skip
    _count(acting, goal, answer, None)


def _count(acting: Acting, goal: Goal, answer: Answer, stopped: Event | None) -> None:
    """One row per reason, with its event: the stop where the refusal stopped the goal, else one of its own."""
    now = clock.now()
    same = Refusal.objects.filter(
        account=goal.account, actor_name=acting.name, code=answer.code,
        terms_version=goal.account.terms_version, goal_revision=goal.revision,
    )  # fmt: skip
    if same.update(count=F("count") + 1, last_at=now):
        return
    event = stopped or _refused(acting, goal, answer)
    Refusal.objects.create(
        account=goal.account, actor_name=acting.name, code=answer.code,
        terms_version=goal.account.terms_version, goal_revision=goal.revision,
        first_at=now, last_at=now, event=event,
    )  # fmt: skip


def _refused(acting: Acting, goal: Goal, answer: Answer) -> Event:
    what = f"round {answer.number}" if answer.number else "a person's turn"
    return audit.record(
        acting=COUNTERSIGN,
        on=goal.account,
        action="gate.refused",
        sentence=f"Countersign refused to start {what}: {answer.sentence} No money moved, no round number used.",
        facts={"code": answer.code, "numbers": answer.numbers, "asked_by": acting.name,
               "passed": list(answer.passed), "goal": goal.id, "revision": goal.revision},
        named=True,
    )  # fmt: skip
