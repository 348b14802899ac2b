"""One hundred and more single-field mutations by raw SQL: refused while the triggers stand, found without them."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection

from goals.models import SessionEvent
from governance import triggers
from governance.models import Authorisation, Event, LedgerEntry, Price, Signature, Terms
from tests.record.breaking import Mutation, everything_wrong, found_after, mutations, refused, sql, undetected
from tests.record.story import Told

# What a row's own number is worth: see docs/record.md.
NUMBERED_BY_STORAGE = ("governance_ledgerentry", "goals_sessionevent")
HELD = (
    "governance_event", "governance_ledgerentry", "governance_price", "governance_signature", "governance_terms",
    "governance_authorisation", "goals_sessionevent",
)  # fmt: skip


def _all(told: Told) -> list[Mutation]:
    stream = told.goal.account.stream_name
    rows = [
        *(Event.objects.get(stream=stream, seq=seq) for seq in (1, 4, 16)),
        Event.objects.get(stream="service:prices", seq=1),
        *LedgerEntry.objects.filter(account=told.goal.account, seq__in=(1, 3)),
        *LedgerEntry.objects.filter(account=told.revoked.account, kind="overrun"),
        *Signature.objects.filter(request__account=told.goal.account).order_by("pk"),
        *Authorisation.objects.order_by("pk"),
        *Terms.objects.filter(account=told.goal.account).order_by("pk")[:2],
        Price.objects.latest("pk"),
        *SessionEvent.objects.filter(session=told.goal.session, seq__in=(1, 3, 6)),
    ]
    return [
        mutation
        for row in rows
        for mutation in mutations(
            row._meta.db_table, row.pk, but=("id",) if row._meta.db_table in NUMBERED_BY_STORAGE else ()
        )
    ]


def _inside(told: Told) -> list[Mutation]:
    """The hashed text of an event, changed at its keys and in its values."""
    row = Event.objects.get(stream=told.goal.account.stream_name, seq=5)
    keys = ("seq", "tokens", "id", "account", "execution", "steps", "v")
    words = (
        ("Countersign settled", "Ada settled"), ("3,500", "3,400"), ("settled", "failed"), ("{", "{ "),
        ("system", "password"), ("entry:", "entry:9"), ("2026", "2025"),
    )  # fmt: skip
    texts = [row.body.replace(f'"{key}":', f'"{key}":1') for key in keys]
    texts += [row.body.replace(old, new) for old, new in words]
    assert row.body not in texts
    return [Mutation("governance_event", row.pk, "body", text) for text in texts]


def test_while_the_triggers_stand_the_database_refuses_every_one(told: Told) -> None:
    acts = _all(told) + _inside(told)

    assert len(acts) >= 100
    assert [str(act) for act in acts if not refused(act.apply)] == []


def test_without_triggers_every_one_is_found(told: Told) -> None:
    acts = _all(told) + _inside(told)
    triggers.remove(connection)

    assert len(acts) >= 100
    assert list(undetected(acts)) == []


def _with_rows() -> list[str]:
    tables = [*triggers.written_once(), *triggers.sealed()]
    return [table for table in tables if sql(f'SELECT count(*) FROM "{table}"') != [(0,)]]


def test_no_row_of_the_record_can_be_deleted(told: Told) -> None:
    tables = _with_rows()

    assert set(HELD) <= set(tables)
    assert [table for table in tables if not refused(partial(sql, f'DELETE FROM "{table}"'))] == []


def test_a_deleted_row_is_found_without_triggers(told: Told) -> None:
    triggers.remove(connection)
    acts = {
        table: partial(sql, f'DELETE FROM "{table}" WHERE id = (SELECT max(id) FROM "{table}")')
        for table in HELD
    }

    assert [table for table, act in acts.items() if not found_after(act, look=everything_wrong)] == []


@pytest.mark.world("postgres")
def test_truncate_is_refused(told: Told) -> None:
    sql("SET CONSTRAINTS ALL IMMEDIATE")

    assert [
        table for table in HELD
        if "part of the record" not in refused(partial(sql, f'TRUNCATE "{table}" CASCADE'))
    ] == []  # fmt: skip


@pytest.mark.world("postgres")
def test_truncate_is_found_without_triggers(told: Told) -> None:
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    triggers.remove(connection)

    assert [
        table for table in HELD
        if not found_after(partial(sql, f'TRUNCATE "{table}" CASCADE'), look=everything_wrong)
    ] == []  # fmt: skip
