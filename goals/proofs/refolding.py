"""Refolds every session from its durable events and compares with the stored goals. Repairs nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from goals import store
from goals.errors import CorruptEvent
from goals.models import Body, Goal, Session, SessionEvent
from goals.replay import Fold
from goals.sessions.chaining import link
from goals.state import Current
from governance import canonical
from governance.models.streams import GENESIS

DURABLE = ("goal/change", "user/message")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One session or goal whose events do not give its rows."""

    subject: str
    sentence: str


def refold_all() -> Iterator[Mismatch]:
    """Every mismatch between events and rows, session by session, and every message that was changed."""
    for session in Session.objects.order_by("pk").iterator():
        yield from refold(session)
    yield from changed_bodies()


def refold(session: Session) -> Iterator[Mismatch]:
    """Mismatches of one session: a broken sequence or digest, a fault of the fold, a row that differs."""
    fold = Fold()
    states: dict[str, Current] = {}
    place, previous = 0, GENESIS
    for place, row in enumerate(session.events.order_by("seq").iterator(), start=1):
        fault = _out_of_place(row, place, previous) or _fold_one(fold, row)
        if fault:
            yield Mismatch(session.ref, fault)
            return
        previous = row.digest
        if fold.current is not None:
            states[fold.current.id] = fold.current
    if session.event_seq != place:
        yield Mismatch(session.ref, f"{place} events, {session.event_seq} were written")
    elif session.event_head != previous:
        yield Mismatch(session.ref, f"event {place} is not the one that the session ends with")
    yield from _compare(session, states)


def changed_bodies() -> Iterator[Mismatch]:
    """Messages whose text is not the one their digest was made of. What was purged cannot be compared."""
    for body in Body.objects.filter(purged_at=None).iterator():
        if canonical.digest(body.text or "") != body.digest:
            yield Mismatch(f"message {body.digest[:12]}", "its text was changed after it was written")


def _out_of_place(row: SessionEvent, place: int, previous: str) -> str:
    if row.seq != place:
        return f"event {place} has the number {row.seq}: something is missing or moved"
    if link(row, previous=previous) != row.digest:
        return f"event {row.seq} was changed after it was written, or does not follow the one before it"
    return ""


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
