"""What another threshold would have saved, over the rounds in the database."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from ralph_runs import hindsight
from tests.cast import Cast
from tests.ralph_runs.reports import governed
from tests.ralph_runs.scene import Scene, ralph_goal

KEY = "PORTAL_API_KEY is not set."


@pytest.fixture
def patient(cast: Cast, settings: Any, tmp_path: Any) -> Any:
    with ralph_goal(cast, settings, tmp_path, blocker_threshold=6) as scene:
        yield scene


def test_a_lower_threshold_would_have_saved_the_rounds_after_its_stop(patient: Scene) -> None:
    spent = [execution.tokens for execution in patient.blocked_by(*[KEY] * 6)]
    (saved,) = hindsight.windows_judged(threshold=3)

    assert (saved.id, saved.stop_round, saved.rounds) == (f"{patient.goal.ref}/1", 3, 3)
    assert saved.tokens == sum(spent[3:])
    assert (saved.which, saved.currency) == (KEY, "USD")
    assert saved.sentence.startswith("Stopped after round 3: ")


def test_the_threshold_that_stopped_it_would_have_saved_nothing(patient: Scene) -> None:
    patient.blocked_by(*[KEY] * 6)
    (saved,) = hindsight.windows_judged(threshold=6)

    assert (saved.stop_round, saved.rounds, saved.tokens) == (6, 0, 0)


def test_each_window_is_judged_apart_with_the_goals_round_numbers(patient: Scene) -> None:
    patient.blocked_by(KEY, KEY)
    patient.round("null")
    patient.answer("round-failed", "resume", "Once more.")
    patient.blocked_by(KEY, KEY, KEY)
    first, second = hindsight.windows_judged(threshold=3)

    assert (first.stop_round, second.stop_round, second.rounds) == (None, 6, 0)
    assert (first.id, second.id) == (f"{patient.goal.ref}/1", f"{patient.goal.ref}/2")


def test_the_command_prints_a_line_per_window_and_what_all_would_have_saved(patient: Scene) -> None:
    spent = [execution.tokens for execution in patient.blocked_by(*[KEY] * 6)]
    out = StringIO()
    call_command("backtest", "--stored", "--threshold", "2", stdout=out)
    window, total = [json.loads(line) for line in out.getvalue().splitlines()]

    saved = {"rounds": 4, "tokens": sum(spent[2:]), "money": {"USD": "0.0000000000"}}
    assert (window["id"], window["stop_round"], window["which"]) == (f"{patient.goal.ref}/1", 2, KEY)
    assert sorted(window) == ["id", "rule", "saved", "sentence", "stop_round", "which"]
    assert window["saved"] == saved
    assert total == {"threshold": 2, "windows": 1, "stopped": 1, "saved": saved}


@pytest.mark.parametrize("words", [[], ["cases.jsonl", "--stored"]])
def test_the_command_wants_a_file_or_the_stored_rounds(words: list[str]) -> None:
    with pytest.raises(CommandError, match="give a file of cases, or --stored"):
        call_command("backtest", *words)


def test_healthy_rounds_would_not_have_been_stopped(patient: Scene) -> None:
    for number in range(4):
        patient.round(governed("continue", f"Part {number}.csv is unreadable."))
    (saved,) = hindsight.windows_judged(threshold=3)

    assert (saved.stop_round, saved.rounds) == (None, 0)
