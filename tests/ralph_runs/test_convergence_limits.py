"""Input made to hurt: long, deep, many. Each of these once read is read in a time that grows with its length."""

import pytest

from ralph_runs.convergence import compare, judge, read_blocker
from ralph_runs.convergence.v1.folding import MAX_CHARACTERS
from ralph_runs.convergence.v1.runs import MAX_BLOCKERS

PIECES = (
    "a", "1", ".", "/", "a/", "a.", "a-", "a_", "A_", "'", "`a", " ", "a:", "缺", "缺少a", "1,", "1 ", "0a", "same as ",
    "no change since ", "\n- ", "AaBb", "a::", "a@", "#1", "1 % ", "it's ", '"a ', "**a", "a - ", "http://", "12:",
    "2026-08-", "blocked by ", "is resolved ", "test_a::", "[(", "1 of ", "C:\\", "\\\\a", "e\u0301", "\u0301",
    "\u200b", "before ", "第1次", "a1b2", "x-1-", "GET /", "$A", "(1,1)", "INV-1 ", "Aa ", "A", "🚫", "\x00",
)  # fmt: skip


@pytest.mark.parametrize("piece", PIECES, ids=ascii)
def test_repetition_of_anything_is_read_and_compared(piece):
    text = (piece * MAX_CHARACTERS)[: MAX_CHARACTERS // 4]

    read = read_blocker(text)
    assert compare(read, read).same
    assert len(read.words) <= 400
    assert len(read.identifiers) <= 64


@pytest.mark.parametrize("piece", ["a-", ".", "#1", "1 % ", "a1b2", "缺少a", "INV-1 "])
def test_the_longest_blocker_is_read_and_compared(piece):
    read = read_blocker((piece * MAX_CHARACTERS)[:MAX_CHARACTERS])

    assert compare(read, read).same


def test_a_blocker_that_is_too_long_is_cut_and_says_so():
    read = read_blocker("KEY_A is missing. " + "x " * MAX_CHARACTERS)

    assert read.identifiers[0].value == "key_a"
    assert read.ignored[-1].kind == f"text beyond {MAX_CHARACTERS} characters"


def test_padding_hides_no_repeat():
    rounds = [[f"{'lorem ipsum dolor ' * n}KEY_A is missing"] for n in (0, 40, 400)]

    assert judge(rounds).stop_round == 3


def test_two_hundred_new_blockers_hide_no_repeat():
    def crowd(number):
        return [
            f"Invoice INV-{number}{i:03d} has no matching purchase order" for i in range(MAX_BLOCKERS - 1)
        ]

    rounds = [[*crowd(1), "no KEY_A"], ["KEY_A is not set", *crowd(2)], [*crowd(3), "KEY_A missing"]]

    assert judge(rounds).which == "KEY_A missing"


def test_what_comes_after_two_hundred_blockers_is_not_read():
    crowd = [f"Invoice INV-{i:04d} is open" for i in range(MAX_BLOCKERS)]

    assert judge([[*crowd, "no KEY_A"]], threshold=2).open_runs[-1].raw == crowd[-1]


def test_a_thousand_rounds():
    rounds = [[f"Invoice INV-{i} is open"] for i in range(1_000)]

    assert judge(rounds).stop_round is None
    assert judge([*rounds, *[["no KEY_A"]] * 3]).stop_round == 1_003
