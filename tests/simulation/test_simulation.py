"""Random schedules over everything that can happen to a goal; the rules I1 to I9 after every step.

A failure shrinks and is told with its seed: SIMULATION_SEED=… runs the same schedules again.
`make simulate` runs many more.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import ClassVar

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from goals import claims, human_turns, operations
from goals.agent.usage import UsageReading
from goals.approvals import narrow, revoke
from goals.errors import GoalError
from goals.models import Execution
from goals.proofs import check_all, refold_all
from goals.rounds import reaping, uncertain
from governance import clock, escalations, freezes
from governance.audit.verifying import verify
from governance.errors import CountersignError
from governance.models import Escalation, Freeze, Outbox
from tests import worlds
from tests.simulation.desk import Desk, reading
from tests.simulation.undone import Undone

REFUSALS = (CountersignError, GoalError)
SHARES = 4
RUNS = {"embedded": 200, "postgres": 100}
WORDS = st.sampled_from(["because it is month end", "two people are on leave"])


class GoalUnderTreatment(RuleBasedStateMachine):
    """Rules are verbs; a refusal that the product explains is an answer like any other."""

    room: ClassVar[Desk]
    desk: Desk

    def __init__(self) -> None:
        super().__init__()
        self.undone = Undone().begin()

    @initialize(
        tokens=st.one_of(st.integers(12_000, 60_000), st.integers(1, 4_000)),
        per_round=st.one_of(st.none(), st.integers(600, 9_000)), rounds=st.integers(1, 4),
        money=st.one_of(st.none(), st.sampled_from(["0.01", "0.05", "1.00"])), ahead=st.integers(0, 12),
    )  # fmt: skip
    def sign(self, tokens: int, per_round: int | None, rounds: int, money: str | None, ahead: int) -> None:
        """A signed goal that has gone on so far before anything happens to it."""
        self.desk = self.room.fresh()
        request = self.desk.ask(
            budget_tokens=tokens, per_round_tokens=per_round, max_rounds=rounds, budget_money=money
        )
        self.desk.sign(request)
        request.refresh_from_db()
        self.desk.goal_id = request.account.goal.pk
        for _ in range(ahead):
            self._go_on(50)

    def attempted(self, verb: Callable[[], object]) -> None:
        """Do it; being refused with a code and a sentence is fine, anything else is not."""
        with suppress(*REFUSALS):
            verb()

    @rule(times=st.integers(1, 8), share=st.integers(1, 100))
    def go_on(self, times: int, share: int) -> None:
        """What an undisturbed driver and worker do next, so often; the rules after each."""
        for _ in range(times):
            self._go_on(share)

    def _go_on(self, share: int) -> None:
        if self.desk.attempt:
            self.answer(share, share)
        elif self.desk.step:
            self.settle(("settled", "completed"))
        elif self.desk.lease:
            self.call(400 + share, 600)
        else:
            self.reserve()
            self.deliver_the_newest(1)
        self.the_rules_hold()

    @rule(reason=WORDS)
    def set_right(self, reason: str) -> None:
        """A person clears the way for the next round, as far as a resume does."""
        if Freeze.objects.filter(lifted_at=None).exists():
            self.freeze_or_lift(reason)
        self.resume(reason, "ben")

    @rule()
    def reserve(self) -> None:
        self.attempted(self.desk.reserve)

    @rule(times=st.integers(1, 3))
    def deliver_the_newest(self, times: int) -> None:
        newest = Outbox.objects.exclude(topic="notice").order_by("-pk").first()
        for _ in range(times if newest else 0):
            self.attempted(lambda: self.desk.admit(newest.pk))

    @rule(place=st.integers(0, 5))
    def deliver_an_old_one(self, place: int) -> None:
        old = list(Outbox.objects.exclude(topic="notice").order_by("pk").values_list("pk", flat=True))
        if old:
            self.attempted(lambda: self.desk.admit(old[place % len(old)]))

    @precondition(lambda self: self.desk.lease and not self.desk.attempt)
    @rule(tokens_in=st.integers(1, 3_000), tokens_out=st.integers(1, 3_000))
    def call(self, tokens_in: int, tokens_out: int) -> None:
        self.attempted(lambda: self.desk.call(tokens_in, tokens_out))

    @precondition(lambda self: self.desk.attempt)
    @rule(share_in=st.integers(0, 130), share_out=st.integers(0, 130))
    def answer(self, share_in: int, share_out: int) -> None:
        attempt = self.desk.attempt
        told = reading(
            attempt.bound_input_tokens * share_in // 100, attempt.bound_output_tokens * share_out // 100
        )
        self._answer(told)

    @precondition(lambda self: self.desk.attempt)
    @rule(flag=st.sampled_from(["usage-missing", "negative-count", "stream-cut"]), sent=st.booleans())
    def answer_without_figures(self, flag: str, sent: bool) -> None:
        state = "estimated" if flag == "stream-cut" else "unknown"
        self._answer(UsageReading(None, None, None, None, None, state, (flag,)), sent=sent)

    def _answer(self, told: UsageReading, *, sent: bool = True) -> None:
        lease, attempt = self.desk.lease, self.desk.attempt
        self.desk.attempt = None
        self.attempted(lambda: self.desk.answer(lease, attempt, told, sent=sent))

    @precondition(lambda self: self.desk.lease and not self.desk.attempt)
    @rule(
        end=st.sampled_from(
            [("settled", "completed"), ("failed", "provider-error"), ("over-cap", "over-cap")]
        )
    )
    def settle(self, end: tuple[str, str]) -> None:
        self.attempted(lambda: self.desk.settle(*end))

    @precondition(lambda self: self.desk.lease)
    @rule(reapers=st.integers(1, 2))
    def lose_the_worker(self, reapers: int) -> None:
        self.desk.lose_the_worker()
        for _ in range(reapers):
            reaping.reap()

    @precondition(lambda self: self.desk.lost)
    @rule(share=st.integers(0, 150))
    def answer_late(self, share: int) -> None:
        lease, attempt = self.desk.lost.pop()
        told = reading(attempt.bound_input_tokens * share // 100, attempt.bound_output_tokens * share // 100)
        self.attempted(lambda: self.desk.answer(lease, attempt, told))

    @rule(share=st.integers(0, 100), reason=WORDS)
    def settle_what_is_uncertain(self, share: int, reason: str) -> None:
        for execution in Execution.objects.filter(state="uncertain"):
            bound = sum(a.bound_tokens for a in execution.attempts.filter(state="uncertain"))
            with suppress(*REFUSALS):
                uncertain.settle(
                    acting=self.desk.acting("cy"), execution_id=execution.pk, tokens=bound * share // 100, money=None,
                    reason=reason,
                )  # fmt: skip

    @rule(reason=WORDS, who=st.sampled_from(["ben", "olu", "eve", "bot"]))
    def pause(self, reason: str, who: str) -> None:
        self._operate(operations.pause, who, reason=reason)

    @rule(reason=WORDS, who=st.sampled_from(["ben", "cy", "eve", "bot"]))
    def resume(self, reason: str, who: str) -> None:
        self._operate(operations.resume, who, reason=reason)

    def _operate(self, verb: Callable[..., object], who: str, **more: str) -> None:
        goal = self.desk.goal()
        acting = self.desk.acting(who)
        self.attempted(lambda: verb(acting=acting, goal_id=goal.pk, revision=goal.revision, **more))

    @rule(tokens=st.integers(0, 60_000), rounds=st.integers(1, 6))
    def widen(self, tokens: int, rounds: int) -> None:
        self.attempted(lambda: self.desk.ask_change(budget_tokens=tokens, max_rounds=rounds))

    @rule(tokens=st.integers(0, 20_000), rounds=st.integers(1, 3), reason=WORDS)
    def narrow(self, tokens: int, rounds: int, reason: str) -> None:
        goal, mine = self.desk.goal(), self.desk.terms()
        less = {"budget_tokens": min(tokens, mine.budget_tokens), "max_rounds": min(rounds, mine.max_rounds)}
        assert goal.account.terms is not None
        digest = goal.account.terms.digest
        self.attempted(
            lambda: narrow(
                acting=self.desk.acting("ben"),
                goal_id=goal.pk,
                terms=mine.model_copy(update=less),
                base_digest=digest,
                reason=reason,
            )
        )

    @rule(reason=WORDS)
    def freeze_or_lift(self, reason: str) -> None:
        standing = Freeze.objects.filter(lifted_at=None).first()
        acting = self.desk.acting("olu")
        verb = (
            (lambda: freezes.lift(acting=acting, freeze_id=standing.pk, reason=reason))
            if standing
            else (lambda: freezes.freeze(acting=acting, reason=reason))
        )
        self.attempted(verb)

    @rule(reason=WORDS)
    def revoke(self, reason: str) -> None:
        self.attempted(
            lambda: revoke(acting=self.desk.acting("cy"), goal_id=self.desk.goal_id, reason=reason)
        )

    @rule()
    def another_driver(self) -> None:
        self.desk.take_over()

    @rule(text=st.sampled_from(["How far is it?", "Look at row 7."]))
    def write(self, text: str) -> None:
        acting = self.desk.acting("ben")
        self.attempted(lambda: human_turns.write(acting=acting, goal_id=self.desk.goal_id, text=text))

    @rule(
        reason=WORDS,
        who=st.sampled_from(["cy", "dee", "ben"]),
        answer=st.sampled_from(["resume", "accept", "reject"]),
    )
    def answer_a_question(self, reason: str, who: str, answer: str) -> None:
        question = Escalation.objects.filter(status="open").order_by("pk").first()
        if question:
            acting = self.desk.acting(who)
            self.attempted(
                lambda: escalations.answer(
                    acting=acting, escalation_id=question.pk, answer=answer, reason=reason
                )
            )

    @rule(evidence=WORDS)
    def claim(self, evidence: str) -> None:
        self._operate(operations.complete, "ben", evidence=evidence)

    @rule(reason=WORDS)
    def accept(self, reason: str) -> None:
        acting = self.desk.acting("cy")
        self.attempted(lambda: claims.accept(acting=acting, goal_id=self.desk.goal_id, reason=reason))

    @rule(hours=st.integers(1, 200))
    def time_passes(self, hours: int) -> None:
        Escalation.objects.filter(status="open").update(due_at=clock.now() - timedelta(hours=hours))
        escalations.expire_due()

    @invariant()
    def the_rules_hold(self) -> None:
        assert self.undone.watched.broken() == []

    def teardown(self) -> None:
        try:
            assert check_all() == []
            assert list(refold_all()) == []
            assert verify().faults == []
        finally:
            self.undone.take_back()


@pytest.mark.django_db
@pytest.mark.simulation
@pytest.mark.long
@pytest.mark.parametrize("share", range(SHARES))
def test_random_schedules_never_break_a_rule(share: int) -> None:
    given = int(os.environ.get("SIMULATION_SEED", random.randrange(2**32)))
    runs = -(-int(os.environ.get("SIMULATION_RUNS", RUNS[worlds.chosen()])) // SHARES)
    sys.stdout.write(f"SIMULATION_SEED={given}, share {share}: {runs} runs of up to 25 steps\n")
    GoalUnderTreatment.room = Desk.furnished()
    asked = settings(
        max_examples=runs, stateful_step_count=25, deadline=None, print_blob=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    try:
        run_state_machine_as_test(seed(given + share)(GoalUnderTreatment), settings=asked)
    except BaseException as broken:
        broken.add_note(f"SIMULATION_SEED={given} runs the same schedules again.")
        raise
