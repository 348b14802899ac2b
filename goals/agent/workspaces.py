"""Where the workspace of a goal lies: one folder below the data folder, named by the goal's id."""

from __future__ import annotations

from django.conf import settings

from goals import values
from goals.agent.workspace import Workspace
from governance.errors import Invalid


def workspace_of(goal_id: str) -> Workspace:
    """The goal's workspace, made on first use. Raises Invalid for anything but a goal id."""
    if not values.is_goal_id(goal_id):
        raise Invalid(f"{goal_id!r} is not the id of a goal.", field="goal_id")
    return Workspace(settings.COUNTERSIGN.data_dir / "workspaces" / goal_id)
