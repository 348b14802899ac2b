"""Nothing that a path, a link, an archive or a size can do leads out of a goal's workspace."""

from __future__ import annotations

import io
import os
import socket
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goals.agent import workspace as module
from goals.agent.paths import WorkspaceError, parts_of
from goals.agent.workspace import Entry, Workspace

SECRET = "the books of another goal"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.txt").write_text(SECRET)
    return folder


@pytest.fixture
def workspace(tmp_path: Path, outside: Path) -> Workspace:
    return Workspace(tmp_path / "workspaces" / "goal-1")


def _refused(code: str, act: object, *arguments: object, **named: object) -> None:
    with pytest.raises(WorkspaceError) as refused:
        act(*arguments, **named)  # type: ignore[operator]
    assert refused.value.code == code


def test_what_was_written_is_read_and_listed(workspace: Workspace) -> None:
    assert workspace.write("notes/july.md", b"Zahlung offen") is True
    assert workspace.write("a.csv", b"1") is True
    assert workspace.write("a.csv", b"12") is False

    assert workspace.read("notes/july.md") == (b"Zahlung offen", 13)
    assert list(workspace.entries()) == [Entry("a.csv", False, 2), Entry("notes", True, 0)]
    assert list(workspace.entries(deep=True))[-1] == Entry("notes/july.md", False, 13)


def test_a_long_file_is_read_in_pieces(workspace: Workspace) -> None:
    workspace.write("a.txt", b"0123456789")

    assert workspace.read("a.txt", offset=4, most=3) == (b"456", 10)
    assert workspace.read("./a.txt", offset=2**70) == (b"", 10)


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd", "..", "../secret.txt", "a/../../secret.txt", "a/..", "./../x", "//etc/passwd", "a\0b",
        "a\nb", "a\tb", "a\\..\\b", "..\\b", "\ud800", "a" * 201, "é" * 101, "/".join("abcdefghijklmnopq"),
        "x/" * 600 + "y", "\x7f", "a\x1bb",
    ],
)  # fmt: skip
def test_a_path_that_could_leave_is_refused_before_anything_is_opened(
    workspace: Workspace, path: str
) -> None:
    for act in (workspace.read, lambda p: workspace.write(p, b"x"), lambda p: list(workspace.entries(p))):
        _refused("BAD_PATH", act, path)


@pytest.mark.parametrize("path", ["~/x", "%2e%2e/x", "...", "..x", "-rf", "a b", "$HOME", "con", "ﬁle"])
def test_an_odd_name_is_only_a_name(workspace: Workspace, path: str) -> None:
    workspace.write(path, b"here")

    assert (workspace.root / path).read_bytes() == b"here"


@given(st.text(max_size=40))
def test_whatever_the_path_its_names_stay_below_the_folder(path: str) -> None:
    try:
        names = parts_of(path)
    except WorkspaceError:
        return
    assert all(name and name not in (".", "..") and "/" not in name and "\0" not in name for name in names)


def test_a_link_to_a_file_outside_is_neither_read_nor_written_nor_listed(
    workspace: Workspace, outside: Path
) -> None:
    (workspace.root / "link").symlink_to(outside / "secret.txt")

    _refused("NOT_ALLOWED", workspace.read, "link")
    _refused("NOT_ALLOWED", workspace.write, "link", b"changed")
    assert list(workspace.entries(deep=True)) == []
    assert (outside / "secret.txt").read_text() == SECRET


def test_a_link_to_a_folder_outside_is_not_walked_through(workspace: Workspace, outside: Path) -> None:
    (workspace.root / "way").symlink_to(outside)

    _refused("NOT_A_FOLDER", workspace.read, "way/secret.txt")
    _refused("NOT_A_FOLDER", workspace.write, "way/new.txt", b"x")
    _refused("NOT_A_FOLDER", lambda: list(workspace.entries("way")))
    assert sorted(path.name for path in outside.iterdir()) == ["secret.txt"]


def test_a_link_inside_the_workspace_is_no_way_either(workspace: Workspace) -> None:
    workspace.write("real/a.txt", b"x")
    (workspace.root / "alias").symlink_to("real")

    _refused("NOT_A_FOLDER", workspace.read, "alias/a.txt")


def test_a_dangling_link_is_not_written_through(workspace: Workspace, outside: Path) -> None:
    (workspace.root / "new.txt").symlink_to(outside / "planted.txt")

    _refused("NOT_ALLOWED", workspace.write, "new.txt", b"x")
    assert not (outside / "planted.txt").exists()


def test_a_second_name_of_a_file_outside_is_refused_and_never_changed(
    workspace: Workspace, outside: Path
) -> None:
    os.link(outside / "secret.txt", workspace.root / "hard")

    _refused("NOT_ALLOWED", workspace.read, "hard")
    _refused("NOT_ALLOWED", workspace.write, "hard", b"changed")
    assert list(workspace.entries()) == []
    assert (outside / "secret.txt").read_text() == SECRET


def test_a_pipe_and_a_socket_neither_hang_nor_answer(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(workspace.root / "pipe")
    monkeypatch.chdir(workspace.root)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("plug")

        _refused("NOT_ALLOWED", workspace.read, "pipe")
        _refused("NOT_ALLOWED", workspace.read, "plug")
        _refused("NOT_ALLOWED", workspace.write, "pipe", b"x")
        assert list(workspace.entries()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes a device")
def test_a_device_is_not_opened(workspace: Workspace) -> None:
    try:
        os.mknod(workspace.root / "zero", 0o20666, os.makedev(1, 5))
    except OSError:
        pytest.skip("devices cannot be made here")

    _refused("NOT_ALLOWED", workspace.read, "zero")


def test_a_folder_is_no_file_and_a_file_no_folder(workspace: Workspace) -> None:
    workspace.write("a/b.txt", b"x")

    _refused("NOT_A_FILE", workspace.read, "a")
    _refused("NOT_A_FILE", workspace.read, "")
    _refused("NOT_A_FILE", workspace.write, "a", b"x")
    _refused("BAD_PATH", workspace.write, "a/", b"x")
    _refused("NOT_A_FOLDER", workspace.write, "a/b.txt/c", b"x")
    _refused("NOT_A_FOLDER", lambda: list(workspace.entries("a/b.txt")))
    _refused("NOT_FOUND", workspace.read, "a/c.txt")


def test_what_an_archive_unpacks_as_a_link_stays_shut(workspace: Workspace, outside: Path) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        link = tarfile.TarInfo("innocent")
        link.type, link.linkname = tarfile.SYMTYPE, str(outside)
        archive.addfile(link)
    workspace.write("gift.tar", packed.getvalue())
    with tarfile.open(workspace.root / "gift.tar") as archive:
        archive.extractall(workspace.root, filter="fully_trusted")

    _refused("NOT_A_FOLDER", workspace.read, "innocent/secret.txt")
    assert [entry.path for entry in workspace.entries(deep=True)] == ["gift.tar"]


def test_an_archive_is_only_bytes_to_every_tool(workspace: Workspace, outside: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../outside/secret.txt", "changed")
    workspace.write("gift.zip", packed.getvalue())

    assert workspace.read("gift.zip") == (packed.getvalue(), len(packed.getvalue()))
    assert (outside / "secret.txt").read_text() == SECRET


def test_names_that_no_path_may_hold_are_not_shown_but_count(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace.root / os.fsdecode(b"odd-\xff")).write_bytes(b"x" * 60)
    monkeypatch.setattr(module, "MAX_TOTAL_BYTES", 100)

    assert list(workspace.entries()) == []
    _refused("WORKSPACE_FULL", workspace.write, "a.txt", b"x" * 41)


def test_sizes_and_numbers_are_bounded(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_FILE_BYTES", 50)
    monkeypatch.setattr(module, "MAX_TOTAL_BYTES", 100)
    monkeypatch.setattr(module, "MAX_ENTRIES", 3)
    workspace.write("a", b"x" * 50)
    workspace.write("b", b"x" * 50)

    _refused("TOO_LARGE", workspace.write, "c", b"x" * 51)
    _refused("WORKSPACE_FULL", workspace.write, "c", b"x")
    workspace.write("b", b"")
    workspace.write("c", b"x")
    _refused("WORKSPACE_FULL", workspace.write, "d", b"")
    assert workspace.write("c", b"xy") is False


def test_a_failed_write_leaves_the_old_file_and_nothing_beside_it(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.write("a.txt", b"old")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    _refused("NOT_ALLOWED", workspace.write, "a.txt", b"new")
    assert [path.name for path in workspace.root.iterdir()] == ["a.txt"]
    assert workspace.read("a.txt") == (b"old", 3)


def test_the_names_the_service_keeps_for_itself_are_refused(workspace: Workspace) -> None:
    _refused("BAD_PATH", workspace.write, ".countersign-1", b"x")


def test_the_root_itself_may_not_be_a_link(tmp_path: Path, outside: Path) -> None:
    (tmp_path / "goal-2").symlink_to(outside)

    with pytest.raises(NotADirectoryError):
        Workspace(tmp_path / "goal-2").read("secret.txt")
