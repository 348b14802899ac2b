"""The workspace tools as a model calls them: JSON in, JSON out, never an exception, never too much."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goals.agent.payload import readable
from goals.agent.tools import registry
from goals.agent.tools.base import Context, Result
from goals.agent.tools.calling import call
from goals.agent.workspace import Workspace
from tests.goals.terms_stories import terms


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "goal")


def _use(workspace: Workspace, name: str, arguments: Any) -> Result:
    (tool,) = registry.offered([name])
    written = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return call(tool, written, Context(execution=None, terms=terms(), workspace=workspace))


def _told(workspace: Workspace, name: str, **arguments: Any) -> Any:
    return json.loads(_use(workspace, name, arguments).text)


def test_a_listing_names_files_with_their_sizes_and_folders_with_a_slash(workspace: Workspace) -> None:
    workspace.write("b/c.csv", b"12")
    workspace.write("a.csv", b"1")

    assert _told(workspace, "list_files") == {
        "entries": [{"path": "a.csv", "kind": "file", "bytes": 1}, {"path": "b/", "kind": "folder"}],
        "truncated": False,
    }
    assert _told(workspace, "list_files", path="b")["entries"] == [
        {"path": "b/c.csv", "kind": "file", "bytes": 2}
    ]


def test_a_long_listing_says_that_it_was_cut(workspace: Workspace) -> None:
    for number in range(501):
        (workspace.root / f"{number:03}").touch()
    found = _told(workspace, "list_files")

    assert (len(found["entries"]), found["truncated"]) == (500, True)


def test_a_file_is_read_whole_or_on_from_where_the_last_piece_ended(workspace: Workspace) -> None:
    workspace.write("a.txt", b"0123456789")

    assert _told(workspace, "read_file", path="a.txt") == {
        "path": "a.txt", "content": "0123456789", "bytes": 10, "next_offset": None,
    }  # fmt: skip
    assert _told(workspace, "read_file", path="a.txt", limit=4)["next_offset"] == 4
    assert _told(workspace, "read_file", path="a.txt", offset=8, limit=4)["content"] == "89"


def test_a_file_that_is_no_text_still_gives_a_result_that_can_be_stored(workspace: Workspace) -> None:
    workspace.write("a.bin", bytes(range(256)) * 40)
    result = _use(workspace, "read_file", {"path": "a.bin"})

    assert result.code == ""
    assert readable(result.text) == result.text


def test_a_result_that_would_be_too_large_is_refused_whole(workspace: Workspace) -> None:
    workspace.write("a.bin", b"\x01" * 65_536)

    assert _use(workspace, "read_file", {"path": "a.bin", "limit": 65_536}).code == "TOO_LARGE"


def test_writing_tells_the_size_and_whether_the_file_is_new(workspace: Workspace) -> None:
    assert _told(workspace, "write_file", path="r/a.md", content="é") == {
        "path": "r/a.md",
        "bytes": 2,
        "created": True,
    }
    assert _told(workspace, "write_file", path="r/a.md", content="")["created"] is False
    assert workspace.read("r/a.md") == (b"", 0)


def test_a_search_finds_lines_whatever_their_case(workspace: Workspace) -> None:
    workspace.write("a.csv", b"Invoice,Amount\nINV-1,12\n")
    workspace.write("b/c.csv", b"x\nSTRASSE inv-1\n")

    assert _told(workspace, "search_text", query="inv-1") == {
        "matches": [
            {"path": "a.csv", "line": 2, "text": "INV-1,12"},
            {"path": "b/c.csv", "line": 2, "text": "STRASSE inv-1"},
        ],
        "truncated": False,
    }
    assert len(_told(workspace, "search_text", query="straße", path="b")["matches"]) == 1
    assert _told(workspace, "search_text", query=".*")["matches"] == []


def test_a_search_stops_at_its_limits_and_says_so(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.write("a.txt", b"hit\n" * 101)
    workspace.write("b.txt", b"other\n")
    found = _told(workspace, "search_text", query="hit")
    assert (len(found["matches"]), found["truncated"]) == (100, True)

    monkeypatch.setattr("goals.agent.tools.search_text.MOST_BYTES", 404)
    assert _told(workspace, "search_text", query="other") == {"matches": [], "truncated": True}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("read_file", ""),
        ("read_file", "{"),
        ("read_file", "[]"),
        ("read_file", "null"),
        ("read_file", '"a.txt"'),
        ("read_file", "[" * 100_000),
        ("read_file", {"path": 5}),
        ("read_file", {"path": None}),
        ("read_file", {"path": "a", "limit": 0}),
        ("read_file", {"path": "a", "limit": 65_537}),
        ("read_file", {"path": "a", "limit": "10"}),
        ("read_file", {"path": "a", "limit": 10.0}),
        ("read_file", {"path": "a", "limit": True}),
        ("read_file", {"path": "a", "offset": -1}),
        ("read_file", {"path": "a", "pth": "b"}),
        ("write_file", {"path": "a"}),
        ("write_file", '{"path": "a", "content": "\\ud800"}'),
        ("search_text", {"query": ""}),
        ("search_text", {"query": "x" * 201}),
        ("list_files", {"deep": True}),
    ],
)
def test_bad_arguments_are_a_result_the_model_can_read(
    workspace: Workspace, name: str, arguments: Any
) -> None:
    result = _use(workspace, name, arguments)

    error = json.loads(result.text)["error"]
    assert (result.code, error["code"]) == ("INVALID_ARGS", "INVALID_ARGS")
    assert error["message"]
    assert list(workspace.entries()) == []


def test_a_field_that_is_wrong_is_named(workspace: Workspace) -> None:
    error = json.loads(_use(workspace, "read_file", {"path": "a", "limit": "10"}).text)["error"]

    assert error["message"].startswith("limit: ")


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("read_file", {"path": "../x"}, "BAD_PATH"),
        ("read_file", {"path": "none"}, "NOT_FOUND"),
        ("write_file", {"path": "/etc/x", "content": ""}, "BAD_PATH"),
        ("list_files", {"path": "none"}, "NOT_FOUND"),
        ("search_text", {"query": "x", "path": ".."}, "BAD_PATH"),
    ],
)
def test_a_refusal_of_the_workspace_is_a_result_too(
    workspace: Workspace, name: str, arguments: dict[str, Any], code: str
) -> None:
    assert _use(workspace, name, arguments).code == code


def test_a_tool_that_breaks_is_a_result_without_its_insides(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Workspace, *_: object, **__: object) -> None:
        raise RuntimeError("secret path /root")

    monkeypatch.setattr(Workspace, "read", broken)
    result = _use(workspace, "read_file", {"path": "a"})

    assert result.code == "TOOL_FAILED"
    assert "secret" not in result.text


def test_the_schemas_are_the_same_bytes_every_time_and_hold_what_a_provider_needs() -> None:
    names = [*registry.WORKSPACE_TOOLS, *registry.GOAL_TOOLS]
    first, second = (registry.schemas(registry.offered(order)) for order in (names, reversed(names)))

    assert json.dumps(first) == json.dumps(second)
    assert all(schema["function"]["parameters"]["additionalProperties"] is False for schema in first)
    assert json.dumps(first).isascii()
    read = next(schema for schema in first if schema["function"]["name"] == "read_file")
    assert read["function"]["parameters"]["required"] == ["path"]


def test_a_tool_that_nobody_named_is_not_offered() -> None:
    assert [tool.name for tool in registry.offered(["read_file", "nothing", "list_files"])] == [
        "list_files",
        "read_file",
    ]
