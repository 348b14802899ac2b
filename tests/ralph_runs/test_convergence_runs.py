"""How a run of rounds is counted: gaps, failed rounds, thresholds, references, what is no blocker."""

import pytest

from ralph_runs.convergence import MalformedBlocker, judge

KEY = "STRIPE_KEY is not set"
DISK = "No space left on /data"
LOGO = "The logo is blurred"


def test_an_empty_round_ends_the_run():
    assert judge([[KEY], [KEY], [], [KEY]]).stop_round is None
    assert judge([[KEY], [], [KEY], [KEY], [KEY]]).stop_round == 5


def test_a_round_without_it_ends_the_run():
    assert judge([[KEY], [KEY], [LOGO], [KEY]]).stop_round is None


def test_a_failed_round_neither_adds_nor_breaks():
    verdict = judge([[KEY], None, [KEY], None, None, [KEY]])

    assert verdict.stop_round == 6
    assert [text.round for text in verdict.texts] == [1, 3, 6]
    assert judge([[KEY], None, [KEY]]).stop_round is None


@pytest.mark.parametrize("threshold", [2, 3, 4, 7])
def test_the_threshold_is_the_number_of_rounds(threshold):
    rounds = [[KEY]] * 7

    assert judge(rounds, threshold=threshold).stop_round == threshold
    assert judge(rounds[: threshold - 1], threshold=threshold).stop_round is None


@pytest.mark.parametrize("threshold", [1, 0, -3, True, 2.0, "3", None])
def test_a_threshold_below_two_is_refused(threshold):
    with pytest.raises(ValueError, match="at least 2"):
        judge([[KEY]], threshold=threshold)


def test_repetition_inside_a_round_counts_once():
    assert judge([[KEY, KEY, f"{KEY}."], [KEY], [LOGO]]).stop_round is None


def test_position_in_the_list_does_not_matter():
    assert judge([[KEY, LOGO], [DISK, KEY], [KEY]]).which == KEY


def test_two_that_stand_together_are_stopped_once():
    verdict = judge([[KEY, DISK], [DISK, KEY], [KEY, DISK]])

    assert (verdict.stop_round, verdict.which) == (3, KEY)


def test_each_text_has_to_match_the_first_of_the_run_as_well():
    """A chain of neighbours that drifts to another matter is no repeat, but its tail may be."""
    drift = [
        "Invoice INV-1 and INV-2 unmatched",
        "Invoice INV-2 and INV-3 unmatched",
        "Invoice INV-3 unmatched",
    ]

    assert judge([[text] for text in drift]).stop_round is None
    assert judge([[text] for text in [*drift, "INV-3 is unmatched"]]).stop_round == 4


@pytest.mark.parametrize(
    "text",
    ["none", "None.", "n/a", "N/A", "-", "No blockers", "nothing", "无", "没有阻塞", "暂无", "   ", "",
     f"Fixed: {KEY}", f"~~{KEY}~~", f"[x] {KEY}", f"{KEY} (resolved)", f"已解决：{KEY}", "The freeze has been lifted"],
)  # fmt: skip
def test_what_is_no_blocker_is_never_counted(text):
    verdict = judge([[text]] * 4)

    assert verdict.stop_round is None
    assert verdict.open_runs == ()


@pytest.mark.parametrize(
    "text",
    ["Could not resolve host db.internal", "The ticket OPS-7 is not resolved", "Waiting until OPS-7 is fixed",
     "Fixed asset register missing", "None of the banks has answered", "无法解决依赖冲突", "未解决：OPS-7"],
)  # fmt: skip
def test_what_only_sounds_resolved_is_counted(text):
    assert judge([[text]] * 3).stop_round == 3


def test_a_report_that_only_points_back_continues_the_one_open_blocker():
    verdict = judge([[KEY], ["Same as last round."], ["Unchanged."]])

    assert (verdict.stop_round, verdict.rule) == (3, "refers-back")
    assert judge([[KEY, DISK], ["Same as last round."], ["Unchanged."]]).stop_round is None
    assert judge([[KEY, DISK], ["Same blockers as last round."], [KEY]]).stop_round == 3


def test_a_reference_adds_a_stop_under_any_wording():
    told = [
        [LOGO, {"text": "No key for the payment vendor"}],
        [{"text": "Provider secret absent", "ref": "B2"}],
        [{"text": "Billing integration lacks its credential", "ref": 1}],
    ]

    assert judge(told).rule == "declared-same"
    assert judge(told).stop_round == 3
    told[1][0]["ref"] = "B9"
    assert judge(told).stop_round is None


@pytest.mark.parametrize(
    "ref", ["B2", "b2", "2", "#2", 2, "r1-b2", "pay-key", "no key for the payment vendor"]
)
def test_a_reference_names_a_blocker_by_position_object_or_text(ref):
    first = [LOGO, {"text": "No key for the payment vendor", "object": "pay-key"}]

    assert judge([first, [{"text": "Secret absent", "ref": ref}]], threshold=2).stop_round == 2


def test_the_open_runs_say_how_far_each_blocker_is():
    runs = judge([[KEY], [KEY, DISK]]).open_runs

    assert [(run.raw, run.length, run.rounds, run.threshold) for run in runs] == [
        (KEY, 2, (1, 2), 3),
        (DISK, 1, (2,), 3),
    ]


def test_rounds_after_the_stop_are_not_read():
    assert judge([[KEY]] * 3 + [[object()]] * 0).stop_round == judge([[KEY]] * 9).stop_round == 3


@pytest.mark.parametrize("item", [3, None, ["a"], {"object": "x"}, {"text": 3}, {"text": "a", "ref": True}])
def test_a_blocker_of_another_shape_is_refused(item):
    with pytest.raises(MalformedBlocker):
        judge([[item]])


def test_no_rounds_at_all():
    verdict = judge([])

    assert (verdict.stop_round, verdict.sentence) == (None, "Not stopped: no round has settled.")
