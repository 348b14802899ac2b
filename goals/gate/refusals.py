"""What a refusal does: wait, block and escalate, or disarm and escalate; and how it is recorded once."""

from __future__ import annotations

from django.db.models import F

from goals import activation, stops
from goals.gate.answer import BLOCKING, DISARMING, Answer
from goals.models import Goal
from governance import audit, clock, escalations
from governance.actors import COUNTERSIGN, Acting
from governance.models import Refusal
from governance.transactions import require_transaction


def refuse(*, acting: Acting, goal: Goal, answer: Answer) -> None:
    """Record a refusal of a locked goal and do what its reason demands. Holds nothing, uses no number."""
    require_transaction()
    if answer.code in BLOCKING:
        stops.block(
            acting=COUNTERSIGN, goal=goal, code=answer.code, message=answer.sentence, numbers=answer.numbers
        )
    elif answer.code in DISARMING and activation.disarm(goal):
        escalations.open_question(
            acting=COUNTERSIGN, account=goal.account, cause=answer.code, sentence=answer.sentence,
            evidence=answer.numbers,
        )  # fmt: skip
    _count(acting, goal, answer)


def _count(acting: Acting, goal: Goal, answer: Answer) -> None:
    now = clock.now()
    same = Refusal.objects.filter(
        account=goal.account, actor_name=acting.name, code=answer.code,
        terms_version=goal.account.terms_version, goal_revision=goal.revision,
    )  # fmt: skip
    if same.update(count=F("count") + 1, last_at=now):
        return
    what = f"round {answer.number}" if answer.number else "a person's turn"
    event = audit.record(
        acting=COUNTERSIGN,
        on=goal.account,
        action="gate.refused",
        sentence=f"Countersign refused to start {what}: {answer.sentence} No money moved, no round number used.",
        facts={"code": answer.code, "numbers": answer.numbers, "asked_by": acting.name,
               "passed": list(answer.passed), "goal": goal.id, "revision": goal.revision},
    )  # fmt: skip
    Refusal.objects.create(
        account=goal.account, actor_name=acting.name, code=answer.code,
        terms_version=goal.account.terms_version, goal_revision=goal.revision,
        first_at=now, last_at=now, event=event,
    )  # fmt: skip
