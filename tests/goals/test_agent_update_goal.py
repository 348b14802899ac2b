"""The fields of update_goal: which belong to which action, which are fillers, and which are refused by name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goals import operations
from goals.agent.tools.base import Result
from tests.cast import Cast
from tests.goals.agent_stories import Story, signed_goal
from tests.goals.tool_stories import a_person


@pytest.fixture
def story(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[Story]:
    with signed_goal(cast, settings, tmp_path) as story:
        yield story


def _error(result: Result) -> tuple[str, str]:
    error = json.loads(result.text)["error"]
    return error["code"], error["message"]


@pytest.mark.parametrize(
    ("action", "fields", "field"),
    [
        ("pause", {"objective": "x"}, "objective"),
        ("complete", {"evidence": ["x"], "max_goal_rounds": 3}, "max_goal_rounds"),
        ("resume", {"blocked_reason": "x"}, "blocked_reason"),
        ("blocked", {"blocked_reason": "x", "evidence": ["y"]}, "evidence"),
        ("edit", {"objective": "x", "summary": "y"}, "summary"),
        ("blocked", {}, "blocked_reason"),
        ("blocked", {"blocked_reason": ""}, "blocked_reason"),
        ("blocked", {"blocked_reason": " \n\u00a0"}, "blocked_reason"),
        ("complete", {}, "evidence"),
        ("complete", {"evidence": []}, "evidence"),
        ("complete", {"evidence": [" ", ""]}, "evidence"),
        ("complete", {"evidence": ["x"] * 21}, "evidence"),
        ("complete", {"evidence": ["x" * 2_001]}, "evidence"),
        ("complete", {"evidence": ["\u0007"]}, "evidence"),
        ("pause", {"goal_id": ""}, "goal_id"),
        ("pause", {"goal_id": "  "}, "goal_id"),
        ("pause", {"revision": 0}, "revision"),
        ("pause", {"revision": -1}, "revision"),
        ("pause", {"revision": 2**53}, "revision"),
    ],
)
def test_a2_16_a_misplaced_missing_or_blank_field_is_refused_by_name(
    story: Story, action: str, fields: dict[str, Any], field: str
) -> None:
    code, message = _error(a_person(story).update(action, **fields))

    assert code == "GOAL_TOOL_INVALID_UPDATE"
    assert message.startswith(f"The field {field} is ")
    assert story.fresh().revision == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"revision": True},
        {"revision": "1"},
        {"revision": 1.0},
        {"action": "certify"},
        {"evidence": "x"},
        {"goal": 1},
    ],
)
def test_a_field_of_the_wrong_kind_is_refused_before_anything_is_asked(
    story: Story, fields: dict[str, Any]
) -> None:
    assert a_person(story).update("pause", **fields).code == "INVALID_ARGS"


@pytest.mark.parametrize(
    ("action", "needed"),
    [
        ("edit", {"objective": "Both months"}),
        ("pause", {}),
        ("resume", {}),
        ("complete", {"evidence": ["report.md"]}),
        ("blocked", {"blocked_reason": "The bank is closed."}),
    ],
)
def test_a2_17_empty_fillers_in_unused_fields_are_accepted(
    story: Story, action: str, needed: dict[str, Any]
) -> None:
    fillers = {"objective": "", "max_goal_rounds": 0, "blocked_reason": "", "evidence": [], "summary": ""}
    if action == "resume":
        operations.pause(acting=story.cast.acting(story.cast.ben), goal_id=story.goal.pk, revision=1)

    assert a_person(story).update(action, **{**fillers, **needed}).code == ""


def test_an_edit_of_nothing_but_fillers_is_empty(story: Story) -> None:
    assert a_person(story).update("edit", objective="", max_goal_rounds=0).code == "GOAL_INVALID_EDIT"
