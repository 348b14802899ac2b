"""Patterns that are shown and never stop anything."""

from ralph_runs.convergence import judge

DOCKER, STORE = "Docker daemon is not running", "Artifact store returns 507"


def codes(verdict):
    return [alarm.code for alarm in verdict.alarms]


def test_taking_turns_raises_an_alarm_and_does_not_stop():
    verdict = judge([[DOCKER], [STORE], [DOCKER], [STORE]])

    assert verdict.stop_round is None
    assert codes(verdict) == ["alternation"]
    assert verdict.alarms[0].rounds == (1, 2, 3, 4)
    assert codes(judge([[DOCKER], [STORE], [DOCKER]])) == []


def test_a_failed_round_between_hides_no_alternation():
    assert codes(judge([[DOCKER], None, [STORE], [DOCKER], None, [STORE]])) == ["alternation"]


def test_always_something_new_raises_an_alarm():
    new = ["VPN profile not issued", "Logo missing", "KEY_A is not set", "Ledger API returns 502"]

    assert codes(judge([[text] for text in new])) == ["always-new"]
    assert codes(judge([[text] for text in new[:3]])) == []
    assert codes(judge([[text] for text in [*new[:3], new[0]]])) == []


def test_identical_reports_raise_an_alarm():
    rounds = [[DOCKER], [], [STORE]]

    assert codes(judge(rounds, report_digests=["d1", "d1", "d1"])) == ["identical-reports"]
    assert codes(judge(rounds, report_digests=["d1", "d2", "d1"])) == []
    assert codes(judge(rounds, report_digests=[None, None, None])) == []


def test_no_new_evidence_raises_an_alarm():
    rounds = [[DOCKER], [], [STORE], []]

    assert codes(judge(rounds, evidence=[["wrote a.csv"], ["wrote a.csv"], [], ["Wrote  a.csv"]])) == [
        "no-evidence"
    ]
    assert codes(judge(rounds, evidence=[["a"], ["b"], ["c"], ["d"]])) == []
