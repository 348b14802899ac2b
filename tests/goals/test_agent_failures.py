"""What a provider does wrong, round by round: who pays, how often it is asked, and where the goal stands then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goals.activation import is_armed
from goals.models import Attempt, Execution, SessionEvent
from goals.rounds import reservations
from governance.enums import UsageState
from governance.models import Escalation
from tests.cast import Cast
from tests.goals.agent_stories import Story, signed_goal

pytestmark = pytest.mark.once


@pytest.fixture
def story(cast: Cast, settings: Any, tmp_path: Path) -> Iterator[Story]:
    with signed_goal(cast, settings, tmp_path, script="echo") as story:
        yield story


def _impatient(settings: Any, fault: str) -> None:
    """Where the provider will never answer, do not wait the usual two minutes."""
    if fault == "hang":
        settings.COUNTERSIGN = settings.COUNTERSIGN.model_copy(update={"model_timeout_seconds": 2})


def _attempts() -> list[Attempt]:
    return list(Attempt.objects.order_by("started_at"))


def _stands(story: Story) -> tuple[str, bool, int]:
    goal = story.fresh()
    return goal.phase, is_armed(goal), goal.rounds_started


def _failed_round(story: Story, code: str, requests: int) -> Execution:
    """A round that fails with this code: number used, goal active but disarmed, nothing follows by itself."""
    ended = story.round()
    assert (ended.state, ended.outcome, story.endpoint.call_count) == ("failed", code, requests)
    assert _stands(story) == ("active", False, 1)
    row, answer = reservations.reserve(acting=story.cast.acting(story.cast.olu), goal_id=story.goal.pk)
    assert (row, answer.code) == (None, "goal-disarmed")
    return ended


def test_a1_05_a_rate_limit_ends_the_round_after_one_request_and_costs_nothing(story: Story) -> None:
    story.endpoint.plan(fault="429", times=None)
    _failed_round(story, "rate-limited", 1)

    (attempt,) = _attempts()
    assert (attempt.tokens, attempt.usage_state, attempt.flags, attempt.error) == (
        0, UsageState.REPORTED, "refused,unpriced", "rate-limited",
    )  # fmt: skip


@pytest.mark.parametrize("fault", ["400", "401", "404"])
def test_a1_06_a_request_error_ends_the_round_after_one_request(story: Story, fault: str) -> None:
    story.endpoint.plan(fault=fault, times=None)
    _failed_round(story, "request-error", 1)

    assert [attempt.tokens for attempt in _attempts()] == [0]


def test_a1_07_an_answer_cut_at_the_limit_ends_the_round_and_is_paid_for(story: Story) -> None:
    story.endpoint.plan(finish="length")
    ended = _failed_round(story, "length", 1)

    (attempt,) = _attempts()
    assert (attempt.tokens, attempt.usage_state) == (attempt.input_tokens + attempt.output_tokens, "reported")
    assert ended.turns.get().end_reason == "max-tokens"


@pytest.mark.parametrize("fault", ["invalid-json", "no-choices"])
def test_an_answer_that_cannot_be_read_ends_the_round_after_one_request(story: Story, fault: str) -> None:
    story.endpoint.plan(fault=fault, times=None)
    _failed_round(story, "bad-answer", 1)


@pytest.mark.parametrize("fault", ["500", "503", "drop-before", "drop-half", "hang"])
def test_a1_22_a_retry_that_succeeds_counts_the_round_once_and_two_requests(
    story: Story, settings: Any, fault: str
) -> None:
    _impatient(settings, fault)
    story.endpoint.plan(fault=fault)
    ended = story.round()

    assert (ended.state, ended.steps, story.endpoint.call_count) == ("settled", 1, 2)
    assert _stands(story) == ("active", True, 1)
    first, second = _attempts()
    assert (first.number, first.tokens, first.usage_state) == (1, first.bound_tokens, UsageState.UNKNOWN)
    assert (second.number, second.usage_state, second.error) == (2, UsageState.REPORTED, "")
    assert ended.tokens == first.tokens + second.tokens == story.goal.account.spent_tokens


def test_each_attempt_carries_its_own_key(story: Story) -> None:
    story.endpoint.plan(fault="500")
    story.round()

    assert [call.idempotency_key for call in story.endpoint.calls] == [str(each.pk) for each in _attempts()]


@pytest.mark.parametrize(
    ("fault", "code"), [("500", "provider-error"), ("hang", "timeout"), ("drop-before", "connection-lost")]
)
def test_a_fault_that_lasts_is_asked_three_times_and_every_time_is_paid_for(
    story: Story, settings: Any, fault: str, code: str
) -> None:
    _impatient(settings, fault)
    story.endpoint.plan(fault=fault, times=None)
    ended = _failed_round(story, code, 3)

    assert ended.tokens == sum(attempt.bound_tokens for attempt in _attempts())
    assert story.goal.account.held_tokens == 0


def test_a_provider_that_is_not_there_costs_nothing(story: Story) -> None:
    story.endpoint.stop()
    ended = story.round()

    assert (ended.state, ended.outcome, ended.tokens) == ("failed", "connection-lost", 0)
    assert {attempt.flags for attempt in _attempts()} == {"not-sent,unpriced"}


def test_attempts_end_where_the_hold_ends(cast: Cast, settings: Any, tmp_path: Path) -> None:
    with signed_goal(cast, settings, tmp_path, script="echo", per_round_tokens=20_000) as story:
        story.endpoint.plan(fault="500", times=None)
        ended = story.round()

        assert (ended.state, ended.outcome, story.endpoint.call_count) == ("failed", "provider-error", 1)
        assert ended.sentence.endswith("What was committed carries no other attempt.")
        assert story.fresh().account.spent_tokens <= 20_000


def test_usage_that_was_not_told_is_paid_at_the_bound_and_the_round_goes_on(story: Story) -> None:
    story.endpoint.plan(usage="absent")
    ended = story.round()

    (attempt,) = _attempts()
    assert (ended.state, attempt.tokens, attempt.usage_state) == ("settled", attempt.bound_tokens, "unknown")
    assert _stands(story) == ("active", True, 1)


def test_usage_that_cannot_be_true_is_paid_at_the_bound_and_disarms(story: Story) -> None:
    story.endpoint.plan(count_output=-5)
    ended = story.round()

    (attempt,) = _attempts()
    assert (ended.state, ended.outcome, attempt.tokens) == (
        "failed",
        "usage-not-trusted",
        attempt.bound_tokens,
    )
    assert _stands(story) == ("active", False, 1)


def test_a_provider_that_delivers_ten_times_the_limit_is_booked_in_full_and_stops_the_goal(
    story: Story,
) -> None:
    story.endpoint.plan(deliver=10, chunk_bytes=16_384)
    ended = story.round()

    (attempt,) = _attempts()
    assert attempt.output_tokens > 9 * attempt.bound_output_tokens
    assert (
        attempt.tokens == attempt.input_tokens + attempt.output_tokens == story.fresh().account.spent_tokens
    )
    assert (ended.state, ended.outcome, story.goal.blocked_code) == (
        "failed",
        "usage-overrun",
        "usage-overrun",
    )
    assert Escalation.objects.filter(account=story.goal.account, cause="usage-overrun").exists()


@pytest.mark.parametrize(
    ("answered", "outcome"), [("gpt-test-2026-08-06", "completed"), ("gpt-other", "model-not-signed")]
)
def test_only_a_model_that_was_signed_for_may_answer(story: Story, answered: str, outcome: str) -> None:
    story.endpoint.plan(answer_model=answered)
    ended = story.round()

    assert (ended.outcome, _attempts()[0].returned_model) == (outcome, answered)
    assert _stands(story)[1] is (outcome == "completed")


def test_a_failing_turn_of_a_person_disarms_and_uses_no_number(story: Story) -> None:
    story.endpoint.plan(fault="429")
    ended = story.says("Are you there?")

    assert (ended.state, ended.outcome, ended.number) == ("failed", "rate-limited", None)
    assert _stands(story) == ("active", False, 0)


def test_a1_25_a_retry_in_a_persons_turn_leaves_the_goals_rounds_alone(story: Story) -> None:
    story.endpoint.plan(fault="500")
    ended = story.says("Are you there?")

    assert (ended.state, story.endpoint.call_count) == ("settled", 2)
    assert _stands(story) == ("active", True, 0)
    assert story.round().number == 1


def test_what_was_said_before_a_cut_stays_in_the_conversation(story: Story) -> None:
    story.endpoint.plan(text="It is half", finish="length")
    story.round()

    body = SessionEvent.objects.get(type="assistant/message").body
    assert body is not None
    assert body.text == '{"content":"It is half","role":"assistant"}'


def test_an_endpoint_nobody_signed_for_is_never_asked(story: Story, settings: Any) -> None:
    elsewhere = settings.COUNTERSIGN.model_copy(update={"model_base_url": "https://models.example/v1"})
    settings.COUNTERSIGN, mine = elsewhere, settings.COUNTERSIGN
    ended = story.round()
    settings.COUNTERSIGN = mine

    assert (ended.state, ended.outcome, story.endpoint.call_count) == ("failed", "endpoint-not-configured", 0)
    assert _stands(story)[1] is False
