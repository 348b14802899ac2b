"""After a round's report: one context, at most one more step, no tool, and the report stands whatever happens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goals.models import Execution, SessionEvent, ToolCall
from tests.cast import Cast
from tests.goals.agent_stories import Story, signed_goal

LOOK = {"name": "list_files", "arguments": {}}


@pytest.fixture
def story(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[Story]:
    with signed_goal(cast, settings, tmp_path, script="echo") as story:
        yield story


def _completing(story: Story) -> dict[str, Any]:
    given = {"goal_id": story.goal.pk, "revision": 1, "action": "complete", "evidence": ["seen"]}
    return {"name": "update_goal", "arguments": given}


def _blocking(story: Story) -> dict[str, Any]:
    given = {"goal_id": story.goal.pk, "revision": 1, "action": "blocked", "blocked_reason": "No bank file."}
    return {"name": "update_goal", "arguments": given}


def _contexts() -> list[dict[str, Any]]:
    sources = [json.loads(event.data)["source"] for event in SessionEvent.objects.filter(type="user/message")]
    return [source for source in sources if source["kind"] == "plugin"]


def _reporting_round(story: Story, call: dict[str, Any]) -> Execution:
    story.endpoint.plan(tool_calls=[call])
    return story.round()


def test_a2_13_a_round_that_completes_gets_one_closing_context_and_one_more_step(story: Story) -> None:
    ended = _reporting_round(story, _completing(story))

    assert _contexts() == [
        {
            "kind": "plugin",
            "plugin": "tool-goal",
            "form": "notice",
            "summary": "complete: Reconcile the two ledgers of August",
        }
    ]
    assert (ended.outcome, ended.steps, story.endpoint.call_count) == ("reported-complete", 2, 2)
    assert story.endpoint.calls[-1].request["messages"][-1]["content"].startswith("<goal_complete>")


def test_a_round_that_blocks_gets_one_closing_context_with_its_reason(story: Story) -> None:
    story.rounds(2)
    ended = _reporting_round(story, _blocking(story))

    assert [context["summary"] for context in _contexts()] == ["blocked: Reconcile the two ledgers of August"]
    assert (ended.outcome, ended.steps, story.fresh().blocked_code) == (
        "reported-blocked",
        2,
        "model-reported",
    )
    assert '"No bank file."' in story.endpoint.calls[-1].request["messages"][-1]["content"]


def test_a_block_that_comes_too_early_brings_no_context_and_the_round_goes_on(story: Story) -> None:
    ended = _reporting_round(story, _blocking(story))

    assert (_contexts(), ended.outcome, ended.steps) == ([], "completed", 2)
    assert ToolCall.objects.get().code == "GOAL_TOOL_BLOCK_THRESHOLD"


def test_a_hard_stop_ends_the_round_with_its_report(story: Story, settings: Any) -> None:
    settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(update={"wrap_up_step": False})
    ended = _reporting_round(story, _completing(story))

    assert (ended.outcome, ended.steps, _contexts()) == ("reported-complete", 1, [])


def test_after_the_report_no_tool_is_run_any_more(story: Story) -> None:
    writing = {"name": "write_file", "arguments": {"path": "late.txt", "content": "x"}}
    story.endpoint.plan(tool_calls=[_completing(story), writing])
    story.endpoint.plan(tool_calls=[writing, LOOK], text="One more thing.")
    ended = story.round()

    codes = list(ToolCall.objects.order_by("step__number", "number").values_list("name", "code"))
    assert codes == [
        ("update_goal", ""),
        ("write_file", "ROUND_OVER"),
        ("write_file", "ROUND_OVER"),
        ("list_files", "ROUND_OVER"),
    ]
    assert (ended.outcome, ended.steps, list(story.workspace.entries())) == ("reported-complete", 2, [])


def test_a_report_stands_when_its_closing_step_fails(story: Story) -> None:
    story.endpoint.plan(tool_calls=[_completing(story)])
    story.endpoint.plan(fault="500", times=3)
    ended = story.round()

    assert (ended.state, ended.outcome, story.endpoint.call_count) == ("settled", "reported-complete", 2)
    assert story.fresh().phase == "complete"


def test_a_report_stands_when_the_hold_has_no_room_for_closing_words(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with signed_goal(cast, settings, tmp_path, script="echo", per_round_tokens=10_400) as story:
        story.endpoint.plan(tool_calls=[_completing(story)], count_input=8_000)
        ended = story.round()

        assert (ended.state, ended.outcome, story.endpoint.call_count) == ("settled", "reported-complete", 1)
        assert len(_contexts()) == 1
