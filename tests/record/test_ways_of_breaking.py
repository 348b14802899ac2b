"""Each way of breaking the record has its name: edited, deleted, inserted, reordered, truncated."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from governance import canonical, triggers
from governance.audit.recording import chain_hash
from governance.models import Event
from tests.record.breaking import faults, found_after, sql
from tests.record.story import Told


@pytest.fixture
def stream(told: Told) -> str:
    """The stream of a goal with sixteen events, its triggers gone."""
    triggers.remove(connection)
    return told.goal.account.stream_name


def _found(*acts: Callable[[], object]) -> list[str]:
    return found_after(lambda: [act() for act in acts], look=faults)


def _shift(stream: str, *, above: int, by: int) -> None:
    """Renumber the events after one, in two steps so that no number is there twice meanwhile."""
    sql("UPDATE governance_event SET seq = seq + 1000 WHERE stream = %s AND seq > %s", stream, above)
    sql("UPDATE governance_event SET seq = seq - %s WHERE stream = %s AND seq > 1000", 1000 - by, stream)


def _forged(stream: str, *, seq: int) -> None:
    """An event that nobody wrote, made as well as it can be: hash, text and columns agree."""
    before = Event.objects.get(stream=stream, seq=seq - 1)
    body = before.body.replace(f'"seq":{seq - 1},', f'"seq":{seq},').replace(
        _covers(before.body), '"covers":[]'
    )
    sql(
        "INSERT INTO governance_event (stream, seq, previous, hash, body, action, actor_id, actor_name, account_id, "
        "sentence, effect_tokens, effect_money, available_tokens, available_money, at) SELECT stream, %s, hash, %s, "
        "%s, action, actor_id, actor_name, account_id, sentence, effect_tokens, effect_money, available_tokens, "
        "available_money, at FROM governance_event WHERE id = %s",
        seq, chain_hash(stream=stream, seq=seq, previous=before.hash, body_digest=canonical.digest(body)), body,
        before.pk,
    )  # fmt: skip


def _covers(body: str) -> str:
    start = body.index('"covers":')
    return body[start : body.index("]", start) + 1]


def test_a_deleted_event(stream: str) -> None:
    delete = partial(sql, "DELETE FROM governance_event WHERE stream = %s AND seq = 7", stream)

    assert _found(delete)[0] == f"{stream} event 7, deleted: Event 7 is missing; the next one there is 8."


def test_a_deleted_event_whose_gap_was_closed(stream: str) -> None:
    delete = partial(sql, "DELETE FROM governance_event WHERE stream = %s AND seq = 7", stream)
    found = _found(delete, partial(_shift, stream, above=7, by=-1))

    assert found[0] == f"{stream} event 7, deleted: Event 7 is missing; the later ones were renumbered."
    assert (
        found[1]
        == f"{stream} event 16, truncated: The last events are missing: 16 were written, the last one there is 15."
    )


def test_a_first_event_deleted(stream: str) -> None:
    delete = partial(sql, "DELETE FROM governance_event WHERE stream = %s AND seq = 1", stream)

    assert _found(delete)[0] == f"{stream} event 1, deleted: Event 1 is missing; the next one there is 2."


def test_an_event_put_in_between(stream: str) -> None:
    found = _found(partial(_shift, stream, above=8, by=1), partial(_forged, stream, seq=9))

    assert found[0] == f"{stream} event 9, inserted: Event 9 was put in: the one written as 9 stands at 10."


def test_an_event_added_at_the_end(stream: str) -> None:
    assert _found(partial(_forged, stream, seq=17))[0] == (
        f"{stream} event 17, inserted: Events after 16 were added: the books count 16, and 17 are there."
    )


def test_two_events_in_each_other_s_place(stream: str) -> None:
    def swap() -> None:
        for old, new in ((11, 1000), (10, 11), (1000, 10)):
            sql("UPDATE governance_event SET seq = %s WHERE stream = %s AND seq = %s", new, stream, old)

    assert _found(swap) == [f"{stream} event 10, reordered: Event 10 stands at place 11."]


def test_an_event_under_another_number(stream: str) -> None:
    move = partial(sql, "UPDATE governance_event SET seq = 40 WHERE stream = %s AND seq = 5", stream)

    assert _found(move) == [f"{stream} event 5, reordered: Event 5 stands at place 40."]


def test_the_last_events_cut_off(stream: str) -> None:
    cut = partial(sql, "DELETE FROM governance_event WHERE stream = %s AND seq > 14", stream)

    assert _found(cut)[0] == (
        f"{stream} event 15, truncated: The last events are missing: 16 were written, the last one there is 14."
    )


def test_a_whole_stream_cut_off(stream: str) -> None:
    cut = partial(sql, "DELETE FROM governance_event WHERE stream = %s", stream)

    assert f"{stream} event 1, truncated: All 16 events of this stream are missing." in _found(cut)


def test_an_event_moved_to_another_stream(stream: str) -> None:
    move = partial(
        sql,
        "UPDATE governance_event SET stream = 'service:elsewhere', seq = 1 WHERE stream = %s AND seq = 16",
        stream,
    )
    found = _found(move)

    assert f"service:elsewhere event 1, inserted: Event 1 was written to another stream, {stream}." in found
    assert (
        f"{stream} event 16, truncated: The last events are missing: 16 were written, the last one there is 15."
        in found
    )


def test_a_column_that_says_something_else(stream: str) -> None:
    edit = partial(
        sql,
        "UPDATE governance_event SET sentence = 'Nothing.', effect_tokens = 5 WHERE stream = %s AND seq = 3",
        stream,
    )

    assert _found(edit) == [
        f"{stream} event 3, edited: Event 3 shows another sentence, effect in tokens than its hashed text."
    ]


def test_a_text_and_its_hash_changed_together(stream: str) -> None:
    row = Event.objects.get(stream=stream, seq=9)
    body = row.body.replace("12 checks", "11 checks").replace("Countersign admitted", "Countersign allowed")
    hash_ = chain_hash(stream=stream, seq=9, previous=row.previous, body_digest=canonical.digest(body))
    sentence = row.sentence.replace("Countersign admitted", "Countersign allowed")
    edit = partial(
        sql,
        "UPDATE governance_event SET body = %s, hash = %s, sentence = %s WHERE id = %s",
        body,
        hash_,
        sentence,
        row.pk,
    )

    assert _found(edit) == [
        f"{stream} event 9, edited: Event 9 is not the one that event 10 was written to follow."
    ]


def test_the_last_text_and_its_hash_changed_together(stream: str) -> None:
    row = Event.objects.get(stream=stream, seq=16)
    body = row.body.replace("ten rows", "all rows")
    hash_ = chain_hash(stream=stream, seq=16, previous=row.previous, body_digest=canonical.digest(body))
    edit = partial(
        sql, "UPDATE governance_event SET body = %s, hash = %s, sentence = %s WHERE id = %s",
        body, hash_, row.sentence.replace("ten rows", "all rows"), row.pk,
    )  # fmt: skip

    assert _found(edit) == [
        f"{stream} event 16, edited: Event 16 is not the one that was written last: the stream's head names another."
    ]
