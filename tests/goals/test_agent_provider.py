"""Asking a provider, at the socket: the bytes that leave, the answers that come, and every way it fails."""

from __future__ import annotations

import ast
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from goals.agent.endpoints import Endpoint
from goals.agent.failures import Charge, Code
from goals.agent.payload import Payload
from goals.agent.profiles import DEFAULT, Profile
from goals.agent.provider import ask
from goals.agent.reply import Reply
from goals.agent.request import Request
from goals.agent.scripted import ScriptedEndpoint
from goals.agent.tools import registry
from governance.config.options import BASE_DIR

PLAIN = replace(DEFAULT, streams=False)
TOOLS = registry.schemas(registry.offered(registry.GOAL_TOOLS))
BOTH = pytest.mark.parametrize("profile", [DEFAULT, PLAIN], ids=["streamed", "plain"])


@pytest.fixture
def endpoint() -> Iterator[ScriptedEndpoint]:
    with ScriptedEndpoint() as endpoint:
        yield endpoint


def _request(profile: Profile = DEFAULT, content: str = "Sagt „hallo“ 👋", **changes: Any) -> Request:
    return Request("scripted-echo", Payload([{"role": "user", "content": content}], TOOLS), 1, 700, profile)


def _ask(
    endpoint: ScriptedEndpoint, profile: Profile = DEFAULT, *, seconds: float = 20, key: str = ""
) -> Reply:
    return ask(
        _request(profile), endpoint=Endpoint(endpoint.base_url, key), attempt_id="attempt-1", seconds=seconds
    )


@pytest.mark.parametrize(
    "profile",
    [
        DEFAULT,
        PLAIN,
        replace(DEFAULT, limit_parameter="max_completion_tokens"),
        replace(DEFAULT, asks_usage=False),
    ],
)
def test_the_bytes_that_leave_are_the_bytes_that_were_bounded(
    endpoint: ScriptedEndpoint, profile: Profile
) -> None:
    request = _request(profile)
    ask(request, endpoint=Endpoint(endpoint.base_url), attempt_id="attempt-1", seconds=20)

    (call,) = endpoint.calls
    assert call.body is not None
    assert call.body == request.text.encode()
    assert call.request[profile.limit_parameter] == 700


def test_the_attempt_goes_along_as_the_idempotency_key(endpoint: ScriptedEndpoint) -> None:
    _ask(endpoint)

    assert [call.idempotency_key for call in endpoint.calls] == ["attempt-1"]


def test_nothing_of_this_machine_but_the_key_is_told(
    endpoint: ScriptedEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-secret")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-secret")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    _ask(endpoint, key="sk-story")

    (call,) = endpoint.calls
    assert "openai-organization" not in call.headers
    assert "openai-project" not in call.headers
    assert "authorization" in call.headers


@BOTH
def test_streamed_and_plain_give_the_same_answer(endpoint: ScriptedEndpoint, profile: Profile) -> None:
    endpoint.plan(
        text="Two calls.",
        tool_calls=[{"name": "get_goal"}, {"name": "create_goal", "arguments": {"objective": "x"}}],
    )
    reply = _ask(endpoint, profile)

    assert reply.failure is None
    assert (reply.message or {})["content"] == "Two calls."
    assert [
        (call["function"]["name"], json.loads(call["function"]["arguments"])) for call in reply.tool_calls
    ] == [("get_goal", {}), ("create_goal", {"objective": "x"})]
    assert (reply.returned_model, reply.finish_reason) == ("scripted-echo", "tool_calls")


@BOTH
@pytest.mark.parametrize(
    ("fault", "code", "charge"),
    [
        ("400", Code.REQUEST_ERROR, Charge.REFUSED),
        ("401", Code.REQUEST_ERROR, Charge.REFUSED),
        ("403", Code.REQUEST_ERROR, Charge.REFUSED),
        ("404", Code.REQUEST_ERROR, Charge.REFUSED),
        ("429", Code.RATE_LIMITED, Charge.REFUSED),
        ("500", Code.PROVIDER_ERROR, Charge.POSSIBLE),
        ("503", Code.PROVIDER_ERROR, Charge.POSSIBLE),
        ("drop-before", Code.CONNECTION_LOST, Charge.POSSIBLE),
        ("drop-half", Code.CONNECTION_LOST, Charge.POSSIBLE),
        ("invalid-json", Code.BAD_ANSWER, Charge.POSSIBLE),
        ("no-choices", Code.BAD_ANSWER, Charge.POSSIBLE),
        ("huge-body", Code.BAD_ANSWER, Charge.POSSIBLE),
    ],
)
def test_every_fault_has_its_name_its_price_and_one_request(
    endpoint: ScriptedEndpoint, profile: Profile, fault: str, code: Code, charge: Charge
) -> None:
    endpoint.plan(fault=fault)
    reply = _ask(endpoint, profile)

    assert reply.failure is not None
    assert (reply.failure.code, reply.failure.charge, reply.message) == (code, charge, None)
    assert endpoint.call_count == 1


def test_a_content_filter_may_have_cost_something(endpoint: ScriptedEndpoint) -> None:
    endpoint.plan(fault="400", error_code="content_filter")
    reply = _ask(endpoint)

    assert reply.failure is not None
    assert (reply.failure.code, reply.failure.charge) == (Code.REQUEST_ERROR, Charge.POSSIBLE)


def test_a_provider_that_says_nothing_is_not_waited_for(endpoint: ScriptedEndpoint) -> None:
    endpoint.plan(fault="hang")
    reply = _ask(endpoint, seconds=0.3)

    assert reply.failure is not None
    assert (reply.failure.code, reply.failure.charge) == (Code.TIMEOUT, Charge.POSSIBLE)


def test_the_time_is_for_the_whole_answer_and_not_for_each_piece(endpoint: ScriptedEndpoint) -> None:
    endpoint.plan(text="x" * 400, chunk_bytes=1, chunk_delay_ms=50)
    reply = _ask(endpoint, seconds=0.5)

    assert reply.failure is not None
    assert reply.failure.code is Code.TIMEOUT
    assert 0 < len(reply.raw) < 300


def test_what_came_before_a_break_is_kept_for_the_books(endpoint: ScriptedEndpoint) -> None:
    endpoint.plan(fault="drop-half", usage_on="first", text="x" * 200)
    reply = _ask(endpoint)

    assert reply.failure is not None
    assert [chunk["usage"]["prompt_tokens"] > 0 for chunk in reply.raw[:1]] == [True]


def test_nobody_there_means_that_nothing_left() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        reply = ask(_request(), endpoint=Endpoint(address), attempt_id="a", seconds=5)

    assert reply.failure is not None
    assert (reply.failure.code, reply.failure.charge) == (Code.CONNECTION_LOST, Charge.NOT_SENT)


def test_a_redirect_is_not_followed(endpoint: ScriptedEndpoint) -> None:
    with _answering(
        f"HTTP/1.1 307 Go\r\nlocation: {endpoint.base_url}/chat/completions\r\ncontent-length: 0\r\n\r\n"
    ) as at:
        reply = ask(_request(), endpoint=Endpoint(at), attempt_id="a", seconds=5)

    assert reply.failure is not None
    assert (reply.failure.code, endpoint.call_count) == (Code.REQUEST_ERROR, 0)


def test_an_endless_error_page_is_cut_off() -> None:
    with _answering("HTTP/1.1 500 Oh\r\n\r\n" + "x" * (9 * 1024 * 1024)) as at:
        reply = ask(_request(), endpoint=Endpoint(at), attempt_id="a", seconds=20)

    assert reply.failure is not None
    assert reply.failure.code is Code.BAD_ANSWER


class _answering:
    """A listener that gives one caller these bytes, whatever it asks."""

    def __init__(self, text: str) -> None:
        self._text = text.encode()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._answer, daemon=True)

    def __enter__(self) -> str:
        self._thread.start()
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def _answer(self) -> None:
        connection, _address = self._socket.accept()
        with connection, suppress(OSError):
            connection.recv(65_536)
            connection.sendall(self._text)
            connection.shutdown(socket.SHUT_WR)
            # Closing over unread bytes would reset the connection and lose what was sent.
            while connection.recv(65_536):
                pass


def test_only_the_provider_imports_the_sdk() -> None:
    assert _importers("openai") == ["goals/agent/provider.py"]


def test_of_what_agents_run_on_only_the_provider_and_its_guard_know_an_http_client() -> None:
    found = _importers("httpx", "httpx2", "requests", "aiohttp", "urllib3", "http.client", "urllib.request")

    assert [path for path in found if path.startswith(("goals/", "ralph_runs/"))] == [
        "goals/agent/guard.py",
        "goals/agent/provider.py",
    ]


def test_only_a_committed_attempt_asks_the_provider() -> None:
    assert _importers("goals.agent.provider") == ["goals/agent/asking.py"]


def _importers(*packages: str) -> list[str]:
    """Files of the service that import one of these or something in it."""
    return sorted(
        path
        for path, names in _imports().items()
        if any(name == package or name.startswith(f"{package}.") for name in names for package in packages)
    )


@cache
def _imports() -> dict[str, set[str]]:
    files = [path for app in ("governance", "goals", "ralph_runs") for path in (BASE_DIR / app).rglob("*.py")]
    return {str(path.relative_to(BASE_DIR)): _names(path) for path in files}


def _names(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names
