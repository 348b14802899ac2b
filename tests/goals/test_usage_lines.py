"""Recorded responses read by the line: by the room itself and by the command."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from goals.agent.usage.lines import Answer, Malformed, answers
from tests.goals.usage_stories import counts, told, unknown

FIXTURE = Path(__file__).parent / "data" / "usage_shapes.jsonl"


def line(**entry: Any) -> str:
    return json.dumps(
        {"id": "r-1", "provider": "openai", "mode": "plain", "raw": {"usage": counts(40, 8)}} | entry
    )


def run(path: Path) -> tuple[list[dict[str, Any]], list[str], CommandError | None]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("read_usage", str(path), stdout=out, stderr=err, no_color=True)
        failure = None
    except CommandError as error:
        failure = error
    return [json.loads(each) for each in out.getvalue().splitlines()], err.getvalue().splitlines(), failure


def test_the_command_reads_every_worked_example_right() -> None:
    wanted = [json.loads(each) for each in FIXTURE.read_text().splitlines()]

    said, errors, failure = run(FIXTURE)

    assert said == [
        {"id": each["id"], **each["want"], "flags": sorted(each["want"]["flags"])} for each in wanted
    ]
    assert (errors, failure) == ([], None)


def test_an_answer_is_one_line_of_json() -> None:
    (answer,) = answers([line()])

    assert isinstance(answer, Answer)
    assert json.loads(answer.as_json()) == {
        "id": "r-1", "input_tokens": 40, "cached_input_tokens": None, "cache_write_tokens": None, "output_tokens": 8,
        "reasoning_tokens": None, "state": "reported", "flags": [],
    }  # fmt: skip


def test_a_malformed_line_stops_no_other_and_the_command_fails_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join([line(id="first"), "{", "", line(id="last")]))

    said, errors, failure = run(path)

    assert [each["id"] for each in said] == ["first", "last"]
    assert [error.split(":")[0] for error in errors] == ["line 2"]
    assert str(failure) == "1 malformed line; the others were read."


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[]", "not a JSON object"),
        ("null", "not a JSON object"),
        ('{"id": "a"}', "mode and raw missing"),
        (line(id=None), "id is neither text nor a whole number"),
        (line(id=True), "id is neither text nor a whole number"),
        (line(mode="zip"), 'mode is neither "plain" nor "stream"'),
        (line(mode=["plain"]), 'mode is neither "plain" nor "stream"'),
        (line(provider=7), "provider is not text"),
        (b'{"id": "\xff"}', "not UTF-8"),
        ("[" * 200_000, "nested too deeply to read"),
    ],
)
def test_each_fault_is_named_with_its_line(text: str | bytes, fault: str) -> None:
    assert list(answers(["", text])) == [Malformed(2, fault)]
    assert str(Malformed(2, fault)) == f"line 2: {fault}"


def test_a_line_may_leave_the_provider_out() -> None:
    entry = json.loads(line())
    del entry["provider"]

    assert list(answers([json.dumps(entry), line(provider=None)])) == [Answer("r-1", told(40, 8))] * 2


def test_numbers_too_long_to_read_and_numbers_that_are_none_are_quarantined() -> None:
    raw = '{"id": 1, "mode": "plain", "raw": {"usage": {"prompt_tokens": %s}}}'

    assert list(answers([raw % ("9" * 9_000), raw % "NaN", raw % ("-" + "9" * 9_000)])) == [
        Answer(1, unknown("absurd-count")),
        Answer(1, unknown("not-a-count")),
        Answer(1, unknown("negative-count")),
    ]


def test_standard_input_is_read_by_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(line(id="piped").encode())

    monkeypatch.setattr("sys.stdin", Input())

    said, errors, failure = run(Path("-"))

    assert ([each["id"] for each in said], errors, failure) == (["piped"], [], None)


def test_a_file_that_is_not_there_is_said() -> None:
    assert str(run(Path("/nowhere/rows.jsonl"))[2]) == "/nowhere/rows.jsonl: No such file or directory"
