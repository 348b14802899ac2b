"""No request leaves that what is left could not pay for: tokens, money, context, steps, time."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from goals import human_turns, strategies
from goals.agent import loop
from goals.models import Attempt, Execution, Goal
from goals.rounds import claiming, reservations, settlement
from goals.rounds.leases import Lease
from goals.strategies.same_session import SameSession
from governance import clock, freezes
from governance.config.options import BASE_DIR
from governance.models import Escalation, LedgerEntry
from tests.cast import Cast
from tests.goals.agent_stories import Story, price, signed_goal

FILES = BASE_DIR / "goals" / "agent" / "scripted" / "files"
LOOK = {"name": "list_files", "arguments": {}}


def _fill(story: Story, which: str = "hungry") -> Story:
    for file in (FILES / which).iterdir():
        story.workspace.write(file.name, file.read_bytes())
    return story


def _limits(story: Story) -> list[int]:
    return [call.request["max_tokens"] for call in story.endpoint.calls]


def test_a_round_that_uses_up_its_hold_ends_over_cap_with_nothing_overspent(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with signed_goal(cast, settings, tmp_path, script="hungry", per_round_tokens=40_000) as story:
        ended = _fill(story).round()

        assert (ended.state, ended.outcome) == ("over-cap", "over-cap")
        assert ended.steps >= 3
        assert ended.tokens <= 40_000
        assert min(_limits(story)) >= 512
        assert len(_limits(story)) == ended.steps
        assert story.fresh().phase == "active"


def test_in_the_middle_of_work_the_budget_is_never_exceeded_at_any_committed_entry(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with signed_goal(cast, settings, tmp_path, script="hungry", budget_tokens=60_000, max_rounds=9) as story:
        ended = _fill(story).round()
        row, answer = reservations.reserve(acting=cast.acting(cast.olu), goal_id=story.goal.pk)

        entries = LedgerEntry.objects.filter(account=story.goal.account)
        assert all(each.spent_tokens_after + each.held_tokens_after <= 60_000 for each in entries)
        assert (ended.state, row, answer.code) == ("over-cap", None, "token-budget")
        assert (story.fresh().phase, story.goal.blocked_code) == ("blocked", "token-budget")


def test_a_goal_that_cannot_fund_one_useful_answer_starts_no_round(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with signed_goal(cast, settings, tmp_path, budget_tokens=9_000) as story:
        row, answer = reservations.reserve(acting=cast.acting(cast.olu), goal_id=story.goal.pk)

        assert (row, answer.code, story.endpoint.call_count) == (None, "token-budget", 0)


def test_the_budget_the_gate_asks_for_funds_the_first_request(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with signed_goal(cast, settings, tmp_path) as story:
        floor = SameSession().floor_tokens(story.goal, story.terms)
    with signed_goal(cast, settings, tmp_path, script="echo", budget_tokens=floor + 512) as story:
        ended = story.round()

        assert (ended.state, story.endpoint.call_count) == ("settled", 1)
        assert _limits(story)[0] <= 530


def test_before_every_round_the_gate_asks_for_at_least_what_it_will_need(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with signed_goal(cast, settings, tmp_path) as story:
        _fill(story, "reconcile")
        for _ in range(3):
            goal = Goal.objects.select_related("session", "account").get(pk=story.goal.pk)
            floor = strategies.get("same-session").floor_tokens(goal, story.terms)
            first = Attempt.objects.filter(execution=story.round()).order_by("started_at").first()

            assert first is not None
            assert first.bound_input_tokens <= floor <= first.bound_input_tokens + 50


def test_money_cuts_the_answer_and_then_ends_the_round(cast: Cast, settings: Any, tmp_path: Path) -> None:
    price(each="10")
    changes = {"script": "hungry", "budget_money": "0.40", "budget_tokens": 1_000_000}
    with signed_goal(cast, settings, tmp_path, **changes) as story:
        ended = _fill(story).round()

        account = story.fresh().account
        assert (ended.state, ended.outcome) == ("over-cap", "over-cap")
        assert ended.sentence.startswith("The next request may need USD 0.")
        assert Decimal("0.20") < account.spent_money <= Decimal("0.40")
        assert account.held_money == 0
        assert all(512 <= limit < 40_000 for limit in _limits(story))


def test_every_bound_in_money_covers_what_was_posted(cast: Cast, settings: Any, tmp_path: Path) -> None:
    price(each="10")
    with signed_goal(cast, settings, tmp_path, script="hungry", budget_money="0.60") as story:
        _fill(story).round()

    attempts = list(Attempt.objects.all())
    assert len(attempts) > 3
    assert all(each.money <= each.bound_money and each.tokens <= each.bound_tokens for each in attempts)


def test_a_conversation_that_outgrows_its_model_blocks_and_asks(
    cast: Cast, settings: Any, tmp_path: Path
) -> None:
    with signed_goal(cast, settings, tmp_path, script="hungry", context_limit=10_000) as story:
        ended = _fill(story).round()

        goal = story.fresh()
        assert (ended.state, ended.outcome, goal.phase, goal.blocked_code) == (
            "failed", "context-limit", "blocked", "context-limit",
        )  # fmt: skip
        assert Escalation.objects.get(account=goal.account).cause == "context-limit"
        assert all(call.counts.input < 10_000 for call in story.endpoint.calls)


def test_a_round_takes_no_more_steps_than_it_may(cast: Cast, settings: Any, tmp_path: Path) -> None:
    with signed_goal(cast, settings, tmp_path, options={"max_steps_per_round": 3}) as story:
        story.endpoint.plan(tool_calls=[LOOK], times=None)
        ended = story.round()

        assert (ended.state, ended.outcome, ended.steps, story.endpoint.call_count) == (
            "over-cap",
            "step-limit",
            3,
            3,
        )


def test_a_round_that_is_out_of_time_asks_nothing_more(cast: Cast, settings: Any, tmp_path: Path) -> None:
    with signed_goal(cast, settings, tmp_path) as story:
        lease = story.admit()
        Execution.objects.filter(pk=lease.execution_id).update(deadline=clock.db_now())
        late = Lease.of(Execution.objects.get(pk=lease.execution_id))
        ended = settlement.settle(late, loop.drive(late))

        assert (ended.state, ended.outcome, story.endpoint.call_count) == ("over-cap", "wall-clock", 0)


def test_a_cancelled_turn_of_a_person_asks_nothing_more(cast: Cast, settings: Any, tmp_path: Path) -> None:
    with signed_goal(cast, settings, tmp_path) as story:
        lease = claiming.claim(story.write("Hello?").outbox_id)
        assert lease is not None
        human_turns.cancel(acting=cast.acting(cast.ben), goal_id=story.goal.pk, revision=1, reason="typo")
        ended = settlement.settle(lease, loop.drive(lease))

        assert (ended.state, story.endpoint.call_count, story.fresh().revision) == ("cancelled", 0, 1)


def test_a_freeze_ends_the_round_before_its_next_step(cast: Cast, settings: Any, tmp_path: Path) -> None:
    with signed_goal(cast, settings, tmp_path) as story:
        lease = story.admit()
        freezes.freeze(acting=cast.acting(cast.olu), reason="something is wrong")
        ended = settlement.settle(lease, loop.drive(lease))

        assert (ended.state, ended.outcome, story.endpoint.call_count) == ("cancelled", "cancelled", 0)
        assert story.fresh().account.held_tokens == 0


@pytest.mark.parametrize("share", ["the smallest", "a little more"])
def test_the_smallest_hold_sends_a_useful_request_or_none(
    cast: Cast, settings: Any, tmp_path: Path, share: str
) -> None:
    with signed_goal(cast, settings, tmp_path) as story:
        floor = SameSession().floor_tokens(story.goal, story.terms)
    least = floor + 512 + (0 if share == "the smallest" else 700)
    with signed_goal(cast, settings, tmp_path, script="endless", per_round_tokens=least) as story:
        _fill(story, "endless").rounds(2)

        assert min(_limits(story)) >= 512
        assert story.fresh().account.spent_tokens <= 2 * least
