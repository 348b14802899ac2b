"""The four ways a run may end, in exactly one shape each; eighteen malformed ones, each refused."""

from __future__ import annotations

from typing import Any

import pytest

from ralph_runs import bounds, outcomes
from ralph_runs.faults import MalformedResult
from tests.ralph_runs.reports import LIMIT, harness

CAP = 3
COMPLETE, BLOCKED, GOES_ON = (
    harness("complete"),
    harness("blocked", "The key is missing."),
    harness("continue"),
)


def check(value: Any) -> outcomes.Result:
    return outcomes.check(value, cap=CAP, profile="harness", limit=LIMIT)


def result(status: str, rounds: Any, report: Any, **more: Any) -> dict[str, Any]:
    return {"status": status, "roundsStarted": rounds, "report": report, **more}


def failed(rounds: Any, **more: Any) -> dict[str, Any]:
    return {"status": "round-failed", "roundsStarted": rounds, **more}


MALFORMED: dict[str, Any] = {
    "null": None,
    "no round": result("complete", 0, COMPLETE),
    "more rounds than the cap": result("complete", CAP + 1, COMPLETE),
    "unknown status": result("done", 1, COMPLETE),
    "budget-limited before the cap": result("budget-limited", CAP - 1, GOES_ON),
    "report is null": result("complete", 1, None),
    "a key too many": result("complete", 1, COMPLETE, note="done"),
    "a key too many after a failed round": failed(2, lastReport=GOES_ON, report=GOES_ON),
    "a key too many in the report": result("complete", 1, {**COMPLETE, "confidence": 1}),
    "the report has another status": result("complete", 1, GOES_ON),
    "next steps are empty": result("budget-limited", CAP, harness("continue", nextSteps=[])),
    "evidence is empty": result("complete", 1, harness("complete", evidence=[])),
    "the blocker is empty": result("blocked", 1, harness("blocked", "")),
    "oversized": result("complete", 1, harness("complete", summary="x" * LIMIT)),
    "failed later without a last report": failed(2, lastReport=None),
    "failed in round 1 with a last report": failed(1, lastReport=GOES_ON),
    "failed with no word about the last report": failed(2),
    "failed with a last report that is none": failed(2, lastReport=harness("continue", nextSteps=[])),
}


@pytest.mark.parametrize("value", MALFORMED.values(), ids=MALFORMED)
def test_a4_12_a_malformed_end_is_refused(value: Any) -> None:
    with pytest.raises(MalformedResult):
        check(value)


def test_there_are_eighteen_malformed_ends() -> None:
    assert len(MALFORMED) == 18


@pytest.mark.parametrize(
    "value",
    [
        [],
        "complete",
        {},
        result("complete", True, COMPLETE),
        result("complete", 1.0, COMPLETE),
        result("complete", "1", COMPLETE),
        result(["complete"], 1, COMPLETE),  # type: ignore[arg-type]
        result("continue", 1, GOES_ON),
        result("budget-limited", CAP, COMPLETE),
        failed(2, lastReport=COMPLETE),
        failed(2, lastReport=BLOCKED),
        failed(0, lastReport=None),
    ],
)
def test_other_malformed_ends_are_refused_too(value: Any) -> None:
    with pytest.raises(MalformedResult):
        check(value)


@pytest.mark.parametrize(
    ("value", "succeeded"),
    [
        (result("complete", 1, COMPLETE), True),
        (result("complete", CAP, COMPLETE), True),
        (result("blocked", 2, BLOCKED), True),
        (result("budget-limited", CAP, GOES_ON), True),
        (failed(1, lastReport=None), False),
        (failed(3, lastReport=GOES_ON), False),
    ],
)
def test_a4_02_what_a_worker_reports_is_a_result_and_only_a_failed_round_is_an_error(
    value: dict[str, Any], succeeded: bool
) -> None:
    assert check(value).succeeded is succeeded


def test_a4_05_a_failed_round_has_no_last_handoff_in_round_1_and_the_last_one_later() -> None:
    assert check(outcomes.failed(rounds=1, last_report=None)).report is None
    later = check(outcomes.failed(rounds=2, last_report=GOES_ON)).report
    assert later is not None
    assert later.text == bounds.compact(GOES_ON)


def test_the_text_of_a_result_is_bounded_and_its_report_is_not_altered() -> None:
    value = outcomes.reported("complete", rounds=1, report=harness("complete", summary="y" * 5_000))
    checked = check(value)

    text = outcomes.text(checked, run_id="G-0001/1", agents=1, limit=300)

    assert bounds.units(text) == 300
    assert text.startswith("The agent reports that the objective is met: yyy")
    assert text.endswith(bounds.MARKER)
    assert checked.value == value


def test_the_wording_says_who_says_so() -> None:
    value = outcomes.reported("blocked", rounds=2, report=BLOCKED)
    text = outcomes.text(check(value), run_id="G-0001/1", agents=2, limit=LIMIT)

    said, envelope = text.split("\n")
    assert said == "The agent reports that it is blocked: Summed up one statement."
    assert envelope == bounds.compact({"runId": "G-0001/1", "agentsStarted": 2, "result": value})
