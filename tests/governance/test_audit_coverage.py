"""What the verifier remembers while it reads: little, and enough to see what is named twice or never."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from governance.audit.coverage import Seen
from governance.audit.entries import Counted


@given(numbers=st.lists(st.integers(0, 200_000)))
def test_a_number_is_new_once(numbers: list[int]) -> None:
    seen, known = Seen(), set[int]()
    for number in numbers:
        assert seen.add(number) == (number not in known)
        known.add(number)

    assert all(number in seen for number in known)
    assert [number for number in (0, 7, 40_000, 199_999) if (number in seen) != (number in known)] == []


@given(order=st.permutations(range(1, 12)))
def test_entries_may_be_named_in_any_order(order: list[int]) -> None:
    counted = Counted("account:7")

    assert [counted.meet("7", seq) for seq in order] == [""] * 11
    assert (counted.number, counted.due, counted.left_out()) == (11, 12, [])


def test_an_entry_named_twice_is_told() -> None:
    counted = Counted("account:7")
    counted.meet("7", 1)
    counted.meet("7", 3)

    assert counted.meet("7", 1) == "vouches again for ledger entry 1"
    assert counted.meet("7", 3) == "vouches again for ledger entry 3"
    assert counted.left_out() == [2]


def test_the_one_due_is_taken_by_its_name() -> None:
    counted = Counted("account:7")
    counted.meet("7", 2)

    assert [counted.is_next(f"entry:7.{seq}:{'a' * 64}") for seq in (2, 1, 3)] == [False, True, True]
    assert (counted.number, counted.due) == (3, 4)


def test_another_account_s_entry_is_told() -> None:
    assert Counted("account:7").meet("8", 1) == "vouches for entry 1 of another account, 8"
    assert Counted("request:7").meet("7", 1) == "vouches for entry 1 of another account, 7"
