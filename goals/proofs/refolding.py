"""Refolds every session from its durable events and compares with the stored goals. Repairs nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from goals import store
from goals.errors import CorruptEvent
from goals.models import Goal, Session, SessionEvent
from goals.replay import Fold
from goals.state import Current
from governance import canonical

DURABLE = ("goal/change", "user/message")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One session or goal whose events do not give its rows."""

    subject: str
    sentence: str


def refold_all() -> Iterator[Mismatch]:
    """Every mismatch between events and rows, session by session."""
    for session in Session.objects.order_by("pk").iterator():
        yield from refold(session)


def refold(session: Session) -> Iterator[Mismatch]:
    """Mismatches of one session: a broken sequence or digest, a fault of the fold, a row that differs."""
    fold, states = Fold(), {}
    for place, row in enumerate(session.events.order_by("seq").iterator(), start=1):
        if row.seq != place:
            yield Mismatch(
                session.ref, f"event {place} has the number {row.seq}: something is missing or moved"
            )
            return
        if canonical.digest(row.data) != row.digest:
            yield Mismatch(session.ref, f"event {row.seq} was changed after it was written")
            return
        fault = _fold_one(fold, row)
        if fault:
            yield Mismatch(session.ref, fault)
            return
        if fold.current is not None:
            states[fold.current.id] = fold.current
    if session.event_seq != session.events.count():
        yield Mismatch(session.ref, f"{session.events.count()} events, {session.event_seq} were written")
    yield from _compare(session, states)


def _fold_one(fold: Fold, row: SessionEvent) -> str:
    if row.type not in DURABLE:
        return ""
    try:
        fold.extend([{"type": row.type, "data": json.loads(row.data)}])
    except CorruptEvent as fault:
        return f"event {row.seq}: {fault.code}: {fault.sentence}"
    return ""


def _compare(session: Session, states: dict[str, Current]) -> Iterator[Mismatch]:
    for goal in Goal.objects.filter(session=session):
        stored, folded = store.state_of(goal), states.get(goal.pk)
        if stored != folded:
            yield Mismatch(goal.pk, f"the row says {stored}, its events say {folded}")
