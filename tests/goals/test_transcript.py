"""A session always reads as the same bytes, and what is added only adds to them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from goals.agent.payload import serialised
from goals.sessions.transcript import ASSISTANT, NOT_RUN, TOOL, USER, Entry, render
from governance import canonical


def _user(text: str = "Go on.") -> Entry:
    return Entry(USER, {"source": {"kind": "user"}}, text)


def _call(call_id: str, name: str = "read_file") -> dict[str, Any]:
    return {"function": {"arguments": "{}", "name": name}, "id": call_id, "type": "function"}


def _answer(*calls: str, content: str = "ok") -> Entry:
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if calls:
        message["tool_calls"] = [_call(call_id) for call_id in calls]
    return Entry(ASSISTANT, {"finish_reason": "stop"}, canonical.text(message))


def _result(call_id: str, text: str = "{}") -> Entry:
    return Entry(TOOL, {"tool_call_id": call_id, "name": "read_file", "code": ""}, text)


def test_messages_come_in_the_order_of_their_events() -> None:
    messages = render([_user("Hello"), _answer("c1"), _result("c1", "data"), _answer(content="done")])

    assert messages == [
        {"role": "user", "content": "Hello"},
        {"content": "ok", "role": "assistant", "tool_calls": [_call("c1")]},
        {"role": "tool", "tool_call_id": "c1", "content": "data"},
        {"content": "done", "role": "assistant"},
    ]


def test_a_call_without_a_result_is_answered_before_anything_else_is_said() -> None:
    messages = render([_user(), _answer("c1", "c2"), _result("c1"), _user("Stop.")])

    assert [message.get("tool_call_id") for message in messages] == [None, None, "c1", "c2", None]
    assert messages[3]["content"] == NOT_RUN


def test_a_call_at_the_end_is_answered_too() -> None:
    assert render([_user(), _answer("c1")])[-1] == {"role": "tool", "tool_call_id": "c1", "content": NOT_RUN}


def test_a_result_that_comes_too_late_changes_nothing_that_was_read() -> None:
    before = render([_user(), _answer("c1"), _user("Stop.")])

    assert render([_user(), _answer("c1"), _user("Stop."), _result("c1", "late")]) == before


def test_a_result_is_never_given_twice() -> None:
    messages = render([_user(), _answer("c1"), _result("c1", "first"), _result("c1", "second")])

    assert [message["content"] for message in messages[2:]] == ["first"]


def test_purged_texts_leave_a_conversation_that_can_still_be_sent() -> None:
    gone = {"text": None, "purged": "transcripts-90-days"}
    messages = render(
        [
            Entry(USER, {}, **gone),
            Entry(ASSISTANT, {}, **gone),
            Entry(TOOL, {"tool_call_id": "c1", "name": "read_file", "code": ""}, **gone),
            Entry(ASSISTANT, {}, **gone),
            _user("Go on."),
        ]
    )

    mark = "[purged under the rule transcripts-90-days]"
    assert messages == [
        {"role": "user", "content": mark},
        {"content": mark, "role": "assistant", "tool_calls": [_call("c1")]},
        {"role": "tool", "tool_call_id": "c1", "content": mark},
        {"content": mark, "role": "assistant"},
        {"role": "user", "content": "Go on."},
    ]


TURN = st.one_of(
    st.builds(lambda text: [_user(text)], st.text(max_size=20)),
    st.builds(lambda text: [_answer(content=text)], st.text(max_size=20)),
    st.builds(lambda text: [_answer("a", "b"), _result("a", text), _result("b")], st.text(max_size=20)),
    st.builds(lambda text: [_answer("a", "b"), _result("b", text)], st.text(max_size=20)),
)


@given(st.lists(TURN, max_size=8))
def test_what_was_sent_is_a_byte_prefix_of_whatever_is_sent_later(turns: list[list[Entry]]) -> None:
    entries: list[Entry] = []
    sent: list[bytes] = []
    for turn in turns:
        entries += turn
        sent.append(serialised(render(entries)).removesuffix("]").encode("utf-8", "surrogatepass"))

    assert all(later.startswith(earlier) for earlier, later in pairwise(sent))
