"""`manage.py verify_audit` and `replay` as people run them: a word, figures, and an exit code."""

from __future__ import annotations

import re
from functools import partial

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from governance import triggers
from governance.audit import covered
from governance.audit.verifying import verify
from governance.models import Event
from tests.record.breaking import found_after, sql
from tests.record.story import Told


def _said(capsys: pytest.CaptureFixture, **options: str) -> tuple[int, list[str]]:
    capsys.readouterr()
    code = 0
    try:
        call_command("verify_audit", **options)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return code, capsys.readouterr().out.splitlines()


def test_a_whole_record(told: Told, capsys: pytest.CaptureFixture) -> None:
    code, said = _said(capsys)

    assert code == 0
    assert said[0].startswith(f"OK: {Event.objects.count():,} events in ")
    assert len(said) == 1


def test_one_goal_with_its_requests(told: Told, capsys: pytest.CaptureFixture) -> None:
    code, said = _said(capsys, goal=told.goal.ref)
    account = told.goal.account
    account.refresh_from_db()

    assert code == 0
    assert said[1] == f"  {account.stream_name}: {account.stream_seq} events, head {account.stream_head}"
    assert [line.split(":")[0].strip() for line in said[2:]] == ["request"] * 2


def test_a_broken_record(told: Told, capsys: pytest.CaptureFixture) -> None:
    triggers.remove(connection)
    sql("UPDATE governance_event SET sentence = 'x' WHERE stream = 'service:freezes' AND seq = 1")
    code, said = _said(capsys, stream="service:freezes")

    assert (code, said[0].partition(":")[0], said[2:]) == (
        1, "BROKEN",
        ["  BROKEN at service:freezes event 1, edited: Event 1 shows another sentence than its hashed text."],
    )  # fmt: skip


def test_what_this_program_does_not_know_is_not_fully_checked(
    told: Told, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = covered.kinds()
    monkeypatch.setattr(
        covered, "kinds", lambda: {name: known[name] for name in known if name != "transcript"}
    )
    code, said = _said(capsys)

    assert (code, said[0].partition(":")[0]) == (2, "NOT FULLY CHECKED")
    assert (
        said[1]
        == "  not checked: Events vouch for rows of the kind “transcript”, which this program does not know."
    )


@pytest.mark.parametrize(
    "options",
    [
        {"stream": "nothing"},
        {"stream": "account"},
        {"goal": "G-9999"},
        {"goal": "7"},
        {"against": "/nowhere.json"},
    ],
)
def test_a_question_that_makes_no_sense(db: None, options: dict[str, str]) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("verify_audit", **options)

    assert refused.value.returncode == 2


def test_a_row_that_no_event_vouches_for(told: Told) -> None:
    triggers.remove(connection)
    columns = ", ".join(
        f'"{f.column}"' for f in told.cast.ada.signatures.model._meta.concrete_fields if f.column != "id"
    )
    others = columns.replace('"request_revision"', "request_revision + 7")
    copy = partial(
        sql, f"INSERT INTO governance_signature ({columns}) SELECT {others} FROM governance_signature LIMIT 1"
    )

    assert [re.sub("[0-9]+", "N", said) for said in found_after(copy, look=_faults)] == [
        "signature N, inserted: No event vouches for signature N as it stands."
    ]


def _faults() -> list[str]:
    return [str(fault) for fault in verify().faults]


def test_an_account_that_differs_from_its_last_entry(told: Told) -> None:
    change = partial(
        sql,
        "UPDATE governance_account SET held_tokens = held_tokens + 5 WHERE id = %s",
        told.waiting.account_id,
    )
    found = found_after(change, look=_faults)

    assert [said.partition(": ")[2] for said in found] == [
        "The account's held tokens differ from its last ledger entry, 1."
    ]


def test_no_event_for_a_whole_stream(told: Told) -> None:
    triggers.remove(connection)
    cut = partial(sql, "DELETE FROM governance_event WHERE stream = %s", told.waiting.account.stream_name)

    assert "Ledger entries are there, and no event vouches for any." in " ".join(
        found_after(cut, look=_faults)
    )


def test_replay_says_what_it_proved(told: Told, capsys: pytest.CaptureFixture) -> None:
    call_command("replay")

    assert capsys.readouterr().out.startswith("OK: 3 goals")
