"""Reads one page of a goal's rounds with what stands inside the open one. A constant number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery

from goals.models import Attempt, Execution, Goal, Step, Turn
from goals.web import sections
from goals.web.spend_lines import Sum
from governance.enums import UsageState
from governance.money import ZERO

PAGE = 12
DOUBT = {UsageState.UNKNOWN: "unknown, full hold counted", UsageState.ESTIMATED: "estimated from a bound"}
_COUNTERS = ("input_tokens", "cached_input_tokens", "output_tokens", "tokens")
Doubts = dict[tuple[str, int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """One page of ended rounds and people's turns, oldest first. `newer` is the sum of those on later pages."""

    shown: Sequence[Execution]
    more: bool
    newer: Sum
    turns: Sequence[Turn]
    doubts: Doubts
    said: dict[int, str]

    @property
    def opened(self) -> Execution | None:
        """The latest settled round of the page."""
        return next((one for one in reversed(self.shown) if one.number), None)


def read(goal: Goal, before: int | None) -> Rows:
    """The page that ends before execution `before`, or the newest one."""
    ended = with_last_words(ended_of(goal))
    page = ended if before is None else ended.filter(pk__lt=before)
    found = list(page.order_by("-pk")[: PAGE + 1])
    shown = found[:PAGE][::-1]
    opened = next((one for one in reversed(shown) if one.number), None)
    ids = [one.pk for one in shown]
    return Rows(
        shown=shown, more=len(found) > PAGE,
        newer=Sum() if before is None else sum_of(ended_of(goal).filter(pk__gte=before)),
        turns=turns_of(opened) if opened else [], doubts=doubts_of(ids) if ids else {},
        said=sections.of(goal.strategy).said(ids) if ids else {},
    )  # fmt: skip


def with_last_words(rows: QuerySet[Execution]) -> QuerySet[Any]:
    """Each with its writer, and what its last step did as `last_said`."""
    last = Step.objects.filter(turn__execution=OuterRef("pk")).order_by("-pk").values("sentence")[:1]
    return rows.select_related("writer").annotate(last_said=Subquery(last))


def ended_of(goal: Goal) -> QuerySet[Execution]:
    return Execution.objects.filter(goal=goal).exclude(state__in=Execution.LIVE)


def live_of(goal: Goal) -> QuerySet[Execution]:
    return Execution.objects.filter(goal=goal, state__in=Execution.LIVE)


def sum_of(rows: QuerySet[Execution]) -> Sum:
    """The sum of these rows, added up by the database."""
    sums = {f"s_{name}": models.Sum(name) for name in (*_COUNTERS, "money")}
    found = rows.aggregate(**sums)
    counts = [int(found[f"s_{name}"] or 0) for name in _COUNTERS]
    return Sum(counts[0], counts[1], counts[2], counts[3], found["s_money"] or ZERO)


def turns_of(execution: Execution) -> list[Turn]:
    """Its turns with their steps. Two queries."""
    steps = models.Prefetch("steps", queryset=Step.objects.order_by("number"))
    return list(execution.turns.prefetch_related(steps).order_by("number"))


def doubts_of(executions: Iterable[int]) -> Doubts:
    """What is not known for sure, by ("execution" or "step", id). One query."""
    rows = Attempt.objects.filter(execution__in=list(executions)).exclude(
        usage_state__in=(UsageState.REPORTED, "")
    )
    found: Doubts = {}
    for execution, step, state, flags in rows.values_list("execution_id", "step_id", "usage_state", "flags")[
        :500
    ]:
        word = "settled by a person" if "settled-by-person" in flags else DOUBT[UsageState(state)]
        found[("execution", execution)] = found[("step", step)] = word
    return found
