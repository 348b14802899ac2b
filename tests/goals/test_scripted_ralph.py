"""The fresh agent of a Ralph run: works on, names what is missing, and is done once a person has helped."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest

from goals.agent.scripted import ScriptedEndpoint
from goals.agent.scripted.samples import copy_samples
from tests.goals.scripted_loop import FILE_TOOLS, STRING, Loop, schema

TEXTS = {"type": "array", "items": STRING}
GOVERNED = schema(
    "submit_report",
    status=STRING,
    summary=STRING,
    evidence=TEXTS,
    nextSteps=TEXTS,
    blockers={"type": "array", "items": {"$ref": "#/$defs/Blocker"}},
)
GOVERNED["function"]["parameters"]["$defs"] = {
    "Blocker": {"type": "object", "properties": {"text": STRING, "kind": STRING}, "required": ["text"]}
}
HARNESS = schema(
    "submit_report", status=STRING, summary=STRING, evidence=TEXTS, nextSteps=TEXTS, blocker=STRING
)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    copy_samples("ralph", tmp_path)
    return tmp_path


def fresh_round(
    endpoint: ScriptedEndpoint,
    folder: Path,
    number: int,
    *,
    answer: str = "",
    tool: dict[str, Any] = GOVERNED,
) -> dict[str, Any]:
    """One round in a session of its own; the report it submitted."""
    loop = Loop(endpoint, "scripted-ralph", folder, submit_report=lambda **_: {"ok": True})
    loop.tools = [*FILE_TOOLS, tool]
    loop.turn(f'Objective: "Collect all supplier statements."\nRound: {number}/8\n{answer}')
    assert loop.tool_names[-1] == "submit_report"
    return loop.called[-1][1]


def test_the_missing_key_is_reported_three_times_in_other_words(
    scripted_endpoint: ScriptedEndpoint, workspace: Path
) -> None:
    reports = [fresh_round(scripted_endpoint, workspace, number) for number in (1, 2, 3)]
    assert [report["status"] for report in reports] == ["continue"] * 3
    texts = [report["blockers"][0]["text"] for report in reports]
    assert [len(report["blockers"]) for report in reports] == [1, 1, 1]
    assert len({re.sub(r"\d", "", text) for text in texts}) == 3
    for text in texts:
        assert re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", text) == ["PORTAL_API_KEY"]
        assert re.search(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", text)


def test_each_blocked_round_does_another_bit_of_work(
    scripted_endpoint: ScriptedEndpoint, workspace: Path
) -> None:
    summaries = [fresh_round(scripted_endpoint, workspace, number)["summary"] for number in (1, 2, 3)]
    assert [summary.split(":")[0] for summary in summaries] == [
        f"Read and summed up statements/{name}.csv"
        for name in ("harbour_paper", "lindqvist_optics", "meridian_freight")
    ]
    assert (workspace / "work/round-2.md").read_text() + "" == summaries[1].removeprefix(
        "Read and summed up "
    ) + "\n"


def test_the_key_in_the_workspace_lets_it_finish(
    scripted_endpoint: ScriptedEndpoint, workspace: Path
) -> None:
    fresh_round(scripted_endpoint, workspace, 1)
    copy_samples("ralph-answer", workspace)
    report = fresh_round(scripted_endpoint, workspace, 2)
    assert report["status"] == "complete"
    assert (report["nextSteps"], report["blockers"]) == ([], [])
    assert report["evidence"][0] == "collected.csv holds the rows of 5 statements"
    rows = list(csv.DictReader((workspace / "collected.csv").open()))
    read = [path for name in ("portal", "statements") for path in sorted((workspace / name).iterdir())]
    lines = [(path, line) for path in read for line in path.read_text().splitlines()[1:]]
    assert [(row["statement"], row["invoice"], row["amount"]) for row in rows] == [
        (str(path.relative_to(workspace)), line.split(",")[0], line.split(",")[2]) for path, line in lines
    ]


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ('Answer by Cy: "PORTAL_API_KEY = kx-2291-aa"', "complete"),
        ('Answer by Cy: "Go on without the portal key."', "complete"),
        ('Previous blockers: ["attempt 2: PORTAL_API_KEY is not set"]', "continue"),
        ('Answer by Cy: "Try again."', "continue"),
    ],
)
def test_a_persons_answer_in_the_prompt_counts(
    scripted_endpoint: ScriptedEndpoint, workspace: Path, answer: str, status: str
) -> None:
    assert fresh_round(scripted_endpoint, workspace, 4, answer=answer)["status"] == status


def test_under_the_harness_contract_it_reports_blocked_with_one_text(
    scripted_endpoint: ScriptedEndpoint, workspace: Path
) -> None:
    report = fresh_round(scripted_endpoint, workspace, 1, tool=HARNESS)
    assert report["status"] == "blocked"
    assert "PORTAL_API_KEY" in report["blocker"]
    assert sorted(report) == ["blocker", "evidence", "nextSteps", "status", "summary"]


def test_a_round_is_known_by_the_prompt_alone(scripted_endpoint: ScriptedEndpoint, workspace: Path) -> None:
    first = fresh_round(scripted_endpoint, workspace, 1)["summary"]
    second = fresh_round(scripted_endpoint, workspace, 1)["summary"]
    assert first == second
