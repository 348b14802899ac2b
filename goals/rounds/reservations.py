"""Reserving a round: the outbox row, one live per goal, written only when the gate would say yes."""

from __future__ import annotations

from goals import activation, store
from goals.gate import asking, refusals
from goals.gate.answer import Answer
from goals.models import Goal
from governance import audit, clock, rows
from governance.actors import COUNTERSIGN, Acting
from governance.enums import OutboxStatus, OutboxTopic
from governance.models import Outbox
from governance.transactions import outermost, require_transaction


def reserve(*, acting: Acting, goal_id: str) -> tuple[Outbox | None, Answer]:
    """Reserve the next round, or apply the refusal. A reservation holds nothing and uses no number."""
    with outermost():
        goal = store.lock(goal_id)
        waiting = live_reservation(goal)
        if waiting:
            return waiting, asking.ask_locked(goal, kind="round")
        answer = asking.ask_locked(goal, kind="round")
        if not answer.admitted:
            refusals.refuse(acting=acting, goal=goal, answer=answer)
            return None, answer
        return _insert(goal, answer), answer


def live_reservation(goal: Goal) -> Outbox | None:
    return rows.fetch(
        Outbox, account_id=goal.account_id, topic=OutboxTopic.ROUND, status=OutboxStatus.WAITING
    )


def _insert(goal: Goal, answer: Answer) -> Outbox | None:
    row = Outbox(
        topic=OutboxTopic.ROUND, account=goal.account, subject=goal.id, revision=goal.revision, number=answer.number,
        epoch=activation.live_epoch(), created_at=clock.now(),
    )  # fmt: skip
    return row if rows.insert_unless_there(row) else live_reservation(goal)


def drop(row: Outbox, goal: Goal, *, why: str, sentence: str) -> None:
    """End a waiting reservation that will not be admitted: one line in the record, nothing spent."""
    require_transaction()
    dropped = Outbox.objects.filter(pk=row.pk, status=OutboxStatus.WAITING).update(
        status=OutboxStatus.DROPPED, done_at=clock.now(), dropped_for=why
    )
    if dropped:
        audit.record(
            acting=COUNTERSIGN, on=goal.account, action="round.reservation-dropped",
            sentence=f"Countersign dropped the reservation of round {row.number}: {sentence} "
            "No money moved, no round number used.",
            facts={"outbox": row.pk, "revision": row.revision, "number": row.number, "code": why},
        )  # fmt: skip


def give_up(outbox_id: int) -> None:
    """After the gate could not be asked: disarm the goal and drop its reservation, as soon as the database answers.

    If it does not answer now either, the row is sent again and this is tried again.
    """
    row = Outbox.objects.filter(pk=outbox_id, topic=OutboxTopic.ROUND, status=OutboxStatus.WAITING).first()
    if row is None:
        return
    sentence = "the gate could not be asked."
    with outermost():
        goal = store.lock(row.subject)
        drop(row, goal, why="enforcement-unavailable", sentence=sentence)
        if activation.disarm(goal):
            audit.record(
                acting=COUNTERSIGN, on=goal.account, action="goal.disarmed",
                sentence=f"Countersign disarmed the goal, because {sentence} No money moved.",
                facts={"code": "enforcement-unavailable", "outbox": row.pk},
            )  # fmt: skip
