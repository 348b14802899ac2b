"""How the events of a session hang together: each digest covers every column and the digest before it.

Message bodies stand in it by their own digest, so a purged body leaves the chain whole.
"""

from __future__ import annotations

from goals.models import SessionEvent
from governance import canonical


def facts(event: SessionEvent, *, previous: str) -> dict[str, object]:
    """Everything an event says, for its digest. Adding a column means a new key here."""
    return {
        "previous": previous, "session": event.session_id, "seq": event.seq, "type": event.type,
        "data": canonical.digest(event.data), "goal": event.goal_id, "execution": event.execution_id,
        "body": event.body_id, "actor": event.actor_id, "authorisation": event.authorisation_id, "at": event.at,
    }  # fmt: skip


def link(event: SessionEvent, *, previous: str) -> str:
    """The digest of this event after the one with the digest `previous` (64 zeros before the first)."""
    return canonical.digest_of(facts(event, previous=previous))
