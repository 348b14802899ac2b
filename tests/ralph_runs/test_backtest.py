"""`manage.py backtest`: one line in, one line out; a bad line is named and fails the command at the end."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

from tests.ralph_runs.cases import DATA, EXAMPLES


def run(path, capsys, **options):
    call_command("backtest", str(path), **options)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def write(tmp_path, *lines):
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_each_case_gives_one_line_with_five_keys(capsys):
    answers = run(DATA / EXAMPLES, capsys)

    assert len(answers) == 40
    assert answers[0] == {
        "id": "ex-001",
        "stop_round": 3,
        "which": "Missing credential: STRIPE_API_KEY is not set in the environment.",
        "rule": "same-text",
        "sentence": "Stopped after round 3: rounds 1, 2 and 3 each reported that STRIPE_API_KEY is missing.",
    }
    assert {tuple(one) for one in answers} == {("id", "stop_round", "which", "rule", "sentence")}


def test_a_case_that_nothing_stops_has_nulls_and_a_sentence(tmp_path, capsys):
    path = write(tmp_path, '{"id": 7, "rounds": [["a b"], []], "why": "extra keys are ignored"}')

    assert run(path, capsys) == [
        {
            "id": 7, "stop_round": None, "which": None, "rule": None,
            "sentence": "Not stopped after round 2: the longest open run is 0 of 3.",
        }
    ]  # fmt: skip


def test_items_may_be_objects_and_failed_rounds_null(tmp_path, capsys):
    item = {"text": "no KEY_A", "kind": "access", "object": None, "needs": "key", "ref": None}
    path = write(tmp_path, json.dumps({"id": "x", "rounds": [[item], None, ["KEY_A missing"]]}))

    assert run(path, capsys, threshold=2)[0]["stop_round"] == 3


def test_standard_input_is_read_for_a_dash(monkeypatch, capsys):
    lines = io.BytesIO('{"id": "汉", "rounds": [["缺少 KEY_A"], ["缺少 KEY_A"]]}\n\n'.encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(lines))

    answers = run("-", capsys, threshold=2)

    assert [(one["id"], one["stop_round"]) for one in answers] == [("汉", 2)]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("nope", "line 2: no JSON"),
        ("[1]", "line 2: a case is an object with id and rounds"),
        ('{"rounds": []}', "line 2: id is missing"),
        ('{"id": true, "rounds": []}', "line 2: id is missing"),
        ('{"id": "x"}', "line 2: rounds is missing or not a list"),
        ('{"id": "x", "rounds": [[], "a"]}', "line 2: round 2 is neither a list of blockers nor null"),
        ('{"id": "x", "rounds": [[3]]}', "line 2: round 1: a blocker is a string or an object with a text"),
        (
            '{"id": "x", "rounds": [[{"text": "a", "kind": 3}]]}',
            "line 2: round 1: the field kind of a blocker",
        ),
        ("[" * 100_000, "line 2: no JSON"),
    ],
    ids=range(9),
)
def test_a_malformed_line_is_named_the_others_are_judged_and_the_command_fails(tmp_path, capsys, line, fault):
    good = '{"id": "x", "rounds": [["a b"]]}'
    path = write(tmp_path, good, line, good)

    with pytest.raises(CommandError, match="1 malformed line; the others are judged"):
        call_command("backtest", str(path))

    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 2
    assert printed.err.startswith(fault)


def test_bytes_that_are_no_text_are_named(tmp_path, capsys):
    path = tmp_path / "cases.jsonl"
    path.write_bytes(b'{"id": "\xff"}\n')

    with pytest.raises(CommandError):
        call_command("backtest", str(path))

    assert capsys.readouterr().err == "line 1: not UTF-8\n"


@pytest.mark.parametrize("threshold", ["1", "0", "-2", "2.0", "three", "３"])
def test_a_threshold_below_two_is_refused(threshold):
    with pytest.raises(CommandError, match="a whole number of at least 2"):
        call_command("backtest", str(DATA / EXAMPLES), f"--threshold={threshold}")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CommandError, match=r"cannot read .*gone"):
        call_command("backtest", str(tmp_path / "gone"))
