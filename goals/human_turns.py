"""People writing into a session: a turn that is funded from the goal's budget, under the writer's name."""

from __future__ import annotations

from goals import activation, authority, operations, sessions, store, values
from goals.models import Execution, HumanInput
from governance import audit, clock, strict
from governance.actors import Acting
from governance.enums import OutboxStatus, OutboxTopic, Role
from governance.errors import Conflict, Invalid
from governance.models import Outbox
from governance.transactions import outermost

LONGEST_BYTES = 64 * 1024


def write(*, acting: Acting, goal_id: str, text: str) -> HumanInput:
    """Queue a person's message. It waits for what runs, goes before the next round, and is then gated itself.

    Raises Invalid for empty or oversized text, Forbidden for the wrong person.
    """
    if not strict.readable(text):
        raise Invalid("Write something.", field="text")
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LONGEST_BYTES:
        raise Invalid(f"The message is {size:,} bytes; at most {LONGEST_BYTES:,} are taken.", field="text")
    if (fault := values.unreadable(text)) is not None:
        raise Invalid(f"The message {fault}; send readable text.", field="text")
    with outermost():
        goal = store.lock(goal_id)
        authority.require(acting, goal, (Role.OPERATOR, Role.APPROVER), "write to")
        if goal.cleared:
            raise Conflict("The goal is closed; nothing runs in it any more.", code="goal-closed")
        row = Outbox.objects.create(
            topic=OutboxTopic.HUMAN, account=goal.account, subject=goal.pk, created_at=clock.now()
        )
        assert acting.person is not None
        written = HumanInput.objects.create(
            goal=goal, writer=acting.person, outbox=row, body=sessions.body_of(text), at=clock.now()
        )
        audit.record(
            acting=acting, on=goal.account, action="session.written",
            sentence=f"{acting.name} wrote {size:,} bytes into the session; no money moved.",
            facts={"goal": goal.pk, "input": written.pk, "digest": written.body_id},
        )  # fmt: skip
        return written


def withdraw(*, acting: Acting, input_id: int) -> None:
    """Take a waiting message back. The writer only; raises Conflict once it runs."""
    with outermost():
        written = HumanInput.objects.select_related("goal").get(pk=input_id)
        goal = store.lock(written.goal_id)
        if written.writer_id != acting.person_id:
            raise Conflict("Only its writer can take a message back.", code="wrong-person")
        if not HumanInput.objects.filter(pk=input_id, status="waiting").update(status="withdrawn"):
            raise Conflict("The message has already been taken up.", code="already-decided")
        Outbox.objects.filter(pk=written.outbox_id).update(
            status=OutboxStatus.DROPPED, done_at=clock.now(), dropped_for="withdrawn"
        )
        audit.record(
            acting=acting, on=goal.account, action="session.withdrawn",
            sentence=f"{acting.name} took a waiting message back; no money moved.", facts={"input": input_id},
        )  # fmt: skip


def cancel(*, acting: Acting, goal_id: str, revision: int, reason: str = "") -> None:
    """Cancel what runs. A round cancelled by a person leaves the goal paused; unrelated work only disarms it."""
    live = Execution.objects.filter(goal_id=goal_id, state__in=Execution.LIVE).first()
    if live is None or live.kind == Execution.Kind.ROUND:
        operations.pause(acting=acting, goal_id=goal_id, revision=revision, reason=reason)
        return
    with outermost():
        goal = store.lock(goal_id)
        authority.require(acting, goal, authority.STOPPERS, "cancel")
        activation.disarm(goal)
        Execution.objects.filter(pk=live.pk).update(deadline=clock.db_now())
        audit.record(
            acting=acting, on=goal.account, action="turn.cancelled",
            sentence=f"{acting.name} cancelled a person's turn; it ends before its next step, no money moved.",
            facts={"execution": live.pk, "reason": reason},
        )  # fmt: skip
