"""run_command: off unless the operator named executables, and bounded in everything it may use."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from goals.agent.tools import commands, registry
from goals.agent.tools.base import Context, Result
from goals.agent.tools.calling import call
from goals.agent.tools.run_command import TOOL
from goals.agent.workspace import Workspace
from tests.goals.terms_stories import terms

PYTHON = sys.executable


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "goal")


@pytest.fixture
def allowed(settings: Any) -> None:
    settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(
        update={"commands": ("cat", "env", "no-such-program")}
    )


def _use(workspace: Workspace, *argv: str, seconds_left: float = 60, **arguments: Any) -> Result:
    context = Context(execution=None, terms=terms(), workspace=workspace, seconds_left=lambda: seconds_left)
    return call(TOOL, json.dumps({"argv": list(argv), **arguments}), context)


def _python(workspace: Workspace, program: str, *, seconds: float = 20) -> commands.Finished:
    return commands.run(PYTHON, ["-I", "-c", program], folder=workspace.root, seconds=seconds)


def test_it_is_off_by_default(workspace: Workspace) -> None:
    assert registry.offered(["run_command"]) == ()
    assert _use(workspace, "cat").code == "NOT_ALLOWED"


@pytest.mark.usefixtures("allowed")
def test_an_allowed_command_runs_in_the_workspace(workspace: Workspace) -> None:
    workspace.write("a.txt", b"hello")

    assert registry.offered(["run_command"]) == (TOOL,)
    assert json.loads(_use(workspace, "cat", "a.txt").text) == {
        "exit_code": 0, "stdout": "hello", "stderr": "", "truncated": False, "ended_for": None,
    }  # fmt: skip


@pytest.mark.usefixtures("allowed")
@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["python3"], "NOT_ALLOWED"),
        (["/bin/cat"], "NOT_ALLOWED"),
        (["./cat"], "NOT_ALLOWED"),
        (["cat; env"], "NOT_ALLOWED"),
        ([""], "NOT_ALLOWED"),
        ([], "INVALID_ARGS"),
        (["cat", "a\0b"], "INVALID_ARGS"),
        (["cat", "x" * 16_385], "INVALID_ARGS"),
        (["cat"] * 65, "INVALID_ARGS"),
        (["no-such-program"], "NOT_FOUND"),
    ],
)
def test_anything_else_is_refused(workspace: Workspace, argv: list[str], code: str) -> None:
    workspace.write("cat", b"#!/bin/sh\necho no\n")
    os.chmod(workspace.root / "cat", 0o755)

    assert _use(workspace, *argv).code == code


@pytest.mark.usefixtures("allowed")
def test_there_is_no_shell(workspace: Workspace) -> None:
    told = json.loads(_use(workspace, "cat", "$(env)", "; env", "> x").text)

    assert told["exit_code"] == 1
    assert list(workspace.entries()) == []


@pytest.mark.usefixtures("allowed")
def test_nothing_of_the_services_environment_is_told(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUNTERSIGN_MODEL_API_KEY", "sk-secret")
    lines = json.loads(_use(workspace, "env").text)["stdout"].splitlines()

    assert sorted(line.split("=")[0] for line in lines) == ["HOME", "LANG", "PATH"]


@pytest.mark.usefixtures("allowed")
def test_a_round_without_time_starts_none(workspace: Workspace) -> None:
    assert _use(workspace, "cat", seconds_left=0.0).code == "NO_TIME"


def test_a_command_that_takes_too_long_is_ended_with_all_it_started(workspace: Workspace) -> None:
    program = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    done = _python(workspace, program, seconds=2)

    assert done.ended_for == "time"
    assert not _runs(int(done.stdout))


def test_what_a_command_leaves_behind_is_ended_too(workspace: Workspace) -> None:
    program = (
        "import subprocess, sys\n"
        "quiet = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], **quiet)\n"
        "print(child.pid)\n"
    )
    done = _python(workspace, program)

    assert (done.exit_code, done.ended_for) == (0, "")
    assert not _runs(int(done.stdout))


def _runs(pid: int) -> bool:
    """Whether a process goes on living; one that was killed and is not yet collected does not."""
    for _ in range(200):
        if not _lives(pid):
            return False
        time.sleep(0.02)
    return True


def _lives(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rsplit(")", 1)[1].split()[0] != "Z"


def test_a_command_that_says_too_much_is_ended(workspace: Workspace) -> None:
    done = _python(workspace, "import sys\nwhile True: sys.stdout.write('x' * 65536)")

    assert done.ended_for == "output"
    assert len(done.stdout) <= commands.MOST_OUTPUT_BYTES + commands.PIECE


def test_memory_and_file_sizes_are_limited(workspace: Workspace) -> None:
    assert _python(workspace, "x = bytearray(2 * 1024**3)").exit_code != 0
    assert _python(workspace, "open('big', 'wb').write(b'x' * (3 * 1024**2))").exit_code != 0
    assert (workspace.root / "big").stat().st_size <= 2 * 1024**2


def test_a_command_reads_nothing_from_the_service(workspace: Workspace) -> None:
    done = _python(
        workspace,
        "import sys, os; print(sys.stdin.read() == '', sorted(map(int, os.listdir('/proc/self/fd')))[:4])",
    )

    assert done.stdout.decode().startswith("True [0, 1, 2, 3]")
