"""An answer is put together from whatever came, and what is no answer is named."""

from __future__ import annotations

from typing import Any

import pytest

from goals.agent.assembly import EMPTY, from_body, from_chunks
from goals.agent.failures import Code
from goals.agent.sse import Events, body_reply


def _body(message: dict[str, Any] | None = None, *, finish: str = "stop", **more: Any) -> dict[str, Any]:
    choice = {
        "index": 0,
        "message": message or {"role": "assistant", "content": "Done."},
        "finish_reason": finish,
    }
    return {"model": "m-1", "choices": [choice], **more}


def _chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {"model": "m-1", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def _call(call_id: str, name: str, arguments: Any) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def test_a_plain_answer_is_kept_as_the_transcript_will_give_it_back() -> None:
    reply = from_body(_body())

    assert (list(reply.message or {}), reply.message) == (
        ["content", "role"], {"content": "Done.", "role": "assistant"},
    )  # fmt: skip
    assert (reply.returned_model, reply.finish_reason, reply.failure) == ("m-1", "stop", None)


def test_tool_calls_are_kept_with_their_ids_and_arguments_as_written() -> None:
    reply = from_body(_body({"content": None, "tool_calls": [_call("c1", "read_file", '{"path": "a"}')]}))

    assert reply.message == {
        "content": "",
        "role": "assistant",
        "tool_calls": [
            {"function": {"arguments": '{"path": "a"}', "name": "read_file"}, "id": "c1", "type": "function"}
        ],
    }


def test_a_streamed_answer_is_the_same_as_the_plain_one() -> None:
    chunks = [
        _chunk({"role": "assistant", "content": ""}),
        _chunk({"content": "Let me "}),
        _chunk({"content": "look."}),
        _chunk({"tool_calls": [{"index": 0, **_call("c1", "read_file", "")}]}),
        _chunk({"tool_calls": [{"index": 0, "function": {"arguments": '{"pa'}}]}),
        _chunk({"tool_calls": [{"index": 1, **_call("c2", "get_goal", "{}")}]}),
        _chunk({"tool_calls": [{"index": 0, "function": {"arguments": 'th":"a"}'}}]}),
        _chunk({}, "tool_calls"),
    ]
    plain = _body(
        {
            "content": "Let me look.",
            "tool_calls": [_call("c1", "read_file", '{"path":"a"}'), _call("c2", "get_goal", "{}")],
        },
        finish="tool_calls",
    )

    assert from_chunks(chunks, complete=True).message == from_body(plain).message


def test_calls_that_a_server_numbers_alike_are_told_apart_by_their_ids() -> None:
    chunks = [
        _chunk({"tool_calls": [{"index": 0, **_call("c1", "get_goal", "{}")}]}),
        _chunk({"tool_calls": [{"index": 0, **_call("c2", "list_files", "{")}]}),
        _chunk({"tool_calls": [{"index": 0, "function": {"arguments": "}"}}]}),
        _chunk({}, "tool_calls"),
    ]

    calls = from_chunks(chunks, complete=True).tool_calls
    assert [(call["id"], call["function"]["name"], call["function"]["arguments"]) for call in calls] == [
        ("c1", "get_goal", "{}"),
        ("c2", "list_files", "{}"),
    ]


def test_two_calls_under_one_id_get_an_id_each() -> None:
    calls = [
        _call("same", "get_goal", "{}"),
        _call("same", "get_goal", "{}"),
        _call("", "get_goal", {"a": 1}),
    ]

    kept = from_body(_body({"content": "", "tool_calls": calls})).tool_calls
    assert [call["id"] for call in kept] == ["same", "same_1", "call_2"]
    assert kept[2]["function"]["arguments"] == '{"a": 1}'


def test_content_in_parts_is_one_text_and_halves_of_characters_are_mended() -> None:
    content = [{"type": "text", "text": "Sum: "}, {"type": "text", "text": "\ud83d"}, {"type": "image"}]

    assert from_body(_body({"content": content})).message == {"content": "Sum: \ufffd", "role": "assistant"}


def test_an_empty_answer_is_said_to_be_one() -> None:
    assert from_body(_body({"content": ""})).message == {"content": EMPTY, "role": "assistant"}


@pytest.mark.parametrize("finish", ["length", "max_tokens"])
def test_an_answer_cut_at_the_limit_keeps_its_words_and_none_of_its_calls(finish: str) -> None:
    reply = from_body(_body({"content": "It is", "tool_calls": [_call("c", "get_goal", "{")]}, finish=finish))

    assert reply.message == {"content": "It is", "role": "assistant"}
    assert reply.failure is not None
    assert reply.failure.code is Code.LENGTH


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (from_body(_body({"content": ""}, finish="content_filter")), Code.CONTENT_FILTER),
        (from_body(_body({"content": ""}, finish="error")), Code.PROVIDER_ERROR),
        (from_body({"model": "m", "error": {"message": "overloaded"}}), Code.PROVIDER_ERROR),
        (from_body({"model": "m", "choices": []}), Code.BAD_ANSWER),
        (from_body({"model": "m", "choices": ["x"]}), Code.BAD_ANSWER),
        (from_body(["no object"]), Code.BAD_ANSWER),
        (from_body(_body({"content": "", "tool_calls": [_call("c", "", "{}")]})), Code.BAD_ANSWER),
        (
            from_body(_body({"content": "", "tool_calls": [_call(f"c{n}", "x", "{}") for n in range(33)]})),
            Code.BAD_ANSWER,
        ),
        (from_chunks([_chunk({"content": "half"})], complete=False), Code.CONNECTION_LOST),
        (from_chunks([_chunk({"content": "half"})], complete=True), Code.BAD_ANSWER),
        (from_chunks([_chunk({"content": "a"}), {"error": "boom"}], complete=True), Code.PROVIDER_ERROR),
        (body_reply([b'{"choices": [']), Code.BAD_ANSWER),
        (body_reply([b"[" * 100_000]), Code.BAD_ANSWER),
    ],
)
def test_what_is_no_answer_has_a_name_and_no_message(reply: Any, code: Code) -> None:
    assert (reply.failure.code, reply.message) == (code, None)


def test_events_are_read_however_the_bytes_arrive() -> None:
    chunk = '{"model":"m","choices":[{"delta":{"content":"ü"},"finish_reason":"stop"}]}'
    sent = f"data: {chunk}\r\n\r\n: ping\n\ndata: [DONE]\n\n"
    events = Events()
    for place in range(len(sent.encode())):
        events.feed(sent.encode()[place : place + 1])
    events.close()

    assert events.done
    assert events.reply().message == {"content": "ü", "role": "assistant"}


def test_a_chunk_that_is_not_json_spoils_the_answer_and_keeps_what_came_before() -> None:
    events = Events()
    events.feed(b'data: {"model":"m","usage":{"prompt_tokens":5}}\ndata: {"choices\ndata: [DONE]\n')
    reply = events.reply()

    assert reply.failure is not None
    assert (reply.failure.code, reply.returned_model, len(reply.raw)) == (Code.BAD_ANSWER, "m", 1)
