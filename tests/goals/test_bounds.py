"""The input bound is never exceeded: any script, any tool schema, any tokenizer, any history."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goals.agent.bounds import MOST_BYTES_A_TOKEN, Known, input_bound
from goals.agent.payload import Payload, readable, weight
from goals.agent.profiles import DEFAULT
from goals.agent.tools import registry
from tests.goals.odd_tokenizers import TEMPLATES, TOKENIZERS, chat_markup, one_per_byte

WAYS = list(itertools.product(TEMPLATES, TOKENIZERS))
TOOLS = registry.schemas(registry.offered(registry.GOAL_TOOLS + registry.WORKSPACE_TOOLS))
SAMPLES = [
    "Reconcile the ledgers.", "Zahlungsrückstände prüfen – 12 % offen", "照合してください。請求書は七月分です",
    "核对七月的账目", "원장을 대조하십시오", "قارن دفاتر الحسابات", "\ufdfa\ufdfb\u3392㎏㍿", "सुलह करें", "גבייה",
    "👩🏽‍💻👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🇯🇵", "ﬃﬄ ① ½ Å Ａｃｃｏｕｎｔ", "e\u0301\u0323" * 20, "\t\n\r\x01\x7f", '"\\"{}[]</goal_round>',
    "a" * 300, " " * 300, "𝔄𝕭𝖈 🜚", "ẛ̣", "İıſK", "\u200b\u2028\u2029\ufeff",
]  # fmt: skip
TEXT = st.one_of(st.sampled_from(SAMPLES), st.text(max_size=120).map(readable))
CALLS = st.lists(
    st.builds(
        lambda place, name, arguments: {
            "function": {"arguments": arguments, "name": name}, "id": f"call_{place}", "type": "function",
        },
        st.integers(0, 9), st.sampled_from(["read_file", "write_file"]),
        st.one_of(TEXT, st.just("[1,1,1,1,1,1,1,1]"), st.just('{"path":"a","content":"é\\n"}')),
    ),
    max_size=3,
)  # fmt: skip
MESSAGES = st.lists(
    st.one_of(
        st.builds(lambda text: {"role": "user", "content": text}, TEXT),
        st.builds(lambda text, calls: {"content": text, "role": "assistant", "tool_calls": calls}, TEXT, CALLS),
        st.builds(lambda text: {"role": "tool", "tool_call_id": "call_1", "content": text}, TEXT),
    ),
    min_size=1, max_size=6,
)  # fmt: skip


@given(messages=MESSAGES, with_tools=st.booleans())
def test_no_layout_and_no_tokenizer_counts_more_than_the_bound(
    messages: list[dict[str, Any]], with_tools: bool
) -> None:
    tools = TOOLS if with_tools else []
    bound = input_bound(Payload(messages, tools), DEFAULT)

    assert [
        (template.__name__, tokenizer.__name__)
        for template, tokenizer in WAYS
        if tokenizer(template(messages, tools)) > bound
    ] == []


@given(messages=MESSAGES, answer=TEXT, calls=CALLS, appended=st.lists(TEXT, max_size=4), spoken=st.booleans())
def test_the_exact_count_before_and_what_was_appended_bound_the_next_request_too(
    messages: list[dict[str, Any]],
    answer: str,
    calls: list[dict[str, Any]],
    appended: list[str],
    spoken: bool,
) -> None:
    said = {"content": answer, "role": "assistant", "tool_calls": calls}
    role = {"role": "user"} if spoken else {"role": "tool", "tool_call_id": "call_1"}
    after = [*messages, said, *({**role, "content": text} for text in appended)]
    payload = Payload(after, TOOLS)

    exceeded = []
    for template, tokenizer in WAYS:
        before = tokenizer(template(messages, TOOLS))
        generated = one_per_byte(answer) // 4
        known = Known("m", len(messages), before, generated)
        if tokenizer(template(after, TOOLS)) > input_bound(payload, DEFAULT, known=known):
            exceeded.append((template.__name__, tokenizer.__name__))
    assert exceeded == []


def test_reasoning_that_is_fed_back_is_inside_the_bound() -> None:
    messages = [{"role": "user", "content": "go"}, {"content": "ok", "role": "assistant"}]
    plain = input_bound(Payload(messages, []), DEFAULT)
    known = Known("m", 1, 60, 100)

    assert input_bound(Payload(messages, []), DEFAULT, known=known) == min(
        plain, 60 + 100 + 2 * DEFAULT.message_overhead
    )


def test_the_exact_count_makes_the_bound_tight() -> None:
    long = [{"role": "user", "content": "Row 1 says that the amount is 12.50. " * 200}]
    answer = {"content": "Noted.", "role": "assistant"}
    payload = Payload([*long, answer, {"role": "user", "content": "Go on."}], TOOLS)

    loose = input_bound(payload, DEFAULT)
    tight = input_bound(payload, DEFAULT, known=Known("m", 1, 2_600, 3))

    assert loose > 12_000
    assert tight < 2_900


def test_a_count_too_small_to_be_true_is_not_built_on() -> None:
    long = {"role": "user", "content": "x" * 100 * MOST_BYTES_A_TOKEN}
    payload = Payload([long, {"content": "ok", "role": "assistant"}], [])

    assert input_bound(payload, DEFAULT, known=Known("m", 1, 40, 1)) == input_bound(payload, DEFAULT)


def test_a_count_of_more_messages_than_there_are_is_not_built_on() -> None:
    payload = Payload([{"role": "user", "content": "go"}], [])

    assert input_bound(payload, DEFAULT, known=Known("m", 2, 5, 1)) == input_bound(payload, DEFAULT)


@pytest.mark.parametrize(
    ("text", "tokens"), [("abc", 3), ("é", 2), ("\ufdfa", 33), ("👍", 4), ("Ａ", 3), ("", 0), ("①", 3)]
)
def test_a_text_weighs_its_bytes_or_those_of_its_written_out_form(text: str, tokens: int) -> None:
    assert weight(text) == tokens


@given(st.text())
def test_a_readable_text_can_be_stored_and_sent(text: str) -> None:
    cleaned = readable(text)

    assert "\0" not in cleaned
    assert cleaned.encode().decode() == cleaned


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [("\ud83d\ude00", "😀"), ("a\ud800b", "a\ufffdb"), ("\0", "\ufffd"), ("plain", "plain")],
)
def test_halves_of_characters_are_joined_or_replaced(text: str, cleaned: str) -> None:
    assert readable(text) == cleaned


def test_arguments_that_a_template_spaces_out_stay_inside_the_bound() -> None:
    crowded = "[" + ",".join("1" * 2_000) + "]"
    call = {"function": {"arguments": crowded, "name": "read_file"}, "id": "call_1", "type": "function"}
    messages = [{"content": "", "role": "assistant", "tool_calls": [call]}]

    assert one_per_byte(chat_markup(messages, [])) <= input_bound(Payload(messages, []), DEFAULT)
