"""Submissions that are no report: one loud reason each, never repaired, never cut, never "no blockers"."""

from __future__ import annotations

import json

import pytest

from ralph_runs.faults import ReportFault
from ralph_runs.report import read
from tests.ralph_runs.reports import LIMIT, governed, text

GOOD = text(governed())
TEN_MEGABYTES = text(governed("continue", *[f"Blocker {n} stands in the way." for n in range(250_000)]))


def fault_of(raw: str) -> ReportFault:
    with pytest.raises(ReportFault) as caught:
        read(raw, profile="governed", limit=LIMIT)
    return caught.value


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("I am done.", "not-json"),
        ('{"status": "continue",', "not-json"),
        ("{'status': 'continue'}", "not-json"),
        ('{"status": "continue", "summary": "two\nlines"}', "not-json"),
        (f"Here is my report: {GOOD}", "json-in-prose"),
        (f"```json\n{GOOD}\n```", "json-in-prose"),
        (f"Notes [draft]. {GOOD} That is all.", "json-in-prose"),
        (f"{GOOD} That is all.", "more-than-one"),
        (f"{GOOD}\n{GOOD}", "more-than-one"),
        (f"[{GOOD}]", "array"),
        ("[]", "array"),
        ("null", "null"),
        ("true", "not-an-object"),
        ("3", "not-an-object"),
        ('"blocked"', "not-an-object"),
        (json.dumps(GOOD), "stringified"),
        (json.dumps({"result": GOOD}), "stringified"),
        (json.dumps({"result": governed()}), "nested"),
        (json.dumps({"answer": governed()}), "nested"),
        (json.dumps({"report": {}}), "nested"),
        ('{"status": "complete", "status": "continue"}', "duplicate-key"),
        (GOOD.replace('"blockers": []', '"blockers": [{"text": "a", "text": "b"}]'), "duplicate-key"),
        (GOOD.replace('"blockers": []', '"blockers": [], "blockers": []'), "duplicate-key"),
        (GOOD.replace('"blockers": []', '"blockers": NaN'), "not-json"),
        (GOOD.replace('"blockers": []', '"blockers": 1e999'), "not-json"),
        (GOOD.replace('"blockers": []', f'"blockers": {"9" * 5_000}'), "not-json"),
        (GOOD.replace('"blockers": []', '"blockers": null'), "wrong-type"),
        (GOOD.replace('"blockers": []', '"blockers": {}'), "wrong-type"),
        ("[" * 100_000, "too-deep"),
        ('{"a":' * 3_000 + "1" + "}" * 3_000, "too-deep"),
        (TEN_MEGABYTES, "oversized"),
        ("x" * 10_000_000, "oversized"),
        (text(governed("complete")).replace('"nextSteps": []', '"nextSteps": ["More."]'), "contradiction"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else None,
)
def test_a_submission_that_is_no_report_has_one_reason(raw: str, code: str) -> None:
    fault = fault_of(raw)

    assert fault.code == code
    assert fault.sentence.endswith(".")
    assert len(fault.sentence) < 200


def test_ten_megabytes_are_refused_by_their_number_without_being_read() -> None:
    assert len(TEN_MEGABYTES) > 10_000_000
    assert fault_of(TEN_MEGABYTES).sentence == (
        f"The submission has {len(TEN_MEGABYTES):,} code units; a report has at most 16,384, so it was not read."
    )


def test_white_space_and_escapes_around_a_good_report_do_no_harm() -> None:
    value = governed("continue", "缺少密码 🔑")

    assert read(f"\n {json.dumps(value, indent=4)}\n", profile="governed", limit=LIMIT).items == [
        {"text": "缺少密码 🔑"}
    ]


@pytest.mark.parametrize("place", range(len(GOOD)))
def test_a_report_cut_anywhere_is_refused(place: int) -> None:
    assert fault_of(GOOD[:place]).code in {"empty", "not-json"}
