"""Thousands of goals and a million events by plain SQL, each a copy of one that the verbs made. Figures, not proofs."""

from __future__ import annotations

from django.db import connection, models

from goals.models import Goal
from governance.models import Account, Event, LedgerEntry


def goals(like: str, count: int) -> None:
    """So many goals with an account each, its opening entry and one of money spent, all of this month."""
    goal = Goal.objects.select_related("account", "session").get(pk=like)
    account = goal.account
    with connection.cursor() as cursor:
        first = _next(cursor, "governance_account")
        ids = f"{first} + n"
        _copy(cursor, Account, account.pk, count, id=ids, title="'Crowd ' || n", stream_seq="0", envelope_id="NULL",
              encumbered_money="0", spent_tokens="1000 + n", spent_money="10000000 + n")  # fmt: skip
        _copy(cursor, type(goal.session), goal.session.pk, count, id=f"{10_000_000} + n", event_seq="0")
        _copy(cursor, Goal, goal.pk, count, id="'crowd-' || n", account_id=ids, session_id="10000000 + n",
              rounds_started="mod(n, 9)", objective="'Crowd ' || n")  # fmt: skip
        entry = LedgerEntry.objects.filter(account=account, kind="budget").latest("pk")
        for seq, kind, amount in ((1, "budget", "0"), (2, "charge", "10000000 + n")):
            _copy(cursor, LedgerEntry, entry.pk, count, id="nextval('governance_ledgerentry_id_seq')", account_id=ids,
                  seq=str(seq), kind=f"'{kind}'", tokens="1000 + n", money=amount,
                  corrects_id=str(entry.pk) if kind == "charge" else "NULL")  # fmt: skip
        cursor.execute("SELECT setval('governance_account_id_seq', (SELECT max(id) FROM governance_account))")
    _settle()


def events(like: Event, count: int) -> None:
    """So many events in streams of their own, a second apart, the last of them now."""
    with connection.cursor() as cursor:
        _copy(cursor, Event, like.pk, count, id="nextval('governance_event_id_seq')", seq="n", stream="'service:crowd'",
              sentence="'Countersign noted line ' || n || '; no money moved.'",
              at=f"now() - ({count} - n) * interval '1 second'")  # fmt: skip
    _settle()


def _copy(cursor, model: type[models.Model], key: object, count: int, **other: str) -> None:
    """Copies of one row; `other` gives columns that differ as SQL over n, which counts from 1."""
    columns = [field.column for field in model._meta.concrete_fields]
    values = [other.get(name, f't."{name}"') for name in columns]
    names = ", ".join(f'"{name}"' for name in columns)
    cursor.execute(
        f'INSERT INTO "{model._meta.db_table}" ({names}) SELECT {", ".join(values)} '
        f'FROM "{model._meta.db_table}" t, generate_series(1, %s) n WHERE t."{model._meta.pk.column}" = %s ORDER BY n',
        [count, key],
    )


def _next(cursor, table: str) -> int:
    cursor.execute(f"SELECT max(id) FROM {table}")
    return cursor.fetchone()[0]


def _settle() -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
