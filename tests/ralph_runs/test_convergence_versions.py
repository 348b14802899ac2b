"""A stored decision replays: the same texts give the same verdict under the pinned version, on every machine."""

import hashlib
import os
import subprocess
import sys

import pytest

from ralph_runs.convergence import MATCHER_VERSION, judge, read_blocker
from ralph_runs.convergence.cases import answer, parse_case
from ralph_runs.convergence.judging import MATCHERS, UnknownVersion
from tests.ralph_runs.cases import DATA, DEVELOPED, EXAMPLES, HELD_OUT

DECISIONS = {1: "5cbb34f23339d99dd397852b4494e2069b7e83b5231f5903c53e3f6d2cfbf8e5"}
PRINT_EXAMPLES = (
    "from ralph_runs.convergence.cases import answer, parse_case\n"
    "import pathlib, sys\n"
    "for line in pathlib.Path(sys.argv[1]).read_text(encoding='utf-8').splitlines():\n"
    "    print(answer(parse_case(line), threshold=3))\n"
)


def decisions() -> str:
    """A digest over every decision of this version about every labelled sequence, sentences included."""
    digest = hashlib.sha256()
    for name in (EXAMPLES, DEVELOPED, HELD_OUT):
        for line in (DATA / name).read_text(encoding="utf-8").splitlines():
            digest.update(answer(parse_case(line), threshold=3).encode())
    return digest.hexdigest()


def test_version_1_decides_as_it_always_did():
    """If this fails, a rule or a table of a released version was changed. Make a new version instead."""
    assert decisions() == DECISIONS[1]


def test_the_present_version_is_kept_and_named_in_every_verdict():
    assert MATCHER_VERSION in MATCHERS
    assert judge([["no KEY_A"]]).version == MATCHER_VERSION
    assert read_blocker("no KEY_A").version == MATCHER_VERSION


def test_an_unknown_version_is_refused_by_name():
    with pytest.raises(UnknownVersion, match="no version 99 of the rule; known: 1"):
        judge([["no KEY_A"]], version=99)


def test_the_same_texts_give_equal_verdicts():
    rounds = [["no KEY_A", "disk /data full"], None, ["KEY_A missing"], ["KEY_A is unset"]]

    assert judge(rounds) == judge(rounds)


def test_the_order_of_hashes_changes_nothing():
    printed = {
        subprocess.run(
            [sys.executable, "-c", PRINT_EXAMPLES, str(DATA / EXAMPLES)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "77")
    }

    assert len(printed) == 1


def test_the_rule_knows_no_django():
    program = (
        "import ralph_runs.convergence, sys; print([n for n in sys.modules if n.split('.')[0] == 'django'])"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    ).stdout

    assert printed.strip() == "[]"
