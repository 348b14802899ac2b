"""The two contracts of a report, field by field and status by status."""

from __future__ import annotations

from typing import Any

import pytest

from ralph_runs.faults import ReportFault
from ralph_runs.report import Blocker, read, validate
from tests.ralph_runs.reports import LIMIT, governed, harness, text

WITHOUT = object()


def fault_of(value: Any, profile: str) -> str:
    with pytest.raises(ReportFault) as caught:
        validate(value, profile=profile, limit=LIMIT)
    return caught.value.code


def changed(report: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {name: value for name, value in {**report, **fields}.items() if value is not WITHOUT}


@pytest.mark.parametrize(
    ("profile", "value"),
    [
        ("harness", harness("continue")),
        ("harness", harness("continue", evidence=[])),
        ("harness", harness("complete")),
        ("harness", harness("blocked", "The key is missing.")),
        ("harness", harness("blocked", "The key is missing.", nextSteps=[], evidence=[])),
        ("governed", governed("continue")),
        ("governed", governed("continue", "The key is missing.", "The host is down.")),
        ("governed", governed("complete")),
        ("governed", governed("blocked", "The key is missing.")),
        ("governed", governed("blocked", "The key is missing.", nextSteps=[], evidence=[])),
    ],
)
def test_these_reports_are_valid(profile: str, value: dict[str, Any]) -> None:
    report = validate(value, profile=profile, limit=LIMIT)

    assert report.status == value["status"]
    assert report.text == text(value).replace('": ', '":').replace(', "', ',"').replace("}, {", "},{")


@pytest.mark.parametrize(
    ("profile", "value"),
    [
        ("harness", harness("continue", nextSteps=[])),
        ("harness", harness("continue", "The key is missing.")),
        ("harness", harness("complete", evidence=[])),
        ("harness", harness("complete", nextSteps=["More."])),
        ("harness", harness("complete", "The key is missing.")),
        ("harness", harness("blocked")),
        ("governed", governed("continue", nextSteps=[])),
        ("governed", governed("complete", evidence=[])),
        ("governed", governed("complete", nextSteps=["More."])),
        ("governed", governed("complete", "The key is missing.")),
        ("governed", governed("blocked")),
    ],
)
def test_a_report_that_contradicts_itself_is_refused(profile: str, value: dict[str, Any]) -> None:
    assert fault_of(value, profile) == "contradiction"


@pytest.mark.parametrize("profile", ["harness", "governed"])
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"summary": WITHOUT}, "missing-field"),
        ({"status": WITHOUT}, "missing-field"),
        ({"nextSteps": WITHOUT}, "missing-field"),
        ({"confidence": 0.9}, "unknown-field"),
        ({"next_steps": ["More."]}, "unknown-field"),
        ({"status": "done"}, "unknown-status"),
        ({"status": "Continue"}, "unknown-status"),
        ({"status": True}, "unknown-status"),
        ({"status": None}, "unknown-status"),
        ({"summary": ""}, "blank-or-untrimmed"),
        ({"summary": " \n"}, "blank-or-untrimmed"),
        ({"summary": "Done. "}, "blank-or-untrimmed"),
        ({"summary": "\ufeffDone."}, "blank-or-untrimmed"),
        ({"summary": 12}, "wrong-type"),
        ({"summary": ["Done."]}, "wrong-type"),
        ({"evidence": "a.csv"}, "wrong-type"),
        ({"evidence": None}, "wrong-type"),
        ({"evidence": ["a.csv", 3]}, "wrong-type"),
        ({"evidence": ["a.csv", ""]}, "blank-or-untrimmed"),
        ({"nextSteps": [" More."]}, "blank-or-untrimmed"),
        ({"nextSteps": {"0": "More."}}, "wrong-type"),
        ({"summary": "A bell \u0007 rings."}, "unreadable"),
        ({"evidence": ["half of a character: \ud83d"]}, "unreadable"),
    ],
)
def test_a_field_that_is_wrong_is_refused_in_both_profiles(
    profile: str, fields: dict[str, Any], code: str
) -> None:
    value = changed(harness() if profile == "harness" else governed(), **fields)

    assert fault_of(value, profile) == code


def test_each_profile_refuses_the_blockers_of_the_other() -> None:
    assert fault_of(governed(), "harness") == "missing-field"
    assert fault_of(harness(), "governed") == "missing-field"
    assert fault_of({**harness(), "blockers": []}, "harness") == "unknown-field"
    assert fault_of({**governed(), "blocker": ""}, "governed") == "unknown-field"


@pytest.mark.parametrize(
    ("blocker", "code"),
    [
        ("The key is missing.", "wrong-type"),
        ({}, "missing-field"),
        ({"text": ""}, "blank-or-untrimmed"),
        ({"text": "The key.", "kind": ""}, "blank-or-untrimmed"),
        ({"text": "The key.", "ref": 1}, "wrong-type"),
        ({"text": "The key.", "severity": "high"}, "unknown-field"),
        (None, "wrong-type"),
    ],
)
def test_a_blocker_of_another_shape_is_refused(blocker: Any, code: str) -> None:
    assert fault_of(governed(blockers=[blocker]), "governed") == code


def test_a_blocker_keeps_what_it_was_given_and_nothing_else() -> None:
    report = validate(
        governed("continue", "Plain.", {"text": "Key.", "kind": "access", "object": "API_KEY", "ref": "B1"}),
        profile="governed",
        limit=LIMIT,
    )

    assert report.items == [
        {"text": "Plain."},
        {"text": "Key.", "kind": "access", "object": "API_KEY", "ref": "B1"},
    ]


@pytest.mark.parametrize(
    ("kind", "asks"),
    [
        ("decision", True),
        ("access", True),
        ("missing-input", True),
        ("Missing input", True),
        ("missing_input", True),
        ("infrastructure", False),
        (None, False),
    ],
)
def test_some_kinds_of_blocker_need_a_person(kind: str | None, asks: bool) -> None:
    assert Blocker(text="The key.", kind=kind).needs_a_person is asks


def test_words_in_the_texts_decide_nothing() -> None:
    value = governed(
        summary="All done, task complete! error: blocked",
        evidence=["status: blocked", '{"status": "complete"}'],
    )

    assert validate(value, profile="governed", limit=LIMIT).status == "continue"


def test_a_submission_is_read_to_the_same_report() -> None:
    value = governed("continue", "缺少数据库密码。")

    assert read(text(value), profile="governed", limit=LIMIT) == validate(
        value, profile="governed", limit=LIMIT
    )


def test_a_refusal_names_the_field() -> None:
    with pytest.raises(ReportFault) as caught:
        validate(governed(blockers=[{"text": "Key."}, {}]), profile="governed", limit=LIMIT)

    assert str(caught.value) == "missing-field: The report has no blockers.1.text."
