"""The page about the rule says what the rule does."""

import re
from pathlib import Path

import pytest

from ralph_runs.convergence.v1.links import MAX_CANDIDATES
from ralph_runs.convergence.v1.rules import RANK
from ralph_runs.convergence.v1.runs import MAX_BLOCKERS, MAX_ROUND_CHARACTERS
from tests.ralph_runs.cases import DEVELOPED, EXAMPLES, HELD_OUT, load, score

PAGE = (Path(__file__).parents[2] / "docs" / "convergence.md").read_text(encoding="utf-8")
FILES = {"examples": EXAMPLES, "own, developed": DEVELOPED, "own, held out": HELD_OUT}


@pytest.mark.parametrize("label", FILES)
@pytest.mark.parametrize("tier", ["A", "B", "C", "all"])
def test_the_table_of_error_rates_is_true(label, tier):
    reached = score(load(FILES[label], tiers="ABC" if tier == "all" else tier))

    row = f"| {label} | {tier} | {reached.found} of {reached.repeats} | {reached.stopped} of {reached.healthy} |"
    assert row in PAGE.splitlines()


def test_the_page_lists_the_rules_in_their_order():
    assert re.findall(r"^\| `([a-z-]+)` \| (?:same|different) ", PAGE, flags=re.MULTILINE) == list(RANK)


def test_the_page_names_the_bounds_and_the_size_of_the_corpus():
    assert f"At most {MAX_BLOCKERS} blockers and {MAX_ROUND_CHARACTERS:,} characters per round" in PAGE
    assert f"the {MAX_CANDIDATES} open runs" in PAGE
    assert f"about {sum(len(load(name)) for name in FILES.values()):,} labelled sequences" in PAGE
