"""Where the workspace of a goal lies: one folder below the data folder, named by the goal's id.

A new workspace begins with a copy of what lies in `files/CODE` below the data folder, CODE being the goal's cost
centre: ordinary files only, so that no link there can bring anything else in. Later changes there reach no
workspace that has begun.
"""

from __future__ import annotations

import re
import secrets
import shutil
from pathlib import Path

import structlog
from django.conf import settings

from goals import values
from goals.agent.paths import WorkspaceError
from goals.agent.workspace import Workspace
from goals.models import Goal
from governance.errors import Invalid

log = structlog.get_logger(__name__)

_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def workspace_of(goal_id: str) -> Workspace:
    """The goal's workspace, made on first use. Raises Invalid for anything but a goal id."""
    if not values.is_goal_id(goal_id):
        raise Invalid(f"{goal_id!r} is not the id of a goal.", field="goal_id")
    root = settings.COUNTERSIGN.data_dir / "workspaces" / goal_id
    if not root.exists():
        _begin(root, goal_id)
    return Workspace(root)


def files_for(cost_centre: str) -> Path:
    """The folder whose files every new goal of this cost centre begins with. Raises Invalid for an unfit code."""
    if not _CODE.fullmatch(cost_centre):
        raise Invalid(f"{cost_centre!r} cannot name a folder.", field="cost_centre")
    return settings.COUNTERSIGN.data_dir / "files" / cost_centre


def _begin(root: Path, goal_id: str) -> None:
    """Fill it beside its place and move it there as a whole: whoever comes second finds it complete."""
    code = Goal.objects.filter(pk=goal_id).values_list("account__cost_centre__code", flat=True).first()
    source = files_for(code) if code and _CODE.fullmatch(code) else None
    if source is None or not source.is_dir() or source.is_symlink():
        return
    filling = root.with_name(f".filling-{secrets.token_hex(8)}")
    try:
        _copy(Workspace(source), Workspace(filling))
        filling.rename(root)
    except OSError:
        if not root.exists():
            raise
    finally:
        shutil.rmtree(filling, ignore_errors=True)


def _copy(source: Workspace, target: Workspace) -> None:
    for entry in source.entries(deep=True):
        if entry.is_folder:
            continue
        try:
            content, size = source.read(entry.path)
            if len(content) < size:
                raise WorkspaceError("TOO_LARGE", "The file is too large for a workspace.")
            target.write(entry.path, content)
        except WorkspaceError as refused:
            log.warning("file-left-out", path=entry.path, code=refused.code)
