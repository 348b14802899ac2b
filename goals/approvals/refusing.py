"""Keeps a refusal in the record where authority or money was asked for. The same one is kept once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from governance import audit
from governance.actors import Acting
from governance.errors import CountersignError, Exhausted, Forbidden
from governance.models import Event, Person, Request
from governance.models.streams import StreamHead
from governance.transactions import outermost

KEPT = frozenset({"nobody-eligible"})


@contextmanager
def recorded(*, acting: Acting, doing: str, request_id: int | None = None) -> Iterator[None]:
    """Around an outermost verb: whatever it refuses for want of authority or money is written down.

    `doing` completes "… was not allowed to". The refusal is raised on, unchanged.
    """
    try:
        yield
    except CountersignError as error:
        if isinstance(error, (Forbidden, Exhausted)) or error.code in KEPT:
            _record(acting, doing, request_id, error)
            error.kept = True
        raise


def _record(acting: Acting, doing: str, request_id: int | None, error: CountersignError) -> None:
    with outermost():
        on = _stream(acting, request_id)
        if on is None:
            return
        sentence = f"{acting.name} was not allowed to {doing}: {error.message} No money moved."
        same = Event.objects.filter(
            stream=on.stream_name, action="request.refused", actor=acting.person, sentence=sentence
        )
        if not same.exists():
            audit.record(
                acting=acting,
                on=on,
                account=on.account if isinstance(on, Request) else None,
                action="request.refused",
                sentence=sentence,
                facts={"code": error.code, "field": error.field, "details": error.details},
            )


def _stream(acting: Acting, request_id: int | None) -> StreamHead | None:
    if request_id is not None:
        found = Request.objects.select_for_update(no_key=True, of=("self",)).filter(pk=request_id).first()
        if found is not None:
            return found
    if acting.person_id is None:
        return None
    return Person.objects.select_for_update(no_key=True).get(pk=acting.person_id)
