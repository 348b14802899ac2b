"""The forty examples, and the floors under what the rule finds on its own labelled sequences."""

import pytest

from tests.ralph_runs.cases import DEVELOPED, EXAMPLES, HELD_OUT, load, score, wanted, wrong


def test_at_least_38_of_the_40_examples_are_right():
    assert len(load(EXAMPLES)) == 40
    assert len(wrong(load(EXAMPLES))) <= 2


def test_no_healthy_example_is_stopped():
    assert wrong([case for case in load(EXAMPLES) if wanted(case) is None]) == []


@pytest.mark.parametrize(
    ("name", "tier", "recall", "false_stops"),
    [
        (DEVELOPED, "A", 0.99, 0.0),
        (DEVELOPED, "B", 0.97, 0.02),
        (DEVELOPED, "C", 0.94, 0.01),
        (HELD_OUT, "A", 0.99, 0.0),
        (HELD_OUT, "B", 0.92, 0.02),
        (HELD_OUT, "C", 0.90, 0.03),
    ],
)
def test_own_sequences_stay_above_the_floor_of_their_tier(name, tier, recall, false_stops):
    reached = score(load(name, tiers=tier))

    assert reached.recall >= recall
    assert reached.false_stops <= false_stops


@pytest.mark.parametrize("name", [DEVELOPED, HELD_OUT])
def test_each_half_meets_the_target_as_a_whole(name):
    reached = score(load(name))

    assert reached.recall >= 0.90
    assert reached.false_stops <= 0.02


def test_the_corpus_is_large_and_its_ids_are_unique():
    cases = load(DEVELOPED) + load(HELD_OUT)

    assert len(cases) >= 1_000
    assert len({case["id"] for case in cases}) == len(cases)
