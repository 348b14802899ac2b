"""Writes that wait for each other: they leave in order, before any read, and all or none of them stay."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from governance import clock, ledger, rows
from governance.actors import COUNTERSIGN
from governance.audit import record
from governance.compiled import Compiled
from governance.errors import Conflict
from governance.models import Account, Event, LedgerEntry, Outbox, ServiceStream
from governance.money import ZERO
from governance.transactions import outermost
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)

LOST = Conflict("It moved.", code="moved")


@pytest.fixture
def account(cast: Cast) -> Account:
    with outermost():
        return ledger.open_account(
            title="A goal", owner=cast.ben, cost_centre=cast.payables, budget_tokens=1_000, budget_money=None
        )[0]


def _row(account: Account, subject: str = "a", topic: str = "notice") -> Outbox:
    return Outbox(topic=topic, account=account, subject=subject, created_at=clock.now())


def _together(*writes: Callable[[], object]) -> None:
    with outermost():
        for write in writes:
            write()


def test_a_read_sees_every_write_before_it(account: Account) -> None:
    with outermost():
        row = rows.insert(_row(account))
        rows.change(Outbox, row.pk, {"subject": "b"})
        rows.add(Outbox, row.pk, {"sends": 1})

        by_orm = Outbox.objects.get(pk=row.pk)
        by_rows = rows.sure(rows.fetch(Outbox, subject="b"))

    assert (by_orm.subject, by_orm.sends) == ("b", 1)
    assert by_rows == row


def test_a_write_that_does_not_find_its_row_undoes_all_the_others(account: Account) -> None:
    row = rows.insert(_row(account))

    with pytest.raises(Conflict) as refused:
        _together(
            lambda: rows.append(_row(account, "other")),
            lambda: rows.change(Outbox, row.pk, {"subject": "c"}, where={"subject": "not this"}, lost=LOST),
            lambda: rows.change(Account, account.pk, {"title": "never"}, lost=Conflict("Another.")),
        )

    assert refused.value is LOST
    assert [(one.pk, one.subject) for one in Outbox.objects.all()] == [(row.pk, "a")]
    assert Account.objects.get(pk=account.pk).title == account.title


def test_what_one_write_sets_the_next_may_ask_for(account: Account) -> None:
    row = rows.insert(_row(account))

    with outermost():
        rows.change(Outbox, row.pk, {"subject": "b"}, where={"subject": "a"}, lost=LOST)
        rows.change(Outbox, row.pk, {"subject": "c"}, where={"subject": "b"}, lost=LOST)
    with pytest.raises(Conflict) as refused:
        _together(
            lambda: rows.change(Outbox, row.pk, {"subject": "d"}, where={"subject": "c"}, lost=LOST),
            lambda: rows.change(Outbox, row.pk, {"subject": "e"}, where={"subject": "c"}, lost=LOST),
        )

    assert refused.value is LOST
    assert Outbox.objects.get(pk=row.pk).subject == "c"


def test_setting_and_adding_keep_their_order(account: Account) -> None:
    row = rows.insert(_row(account))

    with outermost():
        rows.add(Outbox, row.pk, {"sends": 4})
        rows.add(Outbox, row.pk, {"sends": 5})
        rows.change(Outbox, row.pk, {"sends": 100}, where={"sends": 9}, lost=LOST)
        rows.add(Outbox, row.pk, {"sends": 7})

    assert Outbox.objects.get(pk=row.pk).sends == 107


def test_rows_of_one_table_keep_their_order_and_their_ids(account: Account) -> None:
    with outermost():
        first, second = (rows.insert(_row(account, name)) for name in ("first", "second"))
        rows.append(_row(account, "third"))

    assert first.pk < second.pk
    assert list(Outbox.objects.order_by("pk").values_list("subject", flat=True)) == [
        "first",
        "second",
        "third",
    ]


def test_a_constraint_refuses_before_anything_commits(account: Account) -> None:
    with pytest.raises(IntegrityError):
        _together(
            lambda: rows.append(_row(account, "a", "round")), lambda: rows.append(_row(account, "b", "round"))
        )

    assert Outbox.objects.count() == 0


def test_a_trigger_refuses_a_change_of_the_record_that_waits_with_others(account: Account) -> None:
    entry = LedgerEntry.objects.get(account=account)

    with pytest.raises(IntegrityError):
        _together(
            lambda: rows.append(_row(account)), lambda: rows.change(LedgerEntry, entry.pk, {"tokens": 1})
        )

    assert (LedgerEntry.objects.get(pk=entry.pk).tokens, Outbox.objects.count()) == (entry.tokens, 0)


def test_events_of_one_transaction_follow_each_other(account: Account) -> None:
    with outermost():
        locked = ledger.lock(account.pk)
        for number in range(3):
            record(acting=COUNTERSIGN, on=locked, action="test.done", sentence=f"Line {number}.")

    events = Event.objects.filter(stream=account.stream_name).order_by("pk")
    assert [one.seq for one in events] == sorted(one.seq for one in events)
    assert Account.objects.get(pk=account.pk).stream_seq == locked.stream_seq == events.last().seq


def test_a_stream_that_moved_is_a_conflict_at_the_latest_when_it_commits(cast: Cast) -> None:
    stale = ServiceStream.objects.create(name="test")
    ServiceStream.objects.filter(pk=stale.pk).update(stream_seq=7)

    with pytest.raises(Conflict) as refused, outermost():
        record(acting=COUNTERSIGN, on=stale, action="test.done", sentence="A line.")

    assert refused.value.code == "stream-moved"
    assert Event.objects.filter(stream=stale.stream_name).count() == 0


def test_a_counter_is_made_or_added_to(cast: Cast, account: Account) -> None:
    for _ in range(2):
        with outermost():
            row = _row(account)
            row.pk, row.sends = 4_711, 3
            rows.insert_or_add(row, ("sends",))

    assert Outbox.objects.get(pk=4_711).sends == 6


@pytest.mark.world("postgres")
def test_writes_side_by_side_are_one_statement(account: Account) -> None:
    with CaptureQueriesContext(connection) as seen, outermost():
        locked = ledger.lock(account.pk)
        ledger.hold(locked, purpose="a", tokens=1, money=ZERO)
        record(acting=COUNTERSIGN, on=locked, action="test.done", sentence="A line.")

    written = [
        one["sql"] for one in seen.captured_queries if "INSERT" in one["sql"] or "UPDATE " in one["sql"]
    ]
    assert [sql.startswith("WITH ") for sql in written if "FOR UPDATE" not in sql] == [True]


@pytest.mark.world("postgres")
def test_a_plan_for_any_value_may_use_an_index_on_some_rows(account: Account) -> None:
    waiting = Compiled(
        lambda *, account: Outbox.objects.filter(account=account, status="100%'s").values("pk"), account=int
    )

    with CaptureQueriesContext(connection) as seen:
        assert waiting.rows(account=account.pk) == []

    assert "= '100%''s'" in seen.captured_queries[0]["sql"]
    assert waiting._made["postgresql"].sql.count("%s") == 1


def test_values_of_every_type_come_back_as_they_went(account: Account) -> None:
    at = clock.now() + timedelta(microseconds=1)
    row = _row(account, "Größe “½” %s\n")
    row.created_at, row.sent_at, row.number = at, None, 2**53

    with outermost():
        rows.insert(row)

    fresh = rows.sure(rows.fetch(Outbox, id=row.pk))
    assert (fresh.subject, fresh.created_at, fresh.sent_at, fresh.number) == (row.subject, at, None, 2**53)
    assert Outbox.objects.get(pk=row.pk).created_at == at
