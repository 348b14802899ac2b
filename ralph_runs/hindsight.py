"""What another threshold would have saved: the rule over the windows in the database, with what came after.

Reads only. Rounds, tokens and money are those really spent after the round in which it would have stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from goals.models import Goal
from governance import canonical
from governance.money import ZERO
from ralph_runs import handoffs
from ralph_runs.convergence import MATCHER_VERSION, judge
from ralph_runs.models import RalphRun, RunRound


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """One window, judged with this threshold. `id` names goal and first run; round numbers are the goal's."""

    id: str
    stop_round: int | None
    which: str | None
    rule: str | None
    sentence: str
    rounds: int
    tokens: int
    money: Decimal
    currency: str


def windows_judged(*, threshold: int, version: int | None = None) -> Iterator[Saved]:
    """Every window of every goal, oldest first; under each goal's pinned version unless another is named."""
    goals = Goal.objects.filter(runs__isnull=False).select_related("account").distinct()
    for goal in goals.order_by("account_id").iterator():
        for window in _windows(goal):
            yield _judged(goal, window, threshold, version or int(goal.matcher_version or MATCHER_VERSION))


def lines(*, threshold: int) -> Iterator[str]:
    """A line of JSON per window as `backtest` prints them, with what was saved; the last one adds up."""
    count = stopped = rounds = tokens = 0
    money: dict[str, Decimal] = {}
    for saved in windows_judged(threshold=threshold):
        count, stopped = count + 1, stopped + (saved.stop_round is not None)
        rounds, tokens = rounds + saved.rounds, tokens + saved.tokens
        money[saved.currency] = money.get(saved.currency, ZERO) + saved.money
        yield canonical.text(
            {"id": saved.id, "stop_round": saved.stop_round, "which": saved.which, "rule": saved.rule,
             "sentence": saved.sentence, "saved": _figures(saved.rounds, saved.tokens, {saved.currency: saved.money})}
        )  # fmt: skip
    yield canonical.text(
        {
            "threshold": threshold,
            "windows": count,
            "stopped": stopped,
            "saved": _figures(rounds, tokens, money),
        }
    )


def _figures(rounds: int, tokens: int, money: dict[str, Decimal]) -> dict[str, object]:
    return {"rounds": rounds, "tokens": tokens, "money": money}


def _windows(goal: Goal) -> Iterator[list[RalphRun]]:
    window: list[RalphRun] = []
    for run in RalphRun.objects.filter(goal=goal).order_by("number"):
        if window and run.opened_for != RalphRun.OpenedFor.RESUME:
            yield window
            window = []
        window.append(run)
    if window:
        yield window


def _judged(goal: Goal, window: list[RalphRun], threshold: int, version: int) -> Saved:
    rows = list(RunRound.objects.filter(run__in=window).select_related("execution").order_by("execution_id"))
    return of_rounds(goal, window[0], rows, threshold=threshold, version=version)


def of_rounds(
    goal: Goal, first: RalphRun, rows: Sequence[RunRound], *, threshold: int, version: int | None = None
) -> Saved:
    """The same for one window whose rounds were read already, in their order, with their executions."""
    version = version or int(goal.matcher_version or MATCHER_VERSION)
    told = {row.execution.number or 0: handoffs.report_of(row).items for row in rows if row.report_text}
    numbers = range(1, max((row.execution.number or 0 for row in rows), default=0) + 1)
    verdict = judge([told.get(number) for number in numbers], threshold=threshold, version=version)
    stop = verdict.stop_round
    after = [row.execution for row in rows if stop is not None and (row.execution.number or 0) > stop]
    return Saved(
        id=f"{goal.ref}/{first.number}", stop_round=stop, which=verdict.which, rule=verdict.rule,
        sentence=verdict.sentence, rounds=len(after), tokens=sum(each.tokens for each in after),
        money=sum((each.money for each in after), ZERO), currency=goal.account.currency,
    )  # fmt: skip
