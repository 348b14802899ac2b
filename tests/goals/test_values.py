"""What an id, an objective, a round cap and a block reason may be."""

import re
import sys

import pytest

from goals import values
from goals.errors import GoalError
from goals.values import BlockReason, GoalRef

JS_TRIMMED = [
    0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20, 0xA0, 0x1680, *range(0x2000, 0x200B),
    0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF,
]  # fmt: skip
CONTROLS = [*range(0x20), *range(0x7F, 0xA0)]


def code_of(refused: pytest.ExceptionInfo[GoalError]) -> str:
    return refused.value.code


def test_trim_strips_what_javascript_strips_and_nothing_else() -> None:
    stripped = [point for point in range(sys.maxunicode + 1) if values.trim(chr(point)) == ""]

    assert stripped == JS_TRIMMED


@pytest.mark.parametrize("kept", ["\x1c", "\x1d", "\x1e", "\x1f", "\x85", "\u180e", "\u200b"])
def test_trim_keeps_what_python_or_an_older_unicode_would_strip(kept: str) -> None:
    assert values.trim(f"\ufeff {kept}goal{kept}\u3000") == f"{kept}goal{kept}"


def test_an_objective_is_trimmed_at_both_ends_only() -> None:
    assert values.objective("\ufeff\u00a0 Reconcile\n\tJuly \r\n") == "Reconcile\n\tJuly"


@pytest.mark.parametrize("empty", ["", " ", "\n\t\r", "\ufeff\u2028"])
def test_an_empty_objective_is_refused(empty: str) -> None:
    with pytest.raises(GoalError) as refused:
        values.objective(empty)
    assert code_of(refused) == "GOAL_INVALID_OBJECTIVE"


@pytest.mark.parametrize("other", [None, 5, True, ["Reconcile"], {"text": "Reconcile"}, b"Reconcile"])
def test_an_objective_that_is_no_text_is_refused(other: object) -> None:
    with pytest.raises(GoalError) as refused:
        values.objective(other)
    assert code_of(refused) == "GOAL_INVALID_OBJECTIVE"


def test_of_the_control_characters_only_newline_and_tab_may_be_inside() -> None:
    allowed = [chr(point) for point in CONTROLS if values.unreadable(f"a{chr(point)}b") is None]

    assert allowed == ["\t", "\n"]


@pytest.mark.parametrize("point", [0x00, 0x07, 0x0D, 0x1C, 0x7F, 0x85, 0x9B, 0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_an_unreadable_character_is_refused_by_name_and_place(point: int) -> None:
    with pytest.raises(GoalError) as refused:
        values.objective(f"  Pay {chr(point)} now")
    assert code_of(refused) == "GOAL_INVALID_OBJECTIVE"
    kind = "lone surrogate" if point >= 0xD800 else "control character"
    assert f"the {kind} U+{point:04X} at character 5" in refused.value.message


def test_every_other_character_is_readable() -> None:
    refused = set(CONTROLS) - {0x09, 0x0A} | set(range(0xD800, 0xE000))
    readable = {point for point in range(sys.maxunicode + 1) if values.unreadable(chr(point)) is None}

    assert readable == set(range(sys.maxunicode + 1)) - refused


def test_a_pair_of_surrogates_read_as_one_character_is_fine() -> None:
    assert values.objective("\U0001f9fe reconcile") == "\U0001f9fe reconcile"


def test_an_objective_has_no_length_limit_of_its_own() -> None:
    assert values.objective("x" * 100_000) == "x" * 100_000


@pytest.mark.parametrize("cap", [1, 256, 2**53 - 1])
def test_a_round_cap_is_a_safe_integer(cap: int) -> None:
    assert values.max_rounds(cap) == cap


@pytest.mark.parametrize(
    "cap",
    [
        0,
        -1,
        2**53,
        pytest.param(10**5000, id="very large"),
        1.0,
        1.5,
        float("nan"),
        float("inf"),
        True,
        False,
        "8",
        "08",
        "８",
        None,
        [1],
    ],
)
def test_any_other_round_cap_is_refused(cap: object) -> None:
    with pytest.raises(GoalError) as refused:
        values.max_rounds(cap)
    assert code_of(refused) == "GOAL_INVALID_MAX_ROUNDS"
    assert "from 1 to 9007199254740991" in refused.value.message


def test_the_default_cap_is_256() -> None:
    assert values.DEFAULT_MAX_ROUNDS == 256


@pytest.mark.parametrize("code", ["a", "round-limit", "model-reported", "b2-c3", "x-1"])
def test_a_block_code_is_lower_kebab_case(code: str) -> None:
    assert values.block_reason({"code": code, "message": "Why"}) == BlockReason(code, "Why")


@pytest.mark.parametrize(
    "code",
    [
        "",
        "Round-limit",
        "round_limit",
        "-a",
        "a-",
        "a--b",
        "1a",
        "a b",
        "a\n",
        "é",
        " a",
        None,
        3,
        True,
        ["a"],
    ],
)
def test_any_other_block_code_is_refused(code: object) -> None:
    with pytest.raises(GoalError) as refused:
        values.block_reason({"code": code, "message": "Why"})
    assert code_of(refused) == "GOAL_INVALID_BLOCK_REASON"


@pytest.mark.parametrize(
    "reason",
    [
        None,
        [],
        "round-limit",
        {},
        {"code": "a"},
        {"message": "Why"},
        {"code": "a", "message": "Why", "more": 1},
        {"code": "a", "message": "Why", 1: 1},
        {"code": "a", "message": " \ufeff"},
        {"code": "a", "message": None},
        {"code": "a", "message": 7},
        {"code": "a", "message": "bell \x07"},
        {"code": "a", "message": "half \ud83d"},
        BlockReason("Not kebab", "Why"),
        BlockReason("a", "  "),
    ],
)
def test_a_reason_that_is_not_exactly_code_and_message_is_refused(reason: object) -> None:
    with pytest.raises(GoalError) as refused:
        values.block_reason(reason)
    assert code_of(refused) == "GOAL_INVALID_BLOCK_REASON"


def test_the_message_of_a_reason_is_trimmed() -> None:
    assert values.block_reason(BlockReason("a", "\ufeff Why \n")) == BlockReason("a", "Why")


def test_a_fresh_id_is_goal_and_a_random_uuid() -> None:
    first, second = values.new_goal_id(), values.new_goal_id()

    assert re.fullmatch(r"goal-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", first)
    assert first != second
    assert values.is_goal_id(first)


@pytest.mark.parametrize("other", ["goal-1", "", None, 5, "goal-" + "0" * 36, "GOAL-" + "0" * 8])
def test_any_other_id_is_none_of_ours(other: object) -> None:
    assert values.is_goal_id(other) is False


@pytest.mark.parametrize("revision", [True, 1.0, 2, 0, "1", None])
def test_a_reference_matches_only_the_same_integer(revision: object) -> None:
    assert GoalRef("goal-a", revision).is_at("goal-a", 1) is False  # type: ignore[arg-type]
    assert GoalRef("goal-a", 1).is_at("goal-a", 1) is True
