"""The control side: an exact count of calls, what was in them, and orders for the next ones."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import openai
import pytest
from django.core.management import CommandError, call_command

from goals.agent.scripted import ScriptedEndpoint
from goals.agent.scripted.calls import KEPT_BYTES, CallLog
from tests.goals.scripted_loop import client

HELLO: list[Any] = [{"role": "user", "content": "Good morning"}]


def control(origin: str, path: str, body: Any = None) -> tuple[int, Any]:
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{origin}/control/{path}", data)) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def ask(endpoint: ScriptedEndpoint, model: str = "scripted-echo", **request: Any) -> Any:
    return client(endpoint).chat.completions.create(model=model, messages=HELLO, **request)


def test_calls_are_counted_by_model_and_script(scripted_endpoint: ScriptedEndpoint) -> None:
    for model in ("scripted-echo", "scripted-chat", "gpt-5", "scripted-echo"):
        ask(scripted_endpoint, model)
    _, seen = control(scripted_endpoint.origin, "calls")
    assert seen["count"] == 4
    assert seen["by_model"] == {"scripted-echo": 2, "scripted-chat": 1, "gpt-5": 1}
    assert seen["by_script"] == {"echo": 2, "chat": 1, "demo": 1}


def test_no_call_is_lost_when_many_come_at_once(scripted_endpoint: ScriptedEndpoint) -> None:
    shared = client(scripted_endpoint)
    with ThreadPoolExecutor(16) as pool:
        many = [
            pool.submit(shared.chat.completions.create, model="scripted-echo", messages=HELLO)
            for _ in range(320)
        ]
        ids = {one.result().id for one in many}
    assert len(ids) == 320
    assert scripted_endpoint.call_count == 320


def test_a_call_keeps_its_bytes_and_its_idempotency_key(scripted_endpoint: ScriptedEndpoint) -> None:
    ask(scripted_endpoint, extra_headers={"Idempotency-Key": "attempt-7"})
    call = scripted_endpoint.calls[0]
    assert call.idempotency_key == "attempt-7"
    assert call.request == {"model": "scripted-echo", "messages": HELLO}
    assert call.headers["authorization"] == "(not kept)"
    _, seen = control(scripted_endpoint.origin, "calls")
    assert json.loads(seen["calls"][0]["body"]) == call.request
    assert seen["calls"][0]["idempotency_key"] == "attempt-7"


def test_bodies_can_be_left_out_and_the_list_shortened(scripted_endpoint: ScriptedEndpoint) -> None:
    for _ in range(3):
        ask(scripted_endpoint)
    _, seen = control(scripted_endpoint.origin, "calls?bodies=0&last=2")
    assert [("body" in call, call["number"]) for call in seen["calls"]] == [(False, 2), (False, 3)]


def test_old_bodies_make_room_and_the_count_stays_exact() -> None:
    log = CallLog()
    for _ in range(3):
        log.begin({}, bytes(KEPT_BYTES // 2))
    assert [call.body is None for call in log.kept()] == [True, False, False]
    assert log.count == 3


def test_one_can_wait_for_a_number_of_calls(scripted_endpoint: ScriptedEndpoint) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(control, scripted_endpoint.origin, "calls?at_least=2&wait_ms=30000")
        ask(scripted_endpoint)
        ask(scripted_endpoint)
        assert waiting.result()[1]["count"] == 2


def test_an_order_over_http_is_served_to_the_next_call(scripted_endpoint: ScriptedEndpoint) -> None:
    orders = [{"fault": "503"}, {"text": "second", "model": "scripted-echo"}]
    assert control(scripted_endpoint.origin, "script", orders) == (200, {"planned": 2})
    with pytest.raises(openai.InternalServerError):
        ask(scripted_endpoint)
    assert ask(scripted_endpoint).choices[0].message.content == "second"


@pytest.mark.parametrize("orders", [[{"fault": "503"}, {"flt": "1"}], "text", [1]])
def test_a_senseless_order_over_http_changes_nothing(
    scripted_endpoint: ScriptedEndpoint, orders: Any
) -> None:
    status, answer = control(scripted_endpoint.origin, "script", orders)
    assert (status, list(answer)) == (400, ["error"])
    assert control(scripted_endpoint.origin, "health")[1]["planned"] == 0


def test_reset_forgets_calls_and_orders(scripted_endpoint: ScriptedEndpoint) -> None:
    ask(scripted_endpoint)
    scripted_endpoint.plan(fault="500")
    assert control(scripted_endpoint.origin, "reset", {}) == (200, {"reset": True, "released": 0})
    assert control(scripted_endpoint.origin, "health") == (
        200,
        {"ok": True, "count": 0, "planned": 0, "held": 0},
    )
    assert ask(scripted_endpoint).choices[0].finish_reason == "stop"


def test_unknown_addresses_are_told(scripted_endpoint: ScriptedEndpoint) -> None:
    assert control(scripted_endpoint.origin, "nothing")[0] == 404
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(f"{scripted_endpoint.base_url}/embeddings")
    assert error.value.code == 404


def test_the_command_serves_and_writes_its_port(tmp_path: Path) -> None:
    port_file = tmp_path / "port"
    argv = [sys.executable, "manage.py", "scripted_endpoint", "--port-file", str(port_file)]
    server = subprocess.Popen(argv, stdout=subprocess.PIPE)
    try:
        assert server.stdout is not None
        assert server.stdout.readline().startswith(b"Scripted endpoint on http://127.0.0.1:")
        while not port_file.exists():
            assert server.poll() is None
        health = control(f"http://127.0.0.1:{port_file.read_text().strip()}", "health")
        assert health == (200, {"ok": True, "count": 0, "planned": 0, "held": 0})
    finally:
        server.terminate()
        assert server.wait() == 0


@pytest.mark.parametrize("host", ["0.0.0.0", "10.0.0.1"])
def test_the_command_refuses_a_public_address(host: str) -> None:
    with pytest.raises(CommandError, match="can be reached from other machines"):
        call_command("scripted_endpoint", host=host)


def test_a_large_request_with_expect_is_taken(scripted_endpoint: ScriptedEndpoint) -> None:
    answer = client(scripted_endpoint).chat.completions.create(
        model="scripted-echo",
        messages=[{"role": "user", "content": "word " * 400_000}],
        extra_headers={"Expect": "100-continue"},
    )
    assert answer.usage.prompt_tokens == 500_007
