"""Appends events to a session. Decides the order; never what a model reads of it (see `transcript`)."""

from __future__ import annotations

from typing import Any

from goals.models import Body, Execution, Goal, Session, SessionEvent
from goals.sessions.chaining import link
from governance import canonical, clock, rows
from governance.errors import Conflict
from governance.models import Authorisation, CostCentre, Person
from governance.transactions import require_transaction


def open_session(*, owner: Person, cost_centre: CostCentre, parent: Session | None = None) -> Session:
    """A new, empty conversation; a fresh agent's child names its parent and inherits nothing from it."""
    require_transaction()
    return Session.objects.create(owner=owner, cost_centre=cost_centre, parent=parent, created_at=clock.now())


def body_of(text: str) -> Body:
    """The stored body with this text; the same text is stored once."""
    size = len(text.encode("utf-8", "surrogatepass"))
    body = Body(digest=canonical.digest(text), text=text, bytes=size)
    rows.insert_once(body)
    return body


def append(
    session: Session,
    *,
    type: str,
    data: dict[str, Any],
    body: str | None = None,
    goal: Goal | None = None,
    execution: Execution | None = None,
    actor: Person | None = None,
    authorisation: Authorisation | None = None,
) -> SessionEvent:
    """Add one event at the end. Raises Conflict `session-moved` if somebody else appended in between."""
    require_transaction()
    seen, previous = session.event_seq, session.event_head
    event = SessionEvent(
        session=session, seq=seen + 1, type=type, data=canonical.text(data), goal=goal, execution=execution,
        body=body_of(body) if body is not None else None, actor=actor, authorisation=authorisation, at=clock.now(),
    )  # fmt: skip
    event.digest = link(event, previous=previous)
    head = {"event_seq": event.seq, "event_head": event.digest}
    moved = Conflict("The session moved while it was being written.", code="session-moved")
    rows.change(Session, session.pk, head, where={"event_seq": seen}, lost=moved)
    session.event_seq, session.event_head = event.seq, event.digest
    return rows.append(event)


def covers(session: Session) -> list[str]:
    """How an event of the record names the transcript as it stands: session, last event, its digest."""
    return [f"transcript:{session.pk}.{session.event_seq}:{session.event_head}"] if session.event_seq else []
