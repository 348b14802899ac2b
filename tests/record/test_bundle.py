"""An exported record proves itself elsewhere, and nothing in it can be changed unseen."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.management import CommandError, call_command

from governance.audit import keys, verify_bundle
from governance.audit.bundles import VERIFIER
from governance.models import Account, Event
from tests.record.story import Told

Change = Callable[[dict[str, str]], None]


@pytest.fixture
def bundle(told: Told, tmp_path: Path) -> Path:
    path = tmp_path / "all.zip"
    call_command("export_record", "--all", out=path)
    return path


def _changed(bundle: Path, change: Change) -> Path:
    """The bundle packed anew after `change` had its way with the texts of its files."""
    with zipfile.ZipFile(bundle) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    change(files)
    path = bundle.with_name("changed.zip")
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def _run(path: Path, *words: str) -> tuple[int, str]:
    """The verifier as an auditor runs it: alone in an empty folder, without this project's packages."""
    copy = path.parent / "elsewhere" / "verify_bundle.py"
    copy.parent.mkdir(exist_ok=True)
    copy.write_text(VERIFIER.read_text())
    argv = [sys.executable, "-I", "-S", str(copy), str(path), *words]
    done = subprocess.run(argv, capture_output=True, text=True, cwd=copy.parent, env={}, check=False)
    return done.returncode, done.stdout + done.stderr


def test_it_verifies_without_anything_else(bundle: Path) -> None:
    code, said = _run(bundle, "--key", keys.public())

    assert (code, said.splitlines()[0].partition(":")[0]) == (0, "OK")
    for account in Account.objects.all():
        assert (
            f"{account.ref}: {account.spent_tokens:,} tokens spent, in {account.entry_seq:,} ledger entries."
            in said
        )


def test_one_goal_has_its_own_streams_only(told: Told, tmp_path: Path) -> None:
    call_command("export_record", goal=told.goal.ref, out=tmp_path / "one.zip")
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        manifest = json.loads(archive.read("manifest.json"))

    streams = [told.goal.account.stream_name, *(r.stream_name for r in told.goal.account.requests.all())]
    assert sorted(manifest["streams"]) == sorted(streams)
    assert manifest["filters"] == {"goal": told.goal.ref}
    assert manifest["events"] == Event.objects.filter(stream__in=streams).count()
    assert _run(tmp_path / "one.zip")[0] == 0


def test_the_key_is_what_the_reader_must_know(bundle: Path) -> None:
    other = Ed25519PrivateKey.generate().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()

    assert f"Signed with {keys.public()}. Is that the key you were given by other means?" in _run(bundle)[1]
    assert _run(bundle, "--key", other)[0] == 1


def test_every_field_of_every_event_is_held(bundle: Path) -> None:
    with zipfile.ZipFile(bundle) as archive:
        events = archive.read("events.jsonl").decode().splitlines()

    assert [said for said, lines in _mutated(events) if not _event_faults(lines)] == []
    assert len(list(_mutated(events))) > len(events) * 5


def _event_faults(lines: list[str]) -> list[str]:
    report = verify_bundle.Report()
    for line in lines:
        report.take_event(line)
    ends = sorted([stream, *end] for stream, end in report.ends.items())
    return report.faults or ([] if ends == _event_faults.ends else ["another end"])  # type: ignore[attr-defined]


def _mutated(events: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The events with one field of one of them changed, each field of each once; and inside the texts too."""
    _event_faults.ends = _ends(events)  # type: ignore[attr-defined]
    for place, line in enumerate(events):
        event = json.loads(line)
        body = json.loads(event["body"])
        changes = [{field: _other(value)} for field, value in event.items()]
        changes += [
            {"body": json.dumps({**body, key: _other(value)}, **_CANONICAL)} for key, value in body.items()
        ]
        for change in changes:
            yield (
                f"{place} {change}",
                [*events[:place], json.dumps({**event, **change}), *events[place + 1 :]],
            )
        yield f"{place} away", [*events[:place], *events[place + 1 :]]
        yield f"{place} twice", [*events[: place + 1], line, *events[place + 1 :]]


_CANONICAL: dict[str, Any] = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}


def _ends(events: list[str]) -> list[list[Any]]:
    ends = {event["stream"]: [event["seq"], event["hash"]] for event in map(json.loads, events)}
    return sorted([stream, *end] for stream, end in ends.items())


def _other(value: Any) -> Any:
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value[:-1]}{'0' if value[-1:] != '0' else '1'}"
    if isinstance(value, list):
        return [*value, "entry:1.1:0"]
    if isinstance(value, dict):
        return {**value, "more": 1}
    return 1


def _in_lines(name: str, old: str, new: str) -> Change:
    def change(files: dict[str, str]) -> None:
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)

    return change


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("rows.jsonl", '"tokens\\":1000', '"tokens\\":1001', "is named by 0 events"),
        ("rows.jsonl", '"kind":"signature"', '"kind":"terms"', "is named by 0 events"),
        ("events.jsonl", "Countersign settled", "Ada settled", "was edited"),
        ("manifest.json", '"all":true', '"all":false', "manifest.json was changed"),
        ("manifest.json", '"spent_tokens":', '"spent_tokens":1', "states other totals"),
        ("checkpoint.json", '"service:prices",', '"service:prices",1', "checkpoint.json was changed"),
        ("checkpoint.json", '"scope":"all"', '"scope":"G-0001"', "checkpoint.json was changed"),
        ("public_key.txt", "", "0", "manifest.json is signed by"),
    ],
)  # fmt: skip
def test_every_file_of_it_is_held(bundle: Path, name: str, old: str, new: str, said: str) -> None:
    code, out = _run(_changed(bundle, _in_lines(name, old, new)))

    assert code == 1
    assert said in out


def test_rows_may_be_neither_missing_nor_twice(bundle: Path) -> None:
    def without_first(files: dict[str, str]) -> None:
        files["rows.jsonl"] = files["rows.jsonl"].partition("\n")[2]

    def with_first_twice(files: dict[str, str]) -> None:
        files["rows.jsonl"] = files["rows.jsonl"].partition("\n")[0] + "\n" + files["rows.jsonl"]

    assert "is not in the bundle as an event names it" in _run(_changed(bundle, without_first))[1]
    assert "is there twice" in _run(_changed(bundle, with_first_twice))[1]


def test_a_file_that_does_not_belong_is_told(bundle: Path) -> None:
    path = _changed(bundle, lambda files: files.update({"more.txt": "", "evil.py": ""}))

    assert "more.txt does not belong here" in _run(path)[1]


def test_what_is_no_bundle_is_not_fully_checked(tmp_path: Path) -> None:
    (tmp_path / "none.zip").write_text("not a zip")

    assert _run(tmp_path / "none.zip")[0] == 2
    assert _run(tmp_path / "absent.zip")[0] == 2


def test_exports_are_never_overwritten(bundle: Path) -> None:
    with pytest.raises(CommandError, match="already there"):
        call_command("export_record", "--all", out=bundle)


@pytest.mark.parametrize("ref", ["G-9999", "0001", "G-", "G-１", "G-0001;"])
def test_a_goal_that_is_none_is_refused(told: Told, tmp_path: Path, ref: str) -> None:
    with pytest.raises(CommandError):
        call_command("export_record", goal=ref, out=tmp_path / "none.zip")

    assert list(tmp_path.glob("*")) == []
