"""Transcripts as rows that events of the record vouch for: a session, up to one of its events.

The chain from there back to the session's beginning is proved by `refolding`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from django.db.models import Q

from goals.models import SessionEvent
from goals.sessions.chaining import facts, link
from governance import canonical
from governance.audit.covered import is_number
from governance.models.streams import GENESIS


class Transcripts:
    """The kind "transcript"; its key is "session.seq". Named as often as the transcript is looked at."""

    name = "transcript"

    def texts(self, keys: Collection[str]) -> dict[str, str]:
        wanted = {key: place for key in keys if (place := _place(key))}
        before = {(session, seq - 1) for session, seq in wanted.values()}
        rows = {(row.session_id, row.seq): row for row in _rows({*wanted.values(), *before})}
        found = {}
        for key, (session, seq) in wanted.items():
            if row := rows.get((session, seq)):
                earlier = rows.get((session, seq - 1))
                found[key] = _text(row, earlier.digest if earlier else GENESIS)
        return found

    def due(self) -> Iterator[Sequence[str]]:
        """Nothing: an event of a session may wait for the next look."""
        return iter(())


TRANSCRIPTS = Transcripts()


def _place(key: str) -> tuple[int, int] | None:
    session, _, seq = key.partition(".")
    return (int(session), int(seq)) if is_number(session) and is_number(seq) else None


def _rows(places: set[tuple[int, int]]) -> Iterator[SessionEvent]:
    ordered = sorted(places)
    for start in range(0, len(ordered), 200):
        asked = Q()
        for session, seq in ordered[start : start + 200]:
            asked |= Q(session=session, seq=seq)
        yield from SessionEvent.objects.filter(asked)


def _text(row: SessionEvent, previous: str) -> str:
    sound = link(row, previous=previous) == row.digest
    return canonical.text(facts(row, previous=previous)) if sound else ""
