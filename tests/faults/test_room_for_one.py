"""Two hundred contenders, room for one: exactly one is admitted, the others are told the rule and its numbers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter

import pytest

from goals.models import Execution, Goal
from governance.config.options import BASE_DIR
from tests.cast import build
from tests.faults import scene

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
PROCESSES, CONTENDERS = 4, 50
REPEATS = int(os.environ.get("RACE_REPEATS", "3"))
RULES = {"round-live", "token-budget", "goal-not-active"}


def test_two_hundred_at_once_get_one_round(transactional_db: None, test_environment: dict[str, str]) -> None:
    scene.own_driver()
    cast = build()
    for _ in range(REPEATS):
        goal = scene.signed(
            cast, max_rounds=5, budget_tokens=20_000, per_round_tokens=None, per_round_money=None
        )
        _one_wins(goal, test_environment)
    scene.everything_holds()


def _one_wins(goal: Goal, environment: dict[str, str]) -> None:
    argv = [sys.executable, "-m", "tests.faults.contenders", goal.pk, str(CONTENDERS)]
    started = [
        subprocess.Popen(argv, env=environment, cwd=BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(PROCESSES)
    ]
    answers = []
    for process in started:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in started:
        answers += json.loads(process.communicate(timeout=240)[0])

    told = Counter(str(code) for code, _numbers in answers)
    assert told["admitted"] == 1
    assert sum(told.values()) == PROCESSES * CONTENDERS
    assert set(told) - {"admitted"} <= RULES
    assert all(numbers for code, numbers in answers if code != "admitted")
    assert Execution.objects.filter(goal=goal).count() == 1
