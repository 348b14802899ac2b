"""A checkpoint kept elsewhere catches what the database alone cannot: an end cut off with its head, a stream
written anew."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.management import CommandError, call_command
from django.db import connection

from governance import canonical, triggers
from governance.audit import checkpoints, keys
from governance.audit.recording import chain_hash
from governance.audit.verifying import verify
from governance.models import Event
from tests.record.breaking import faults, found_after, sql
from tests.record.story import Told, run


@pytest.fixture
def kept(told: Told, tmp_path: Path) -> Path:
    """The checkpoint that somebody took home, the day before the triggers went."""
    path = tmp_path / "checkpoint.json"
    call_command("checkpoint", out=str(path))
    triggers.remove(connection)
    return path


def _against(path: Path) -> list[str]:
    verdict = verify()
    checkpoints.compare(verdict, path)
    return [str(fault) for fault in verdict.faults] + verdict.unchecked


def _rewrite(stream: str) -> None:
    """Write a stream anew from its first event on, hashes and head included."""
    previous = "0" * 64
    for event in Event.objects.filter(stream=stream).order_by("seq"):
        body, sentence = (
            text.replace("The bank file is late", "Nothing") for text in (event.body, event.sentence)
        )
        hash_ = chain_hash(
            stream=stream, seq=event.seq, previous=previous, body_digest=canonical.digest(body)
        )
        sql("UPDATE governance_event SET previous = %s, hash = %s, body = %s, sentence = %s WHERE id = %s",
            previous, hash_, body, sentence, event.pk)  # fmt: skip
        previous = hash_
    sql(
        "UPDATE governance_servicestream SET stream_head = %s WHERE name = %s",
        previous,
        stream.partition(":")[2],
    )


def test_an_end_cut_off_with_its_head_is_only_found_against_it(kept: Path, told: Told) -> None:
    def cut() -> None:
        sql("DELETE FROM governance_event WHERE stream = 'service:freezes' AND seq = 2")
        head = Event.objects.get(stream="service:freezes", seq=1).hash
        sql(
            "UPDATE governance_servicestream SET stream_seq = 1, stream_head = %s WHERE name = 'freezes'",
            head,
        )

    assert found_after(cut, look=faults) == []
    assert [re.sub(r"On \S+", "Then", said) for said in found_after(cut, look=lambda: _against(kept))] == [
        "service:freezes event 2, truncated: Then this stream had 2 events; event 2 is not there any more."
    ]


def test_a_stream_written_anew_is_only_found_against_it(kept: Path, told: Told) -> None:
    def rewrite() -> None:
        _rewrite("service:freezes")

    assert found_after(rewrite, look=faults) == []
    assert [said.partition(" on 2")[0] for said in found_after(rewrite, look=lambda: _against(kept))] == [
        "service:freezes event 2, edited: Event 2 is not the one that stood there"
    ]


def test_a_record_that_grew_extends_it(kept: Path, told: Told, capsys: pytest.CaptureFixture) -> None:
    triggers.install(connection)
    run(told.waiting)
    call_command("verify_audit", against=str(kept))

    assert "The record extends the checkpoint of " in capsys.readouterr().out


def test_it_can_be_held_against_one_goal(kept: Path, told: Told, capsys: pytest.CaptureFixture) -> None:
    call_command("verify_audit", goal=told.goal.ref, against=str(kept))

    out = capsys.readouterr().out
    assert out.startswith("OK: ")
    assert " with 3 streams, signed by " in out


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one.update(at="2020-01-01T00:00:00.000000Z"),
        lambda one: one["streams"].pop(),
        lambda one: one["streams"][0].__setitem__(1, 1),
        lambda one: one.update(signature="0" * 128),
        lambda one: one.update(scope=1.5),
    ],
)
def test_one_that_was_changed_proves_nothing(kept: Path, change: Callable[[dict[str, Any]], None]) -> None:
    stated = json.loads(kept.read_text())
    change(stated)
    kept.write_text(json.dumps(stated))

    assert _against(kept) == ["The checkpoint was changed after it was signed, so it proves nothing."]


def test_one_signed_by_somebody_else_needs_their_key_named(kept: Path) -> None:
    private = Ed25519PrivateKey.generate()
    other = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
    stated = {key: value for key, value in json.loads(kept.read_text()).items() if key != "signature"}
    stated["public_key"] = other
    signature = private.sign(canonical.text(stated).encode()).hex()
    kept.write_text(json.dumps({**stated, "signature": signature}))
    verdict = verify()
    checkpoints.compare(verdict, kept, key=other)

    assert (verdict.word, verdict.unchecked) == ("OK", [])
    assert [said.partition(",")[0] for said in _against(kept)] == [f"The checkpoint is signed by {other}"]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format":"countersign-checkpoint-1"}', '{"format":"x"}', "\x00"]
)
def test_what_is_none_is_refused(told: Told, tmp_path: Path, text: str) -> None:
    (tmp_path / "none.json").write_text(text)

    with pytest.raises(CommandError, match="is not a checkpoint") as refused:
        call_command("verify_audit", against=str(tmp_path / "none.json"))
    assert refused.value.returncode == 2


def test_it_is_sorted_signed_and_never_overwritten(kept: Path) -> None:
    stated = json.loads(kept.read_text())

    assert stated["streams"] == sorted(stated["streams"])
    assert (stated["public_key"], keys.is_sound(stated)) == (keys.public(), True)
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("checkpoint", out=str(kept))
