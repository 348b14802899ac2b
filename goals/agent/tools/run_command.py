"""run_command: an allowed executable in the workspace. Not offered unless the operator named executables."""

from __future__ import annotations

from django.conf import settings
from pydantic import Field

from goals.agent.tools import commands
from goals.agent.tools.base import Arguments, Context, Result, Tool, refused, said
from goals.values import unreadable

MOST_SECONDS = 60
MOST_ARGUMENT_BYTES = 16_384
SHOWN_BYTES = 16_384


class RunCommand(Arguments):
    argv: list[str] = Field(min_length=1, max_length=64, description="The executable, then its arguments.")
    seconds: int = Field(30, ge=1, le=MOST_SECONDS)


def run(context: Context, given: RunCommand) -> Result:
    name, *arguments = given.argv
    allowed = settings.COUNTERSIGN.commands
    if name not in allowed:
        return refused(
            "NOT_ALLOWED", f"{name[:80]} is not allowed; allowed are: {', '.join(allowed) or 'none'}."
        )
    if sum(len(text.encode("utf-8", "replace")) for text in arguments) > MOST_ARGUMENT_BYTES or any(
        map(unreadable, arguments)
    ):
        return refused("INVALID_ARGS", f"argv: at most {MOST_ARGUMENT_BYTES} bytes of readable text.")
    path = commands.executable(name)
    if path is None:
        return refused("NOT_FOUND", f"{name} is not installed here.")
    seconds = min(float(given.seconds), context.seconds_left())
    if seconds <= 0:
        return refused("NO_TIME", "The round has no time left for a command.")
    done = commands.run(path, arguments, folder=context.workspace.root, seconds=seconds)
    return _told(name, done)


def _told(name: str, done: commands.Finished) -> Result:
    answer = {
        "exit_code": done.exit_code,
        "stdout": done.stdout[:SHOWN_BYTES].decode("utf-8", "replace"),
        "stderr": done.stderr[:SHOWN_BYTES].decode("utf-8", "replace"),
        "truncated": max(len(done.stdout), len(done.stderr)) > SHOWN_BYTES,
        "ended_for": done.ended_for or None,
    }
    how = f"ended for its {done.ended_for} limit" if done.ended_for else f"exit code {done.exit_code}"
    return said(answer, f"Ran {name}: {how}.")


TOOL = Tool(
    name="run_command",
    description="Run one allowed command in the workspace, without a shell.",
    arguments=RunCommand,
    run=run,
    offered=lambda: bool(settings.COUNTERSIGN.commands),
)
