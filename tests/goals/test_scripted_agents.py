"""The same-session agents work on what the tools really answer: other files, other report."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from goals.agent.scripted import ScriptedEndpoint
from goals.agent.scripted.samples import copy_samples
from tests.goals.scripted_loop import GOAL_ID, Loop

OBJECTIVE = 'Reconcile the two ledgers.\nSay "done" only with evidence.'


@pytest.fixture
def ledgers(tmp_path: Path) -> Path:
    copy_samples("reconcile", tmp_path)
    return tmp_path


def reconciled(endpoint: ScriptedEndpoint, folder: Path) -> str:
    loop = Loop(endpoint, "scripted-reconcile", folder)
    for number in (1, 2, 3):
        loop.round(number, 3, OBJECTIVE)
    return (folder / "report.md").read_text()


def test_reconcile_takes_three_rounds_and_reports_complete(
    scripted_endpoint: ScriptedEndpoint, ledgers: Path
) -> None:
    loop = Loop(scripted_endpoint, "scripted-reconcile", ledgers)
    loop.round(1, 5, OBJECTIVE)
    assert loop.tool_names == ["list_files", "read_file", "write_file"]
    loop.round(2, 5, OBJECTIVE)
    assert loop.tool_names == ["read_file", "write_file"]
    closing = loop.round(3, 5, OBJECTIVE)
    assert loop.tool_names == ["read_file", "write_file", "get_goal", "update_goal"]
    assert loop.called[-1][1] == {
        "goal_id": GOAL_ID,
        "revision": 4,
        "action": "complete",
        "evidence": ["notes.md", "differences.csv", "report.md"],
    }
    assert closing == "The reconciliation is reported; every figure in report.md comes from the two ledgers."


def test_the_differences_are_the_ones_in_the_sample_ledgers(
    scripted_endpoint: ScriptedEndpoint, ledgers: Path
) -> None:
    report = reconciled(scripted_endpoint, ledgers)
    rows = list(csv.reader((ledgers / "differences.csv").open()))
    assert rows == [
        ["invoice", "kind", "amount_a", "amount_b", "difference"],
        ["INV-7316", "missing in B", "4455.46", "", "4455.46"],
        ["INV-7322", "amounts differ", "7920.07", "8010.07", "-90.00"],
        ["INV-7334", "missing in A", "", "3056.93", "-3056.93"],
        ["INV-7361", "booked twice in A", "13463.90", "6731.95", "6731.95"],
        ["INV-7388", "missing in A", "", "4472.27", "-4472.27"],
        ["INV-7400", "amounts differ", "4506.09", "5406.09", "-900.00"],
        ["INV-7415", "missing in B", "5958.96", "", "5958.96"],
    ]
    assert report.splitlines()[-1] == ("A − B is 8627.17; the differences sum to 8627.17: explained in full.")


def test_a_changed_ledger_changes_the_report(scripted_endpoint: ScriptedEndpoint, ledgers: Path) -> None:
    before = reconciled(scripted_endpoint, ledgers)
    for name in ("notes.md", "differences.csv", "report.md"):
        (ledgers / name).unlink()
    book = ledgers / "ledger_ours.csv"
    book.write_text(book.read_text() + "INV-9000,2026-09-30,Harbour Paper,1.25,EUR\n")
    after = reconciled(scripted_endpoint, ledgers)
    assert "INV-9000" not in before
    assert "| INV-9000 | 1.25 |  | 1.25 |" in after
    assert after.splitlines()[-1] == "A − B is 8628.42; the differences sum to 8628.42: explained in full."


def test_equal_ledgers_give_an_empty_list(scripted_endpoint: ScriptedEndpoint, tmp_path: Path) -> None:
    for name in ("ledger_a.csv", "ledger_b.csv"):
        (tmp_path / name).write_text("invoice,amount\nA-1,10.00\nA-2,12.50\n")
    report = reconciled(scripted_endpoint, tmp_path)
    assert "0 invoices disagree." in report
    assert report.splitlines()[-1] == "A − B is 0.00; the differences sum to 0.00: explained in full."


def test_a_round_that_was_cut_short_is_done_again(scripted_endpoint: ScriptedEndpoint, ledgers: Path) -> None:
    loop = Loop(scripted_endpoint, "scripted-reconcile", ledgers)
    with pytest.raises(AssertionError, match="did not end"):
        loop.round(1, 6, OBJECTIVE, steps=2)
    loop.round(2, 6, OBJECTIVE)
    assert loop.tool_names == ["list_files", "read_file", "write_file"]


def test_plain_text_results_are_read_as_well(scripted_endpoint: ScriptedEndpoint, ledgers: Path) -> None:
    listing = "\n".join(f"{path.name}  {path.stat().st_size} bytes" for path in sorted(ledgers.iterdir()))
    loop = Loop(scripted_endpoint, "scripted-reconcile", ledgers, list_files=lambda **_: listing)
    loop.round(1, 3, OBJECTIVE)
    assert loop.called[1] == ("read_file", {"path": "ledger_ours.csv"})


def test_a_long_ledger_is_read_to_its_end(scripted_endpoint: ScriptedEndpoint, ledgers: Path) -> None:
    whole = reconciled(scripted_endpoint, ledgers)
    for name in ("notes.md", "differences.csv", "report.md"):
        (ledgers / name).unlink()

    def in_pieces(path: str, offset: int = 0) -> Any:
        text = (ledgers / path).read_text()
        end = offset + 700
        return {"content": text[offset:end], "next_offset": end if end < len(text) else None}

    loop = Loop(scripted_endpoint, "scripted-reconcile", ledgers, read_file=in_pieces)
    for number in (1, 2, 3):
        loop.round(number, 3, OBJECTIVE)
    assert (ledgers / "report.md").read_text() == whole


def test_a_stale_revision_is_asked_for_again(scripted_endpoint: ScriptedEndpoint, ledgers: Path) -> None:
    answers: list[Any] = [{"error": {"code": "GOAL_STALE_REVISION"}}, {"ok": True}]
    loop = Loop(scripted_endpoint, "scripted-reconcile", ledgers, update_goal=lambda **_: answers.pop(0))
    for number in (1, 2, 3):
        loop.round(number, 3, OBJECTIVE)
    assert loop.tool_names[2:] == ["get_goal", "update_goal", "get_goal", "update_goal"]


def test_one_ledger_alone_leaves_the_goal_open(scripted_endpoint: ScriptedEndpoint, tmp_path: Path) -> None:
    (tmp_path / "ledger_a.csv").write_text("invoice,amount\nA-1,10.00\n")
    loop = Loop(scripted_endpoint, "scripted-reconcile", tmp_path)
    said = loop.round(1, 3, OBJECTIVE)
    assert said == "I need two ledgers as CSV files and find 1. The goal stays open."


def test_a_person_in_the_session_gets_an_answer_and_no_work(
    scripted_endpoint: ScriptedEndpoint, ledgers: Path
) -> None:
    loop = Loop(scripted_endpoint, "scripted-reconcile", ledgers)
    loop.round(1, 3, OBJECTIVE)
    said = loop.turn("How was round 1 of 3?")
    assert (said, loop.tool_names) == ('You wrote: "How was round 1 of 3?"', [])
    loop.round(2, 3, OBJECTIVE)
    assert loop.tool_names == ["read_file", "write_file"]


def test_the_input_grows_and_most_of_it_is_cached(scripted_endpoint: ScriptedEndpoint, ledgers: Path) -> None:
    loop = Loop(scripted_endpoint, "scripted-reconcile", ledgers)
    for number in (1, 2, 3):
        loop.round(number, 3, OBJECTIVE)
    inputs = [usage.prompt_tokens for usage in loop.usage]
    assert inputs == sorted(inputs)
    cached = [usage.prompt_tokens_details.cached_tokens for usage in loop.usage]
    assert cached[0] == 0
    for place in range(1, len(inputs)):
        assert inputs[place - 1] - 1 <= cached[place] < inputs[place]


def test_endless_works_in_every_round_and_never_reports(
    scripted_endpoint: ScriptedEndpoint, tmp_path: Path
) -> None:
    copy_samples("endless", tmp_path)
    loop = Loop(scripted_endpoint, "scripted-endless", tmp_path)
    for number in range(1, 6):
        loop.round(number, 5, "Look through the costs.")
        looked = 1 if number == 1 else 2  # its own notes are a folder to look into from then on
        assert loop.tool_names == [*["list_files"] * looked, "read_file", "write_file"]
    notes = sorted(path.name for path in (tmp_path / "notes").iterdir())
    assert notes == [f"round-{number}.md" for number in range(1, 6)]
    assert (tmp_path / "notes/round-1.md").read_text().startswith("# Round 1\n\ncosts_2026_07.csv: 24 rows")


def test_hungry_reads_and_writes_at_length_without_being_cut(
    scripted_endpoint: ScriptedEndpoint, tmp_path: Path
) -> None:
    copy_samples("hungry", tmp_path)
    loop = Loop(scripted_endpoint, "scripted-hungry", tmp_path)
    loop.round(1, 3, "Describe every posting.")
    assert len(loop.called) == 40
    assert sum(usage.prompt_tokens + usage.completion_tokens for usage in loop.usage) > 200_000
    assert {call.finish for call in scripted_endpoint.calls} == {"tool_calls", "stop"}


def test_chat_calls_the_tools_it_is_told_to_in_order(
    scripted_endpoint: ScriptedEndpoint, tmp_path: Path
) -> None:
    loop = Loop(scripted_endpoint, "scripted-chat", tmp_path)
    said = loop.turn(
        '!tool write_file {"path": "a.txt", "content": "x"}\n!tool get_goal {}\n!next\n'
        '!tool update_goal {"goal_id": "$get_goal.goal.id", "revision": "$get_goal.goal.revision"}\n'
        "!say Finished."
    )
    assert loop.called == [
        ("write_file", {"path": "a.txt", "content": "x"}),
        ("get_goal", {}),
        ("update_goal", {"goal_id": GOAL_ID, "revision": 4}),
    ]
    assert said == "Finished."


def test_chat_takes_its_orders_for_a_round_from_the_objective(
    scripted_endpoint: ScriptedEndpoint, tmp_path: Path
) -> None:
    loop = Loop(scripted_endpoint, "scripted-chat", tmp_path)
    objective = "!tool list_files {}\n!round 2\n!next\n!tool get_goal {}"
    loop.round(1, 2, objective)
    assert loop.tool_names == ["list_files"]
    loop.round(2, 2, objective)
    assert loop.tool_names == ["list_files", "get_goal"]
    assert json.loads(loop.messages[-2]["content"])["goal"]["id"] == GOAL_ID
