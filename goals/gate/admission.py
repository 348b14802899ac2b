"""The admitting transaction: claim the reservation, judge, hold, insert the round, write its first
message, its event. All of it or nothing.

1. the outbox row goes from waiting to claimed (compare-and-set: fifty deliveries, one claim);
2. the account is locked and the facts are read; 3. the judgement; 4. the hold and its entry;
5. the execution, running, fence 1, with a lease on database time; 6. the strategy writes the first
message, the goal counts the round; 7. one event that covers the entry.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError

from goals import sessions, store, strategies
from goals.gate import asking, refusals
from goals.gate.answer import WAITING, Answer
from goals.models import Execution, Goal, HumanInput
from goals.rounds import reservations
from goals.rounds.leases import Lease
from goals.terms import Terms, read_terms
from governance import audit, clock, ledger, rows
from governance.actors import COUNTERSIGN, Acting, human
from governance.enums import OutboxStatus, OutboxTopic
from governance.errors import EnforcementUnavailable
from governance.models import Account, Hold, Outbox
from governance.transactions import outermost


@dataclass(frozen=True, slots=True)
class Admission:
    """What became of one delivery: a lease to run under, or why not (`answer` None: already claimed)."""

    lease: Lease | None
    answer: Answer | None


def admit(outbox_id: int, *, worker: str) -> Admission:
    """Claim this reservation and admit its execution, or refuse. Raises EnforcementUnavailable.

    A repeated delivery, a stale or an unknown id finds nothing to claim and does nothing.
    """
    try:
        with outermost():
            return _admit(outbox_id, worker)
    except DatabaseError as error:
        raise EnforcementUnavailable(
            "The gate could not be asked, so nothing was started. Try again.", outbox=outbox_id
        ) from error


def _admit(outbox_id: int, worker: str) -> Admission:
    row = rows.fetch(Outbox, id=outbox_id, status=OutboxStatus.WAITING)
    if row is None or row.account_id is None:
        return Admission(None, None)
    goal = store.lock(row.subject, account_id=row.account_id)
    if not _claim(row):
        return Admission(None, None)
    kind = "human" if row.topic == OutboxTopic.HUMAN else "round"
    revision = row.revision if kind == "round" else goal.revision
    answer = asking.ask_locked(goal, kind=kind, asked_revision=revision, asked_number=row.number)
    if not answer.admitted:
        _unclaim(row, goal, answer, kind)
        return Admission(None, answer)
    execution = _start(row, goal, answer, kind, worker)
    return Admission(Lease.of(execution), answer)


def _claim(row: Outbox) -> bool:
    taken = {"status": OutboxStatus.CLAIMED, "done_at": clock.now()}
    claimed = rows.update(Outbox, {"id": row.pk, "status": OutboxStatus.WAITING}, taken)
    return claimed == 1


def _unclaim(row: Outbox, goal: Goal, answer: Answer, kind: str) -> None:
    """A refused reservation is dropped; a person's turn goes back to waiting while waiting can help."""
    Outbox.objects.filter(pk=row.pk).update(status=OutboxStatus.WAITING, done_at=None)
    if kind == "human" and answer.code in WAITING:
        return
    if kind == "human":
        HumanInput.objects.filter(outbox=row).update(status="refused", refused_for=answer.code)
        Outbox.objects.filter(pk=row.pk).update(
            status=OutboxStatus.DROPPED, done_at=clock.now(), dropped_for=answer.code
        )
        refusals.refuse(acting=COUNTERSIGN, goal=goal, answer=answer)
        return
    if answer.code == "stale-revision":
        reservations.drop(row, goal, why=answer.code, sentence=answer.sentence)
        return
    Outbox.objects.filter(pk=row.pk).update(
        status=OutboxStatus.DROPPED, done_at=clock.now(), dropped_for=answer.code
    )
    refusals.refuse(acting=COUNTERSIGN, goal=goal, answer=answer)


def _start(row: Outbox, goal: Goal, answer: Answer, kind: str, worker: str) -> Execution:
    account = goal.account
    terms = _terms(account)
    purpose = f"round {answer.number}" if kind == "round" else "a person's turn"
    held, entry = ledger.hold(account, purpose=purpose, tokens=answer.hold_tokens, money=answer.hold_money)
    written = (
        HumanInput.objects.select_related("writer").filter(outbox=row).first() if kind == "human" else None
    )
    execution = _insert(row, goal, answer, terms, held, written, worker)
    if written:
        HumanInput.objects.filter(pk=written.pk).update(status="taken", execution=execution)
    session = strategies.get(goal.strategy).prepare(execution, goal, terms)
    acting: Acting = human(written.writer, method="session") if written else COUNTERSIGN
    audit.record(
        acting=COUNTERSIGN,
        on=account,
        action="round.admitted" if kind == "round" else "turn.admitted",
        sentence=_sentence(answer, kind, acting, account),
        facts={"goal": goal.id, "revision": goal.revision, "number": answer.number, "execution": execution.pk,
               "outbox": row.pk, "fence": 1, "terms_version": account.terms_version,
               "authorisation": execution.authorisation_id, "passed": list(answer.passed),
               "hold": held.pk, "written_by": acting.name if written else None},
        covers=[*ledger.covers([entry]), *sessions.covers(session)],
        effect_tokens=-entry.tokens,
        effect_money=-entry.money,
    )  # fmt: skip
    return execution


def _insert(
    row: Outbox, goal: Goal, answer: Answer, terms: Terms, held: Hold, written: HumanInput | None, worker: str
) -> Execution:
    account, now = goal.account, clock.db_now()
    assert account.authorisation_id is not None
    seconds = min(
        terms.round_seconds or settings.COUNTERSIGN.round_wall_clock_seconds,
        settings.COUNTERSIGN.round_wall_clock_seconds,
    )
    execution = Execution(
        goal=goal,
        kind=Execution.Kind.ROUND if written is None else Execution.Kind.HUMAN,
        number=answer.number,
        revision=goal.revision,
        terms_version=account.terms_version,
        authorisation_id=account.authorisation_id,
        outbox=row,
        hold=held,
        writer=written.writer if written else None,
        epoch=row.epoch or 0,
        lease_owner=worker,
        lease_until=now + timedelta(seconds=settings.COUNTERSIGN.lease_seconds),
        deadline=now + timedelta(seconds=seconds),
        started_at=now,
    )
    return rows.insert(execution)


def _sentence(answer: Answer, kind: str, acting: Acting, account: Account) -> str:
    held = f"{answer.hold_tokens:,} tokens"
    if account.budget_money is not None:
        held += f" and {account.currency} {answer.hold_money:.2f}"
    if kind == "human":
        return f"Countersign admitted a turn of {acting.name} after all checks passed; {held} committed."
    return (
        f"Countersign admitted round {answer.number} of {answer.numbers['max_rounds']} after all "
        f"{len(answer.passed)} checks passed; {held} committed."
    )


def _terms(account: Account) -> Terms:
    assert account.terms is not None
    return read_terms(account.terms.text)
